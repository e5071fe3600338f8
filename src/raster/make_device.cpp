// SPDX-License-Identifier: Apache-2.0
//
// The only place that knows which devices were built.
#include "base/no_throw.hpp"
#include "raster/software/software_device.hpp"

#ifdef IMPINGE_WITH_OPENGL
#include "raster/opengl/opengl_device.hpp"
#endif

namespace impinge::inline v0::raster {

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

Expected<std::unique_ptr<Device>> make_device(DeviceKind kind, const DeviceOptions& options) {
    return no_throw([&]() -> Expected<std::unique_ptr<Device>> {
        return kind == DeviceKind::Software ? make_software_device(options)
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
