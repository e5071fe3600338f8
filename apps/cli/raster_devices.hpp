// SPDX-License-Identifier: Apache-2.0
//
// The devices of the frame-buffer machine, as text and as JSON.
#pragma once

#include "impinge/raster.hpp"
#include "json_report.hpp"

#include <span>
#include <string>

namespace impinge::cli {

/// A paragraph for each.
std::string raster_devices_text(std::span<const raster::DeviceReport> devices);
Json raster_devices_json(std::span<const raster::DeviceReport> devices);

} // namespace impinge::cli
