// SPDX-License-Identifier: Apache-2.0
//
// The page without a report. Written while building: by src/report/web/build.mjs, or, where there
// is no npm, empty (page_frame_absent.cpp).
#pragma once

#include <array>
#include <string_view>

namespace impinge::inline v0::report {

/// The report, the list of what is drawn, and its bytes stand between these pieces.
struct PageFrame {
    std::array<std::string_view, 4> pieces;
};

/// Empty pieces where pages were not built in.
const PageFrame& page_frame();

} // namespace impinge::inline v0::report
