// SPDX-License-Identifier: Apache-2.0
//
// The device that is always there: the processor, without any graphics library.
#pragma once

#include "impinge/raster.hpp"

namespace impinge::inline v0::raster {

Expected<std::unique_ptr<Device>> make_software_device(const DeviceOptions& options,
                                                       const Context& context);
std::vector<DeviceReport> list_software_devices();

} // namespace impinge::inline v0::raster
