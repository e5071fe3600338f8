// SPDX-License-Identifier: Apache-2.0
#include "raster/opengl/opengl_device.hpp"

#include "raster/opengl/gl_device.hpp"

namespace impinge::inline v0::raster {
namespace {

using opengl::EglAdapter;
using opengl::GlDevice;

Expected<std::unique_ptr<Device>> as_device(Expected<std::unique_ptr<GlDevice>> opened) {
    if (!opened) {
        return opened.error();
    }
    return std::unique_ptr<Device>(std::move(*opened));
}

Expected<std::unique_ptr<Device>> first_that_works(const std::vector<EglAdapter>& adapters,
                                                   DriverMessages messages) {
    std::optional<Error> first_refusal;
    for (const EglAdapter& adapter : adapters) {
        Expected<std::unique_ptr<GlDevice>> opened = GlDevice::open(adapter, messages);
        if (opened) {
            return as_device(std::move(opened));
        }
        if (!first_refusal) {
            first_refusal = opened.error();
        }
    }
    return *first_refusal;
}

DeviceReport report(const EglAdapter& adapter, std::size_t index) {
    DeviceReport report{.kind = DeviceKind::OpenGl, .adapter = static_cast<int>(index)};
    const Expected<std::unique_ptr<GlDevice>> opened =
        GlDevice::open(adapter, DriverMessages::Ignored);
    if (opened) {
        report.info = (*opened)->info();
    } else {
        report.absent = opened.error().message;
    }
    return report;
}

} // namespace

Expected<std::unique_ptr<Device>> make_opengl_device(const DeviceOptions& options) {
    const Expected<std::vector<EglAdapter>> adapters = opengl::find_adapters();
    if (!adapters) {
        return adapters.error();
    }
    if (!options.adapter) {
        return first_that_works(*adapters, options.driver_messages);
    }
    const int index = *options.adapter;
    if (index < 0 || static_cast<std::size_t>(index) >= adapters->size()) {
        return Error{ErrorCode::InvalidArgument,
                     "opengl: there is no adapter " + std::to_string(index) + ", only " +
                         std::to_string(adapters->size()) + " from 0 on"};
    }
    return as_device(
        GlDevice::open((*adapters)[static_cast<std::size_t>(index)], options.driver_messages));
}

std::vector<DeviceReport> list_opengl_devices() {
    const Expected<std::vector<EglAdapter>> adapters = opengl::find_adapters();
    if (!adapters) {
        return {{.kind = DeviceKind::OpenGl, .absent = adapters.error().message}};
    }
    std::vector<DeviceReport> reports;
    for (std::size_t index = 0; index < adapters->size(); ++index) {
        reports.push_back(report((*adapters)[index], index));
    }
    return reports;
}

} // namespace impinge::inline v0::raster
