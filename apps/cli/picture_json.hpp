// SPDX-License-Identifier: Apache-2.0
//
// What `impinge picture --json` says.
#pragma once

#include "json_report.hpp"
#include "picture_content.hpp"

namespace impinge::cli {

/// A picture that was written, and where its time went.
struct PictureReport {
    const Examination& examination;
    Checked checked = Checked::No;
    std::span<const ShownBody> shown;
    const render::Frame& frame;
    raster::DeviceInfo device;
    double draw_ms = 0;
    double write_ms = 0;
    double total_ms = 0;
};

Json picture_json(const PictureReport& report, const PictureOptions& options);

} // namespace impinge::cli
