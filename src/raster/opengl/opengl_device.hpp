// SPDX-License-Identifier: Apache-2.0
//
// Any GPU with OpenGL 4.5, or Mesa, off screen.
#pragma once

#include "impinge/raster.hpp"

namespace impinge::inline v0::raster {

Expected<std::unique_ptr<Device>> make_opengl_device(const DeviceOptions& options);
/// The adapters EGL knows, in the order in which they are tried; at least one entry.
std::vector<DeviceReport> list_opengl_devices();

} // namespace impinge::inline v0::raster
