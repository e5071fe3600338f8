// SPDX-License-Identifier: Apache-2.0
#include "impinge/raster.hpp"

namespace impinge::inline v0::raster {

Geometry::~Geometry() = default;
Target::~Target() = default;
Query::~Query() = default;
Device::~Device() = default;

const char* name_of(DeviceKind kind) {
    return kind == DeviceKind::Software ? "software" : "opengl";
}

std::optional<DeviceKind> device_kind(std::string_view name) {
    for (const DeviceKind kind : {DeviceKind::Software, DeviceKind::OpenGl}) {
        if (name == name_of(kind)) {
            return kind;
        }
    }
    return {};
}

} // namespace impinge::inline v0::raster
