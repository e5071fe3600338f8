// SPDX-License-Identifier: Apache-2.0
#include "bench/papers/paper_run.hpp"

#include <cstdlib>

namespace impinge::bench {
namespace {

Json json_device(const raster::DeviceInfo& info) {
    return {{"kind", raster::to_string(info.kind)},
            {"name", info.name},
            {"driver", info.driver},
            {"version", info.version},
            {"threads", info.threads}};
}

} // namespace

DeviceChoice PaperRun::device_choice(const std::string& text) const {
    const std::size_t colon = text.find(':');
    const auto kind = raster::device_kind_from_string(text.substr(0, colon));
    if (!kind) {
        give_up("no device is called '" + text + "'");
    }
    return {*kind, colon == std::string::npos ? 0 : std::atoi(text.c_str() + colon + 1)};
}

std::unique_ptr<raster::Device> PaperRun::open(const DeviceChoice& choice) const {
    auto device = raster::make_device(choice.kind, {.adapter = choice.adapter});
    if (!device) {
        give_up(device.error().message);
    }
    return std::move(*device);
}

Json run_document(const std::string& format, const raster::Device& device) {
    Json document = machine_document(format);
    document["device"] = json_device(device.info());
    return document;
}

} // namespace impinge::bench
