// SPDX-License-Identifier: Apache-2.0
//
// Devices by kind and name: the only place that knows which ones were built.
#include "base/no_throw.hpp"
#include "raster/software/software_device.hpp"

#ifdef IMPINGE_WITH_OPENGL
#include "raster/opengl/opengl_device.hpp"
#endif

namespace impinge::inline v0::raster {

Geometry::~Geometry() = default;
Target::~Target() = default;
Query::~Query() = default;
Hold::~Hold() = default;
Device::~Device() = default;

std::unique_ptr<Hold> Device::hold() { return nullptr; }

Expected<std::vector<IdPair>> Device::close_pairs(const Target& one, const Target& other,
                                                  float gap) {
    const CloseArea all{{0, 0, one.width(), one.height()}, gap};
    auto lists = close_pairs(one, other, std::span(&all, 1));
    if (!lists) {
        return lists.error();
    }
    return std::move(lists->front());
}

const char* to_string(DeviceKind kind) {
    return kind == DeviceKind::Software ? "software" : "opengl";
}

std::optional<DeviceKind> device_kind_from_string(std::string_view name) {
    for (const DeviceKind kind : {DeviceKind::Software, DeviceKind::OpenGl}) {
        if (name == to_string(kind)) {
            return kind;
        }
    }
    return {};
}

#ifndef IMPINGE_WITH_OPENGL
namespace {

constexpr const char* not_built = "this impinge was built without OpenGL (IMPINGE_OPENGL)";

Expected<std::unique_ptr<Device>> make_opengl_device(const DeviceOptions& /*options*/) {
    return Error{ErrorCode::Unsupported, std::string("opengl: ") + not_built};
}

std::vector<DeviceReport> list_opengl_devices() {
    return {{.kind = DeviceKind::OpenGl, .absent = not_built}};
}

} // namespace
#endif

Expected<std::unique_ptr<Device>> make_device(DeviceKind kind, const DeviceOptions& options,
                                              const Context& context) {
    return no_throw([&]() -> Expected<std::unique_ptr<Device>> {
        return kind == DeviceKind::Software ? make_software_device(options, context)
                                            : make_opengl_device(options);
    });
}

std::vector<DeviceReport> list_devices() {
    std::vector<DeviceReport> devices = list_software_devices();
    for (DeviceReport& device : list_opengl_devices()) {
        devices.push_back(std::move(device));
    }
    return devices;
}

} // namespace impinge::inline v0::raster
