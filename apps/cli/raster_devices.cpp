// SPDX-License-Identifier: Apache-2.0
#include "raster_devices.hpp"

#include "console.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace impinge::cli {
namespace {

using raster::DeviceInfo;
using raster::DeviceReport;

constexpr std::size_t text_column = 14;

std::string line(std::string_view label, std::string_view text) {
    return fmt::format("  {:<{}}{}\n", label, text_column - 2, text);
}

/// Separated by commas, in lines of a width that terminals have.
std::string listed(std::span<const std::string> words) {
    constexpr std::size_t widest = 96 - text_column;
    std::string out;
    std::size_t width = 0;
    for (const std::string& word : words) {
        if (!out.empty()) {
            const bool full = width + word.size() + 2 > widest;
            out += full ? fmt::format(",\n{:{}}", "", text_column) : ", ";
            width = full ? 0 : width + 2;
        }
        out += printable(word);
        width += word.size();
    }
    return out;
}

std::string limits_text(const DeviceInfo& info) {
    return fmt::format("{0} x {0} pixels, {1} conservative coverage", info.max_size,
                       info.conservative ? "with" : "without");
}

std::string info_text(const DeviceInfo& info) {
    std::string out = line("runs on", printable(info.name));
    out += line("driver", printable(info.driver));
    out += line("version", printable(info.version));
    out += line("limits", limits_text(info));
    out += info.threads > 0 ? line("threads", std::to_string(info.threads)) : "";
    return out + line("extensions", info.extensions.empty() ? "none" : listed(info.extensions));
}

/// "opengl, adapter 1" where there are several of a kind.
std::string heading(const DeviceReport& device, std::span<const DeviceReport> all) {
    const auto of_this_kind = std::count_if(all.begin(), all.end(), [&](const DeviceReport& other) {
        return other.kind == device.kind;
    });
    std::string out = raster::name_of(device.kind);
    return of_this_kind > 1 ? out + fmt::format(", adapter {}", device.adapter) : out;
}

Json device_json(const DeviceReport& device) {
    Json out;
    out["name"] = raster::name_of(device.kind);
    out["adapter"] = device.adapter;
    out["present"] = device.info.has_value();
    out["absent_because"] = nullptr;
    for (const char* field :
         {"runs_on", "driver", "version", "max_size", "conservative", "threads", "extensions"}) {
        out[field] = nullptr;
    }
    if (!device.info) {
        out["absent_because"] = device.absent;
        return out;
    }
    out["runs_on"] = device.info->name;
    out["driver"] = device.info->driver;
    out["version"] = device.info->version;
    out["max_size"] = device.info->max_size;
    out["conservative"] = device.info->conservative;
    if (device.info->threads > 0) {
        out["threads"] = device.info->threads;
    }
    out["extensions"] = device.info->extensions;
    return out;
}

} // namespace

std::string raster_devices_text(std::span<const DeviceReport> devices) {
    std::string out;
    for (const DeviceReport& device : devices) {
        out += out.empty() ? "" : "\n";
        out += heading(device, devices) + "\n";
        out += device.info ? info_text(*device.info) : line("not there", printable(device.absent));
    }
    return out;
}

Json raster_devices_json(std::span<const DeviceReport> devices) {
    Json out = Json::array();
    for (const DeviceReport& device : devices) {
        out.push_back(device_json(device));
    }
    return out;
}

} // namespace impinge::cli
