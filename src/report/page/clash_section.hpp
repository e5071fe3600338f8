// SPDX-License-Identifier: Apache-2.0
//
// The section through the deepest point of a clash, cut down to a window around it.
#pragma once

#include "impinge/context.hpp"
#include "impinge/report.hpp"
#include "report/page/packed_numbers.hpp"

#include <nlohmann/json.hpp>

namespace impinge::inline v0::report {

/// Appends the outlines and returns what a reader must know of them; null for a clash with one part
/// alone, and if the plane could not be cut. The window is half as wide again as high.
nlohmann::ordered_json pack_section(PackedNumbers& out, const Report& report,
                                    const ReportGeometry& geometry, std::size_t clash,
                                    const Context& context);

} // namespace impinge::inline v0::report
