// SPDX-License-Identifier: Apache-2.0
//
// impinge devices: what this machine can run on: the processor for the exact methods, and the
// devices of the frame-buffer machine.
#include "arguments/verb.hpp"
#include "impinge/raster.hpp"
#include "output/console.hpp"
#include "output/json_report.hpp"
#include "output/outputs.hpp"
#include "output/run_request.hpp"
#include "output/text.hpp"
#include "verbs.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>
#include <unistd.h>

namespace impinge::cli {
namespace {

/// A processor.
struct Device {
    std::string name; ///< as in the field "device" of reports
    std::string kind;
    std::string description; ///< what its maker calls it; empty if not known
    std::string architecture;
    std::string simd; ///< the widest instructions this program was built to use
    unsigned threads = 0;
    std::uint64_t memory_bytes = 0; ///< 0 if not known
    std::vector<std::string> methods;
};

constexpr const char* architecture() {
#if defined(__x86_64__)
    return "x86-64";
#elif defined(__aarch64__)
    return "aarch64";
#elif defined(__riscv)
    return "riscv";
#else
    return "unknown";
#endif
}

constexpr const char* simd_level() {
#if defined(__AVX512F__)
    return "avx512";
#elif defined(__AVX2__)
    return "avx2";
#elif defined(__SSE4_2__)
    return "sse4.2";
#elif defined(__SSE2__)
    return "sse2";
#elif defined(__ARM_NEON)
    return "neon";
#else
    return "none";
#endif
}

std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos) {
            return line.substr(colon + 2);
        }
    }
    return "";
}

std::uint64_t memory_bytes() {
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page_size = sysconf(_SC_PAGE_SIZE);
    return pages > 0 && page_size > 0
               ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_size)
               : 0;
}

std::vector<Device> find_devices() {
    return {{.name = "cpu",
             .kind = "cpu",
             .description = processor_name(),
             .architecture = architecture(),
             .simd = simd_level(),
             .threads = std::max(1U, std::thread::hardware_concurrency()),
             .memory_bytes = memory_bytes(),
             .methods = {"exact"}}};
}

std::string devices_text(std::span<const Device> devices) {
    TextTable table({{"device"},
                     {"threads", Align::Right},
                     {"architecture", Align::Left},
                     {"simd", Align::Left},
                     {"memory", Align::Right},
                     {"methods", Align::Left},
                     {"what it is", Align::Left}});
    for (const Device& device : devices) {
        constexpr double gibibyte = 1U << 30U;
        table.add(
            {device.name, std::to_string(device.threads), device.architecture, device.simd,
             device.memory_bytes == 0
                 ? "?"
                 : fmt::format("{:.1f} GiB", static_cast<double>(device.memory_bytes) / gibibyte),
             fmt::format("{}", fmt::join(device.methods, ", ")), printable(device.description)});
    }
    return table.text();
}

Json devices_json(std::span<const Device> devices) {
    Json out = json_document("devices");
    out["devices"] = Json::array();
    for (const Device& device : devices) {
        Json entry;
        entry["name"] = device.name;
        entry["kind"] = device.kind;
        entry["description"] = device.description;
        entry["architecture"] = device.architecture;
        entry["simd"] = device.simd;
        entry["threads"] = device.threads;
        entry["memory_bytes"] = nullptr;
        if (device.memory_bytes > 0) {
            entry["memory_bytes"] = device.memory_bytes;
        }
        entry["methods"] = device.methods;
        out["devices"].push_back(std::move(entry));
    }
    return out;
}

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
    std::string out = raster::to_string(device.kind);
    return of_this_kind > 1 ? out + fmt::format(", adapter {}", device.adapter) : out;
}

Json device_json(const DeviceReport& device) {
    Json out;
    out["name"] = raster::to_string(device.kind);
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

/// A paragraph for each.
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

int run_devices(const Outputs& outputs) {
    if (const Status status = check_outputs(outputs); !status) {
        return fail(status.error());
    }
    const std::vector<Device> devices = find_devices();
    const std::vector<raster::DeviceReport> raster_devices = raster::list_devices();
    return print_and_write(
        outputs,
        [&] {
            return devices_text(devices) + "\nThe frame-buffer machine (--device):\n\n" +
                   raster_devices_text(raster_devices);
        },
        [&] {
            Json document = devices_json(devices);
            document["raster_devices"] = raster_devices_json(raster_devices);
            return json_text(document);
        });
}

} // namespace

void add_devices(Verb& program) {
    Verb& verb = program.verb("devices", "What can this machine run on?");
    Outputs& outputs = verb.runs(run_devices);
    add_json_option(verb, outputs);
    verb.footer(
        "Threads are what --threads 0 uses. Simd is the widest set of instructions that\n"
        "this program was built to use everywhere; the software device of the frame-buffer\n"
        "machine says which ones it picked for this processor. Exact answers depend on\n"
        "none of it.\n\n"
        "Examples:\n"
        "  impinge devices\n"
        "  impinge devices --json -");
}

} // namespace impinge::cli
