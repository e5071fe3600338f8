// SPDX-License-Identifier: Apache-2.0
//
// impinge devices: what this machine can run on: the processor for the exact methods, and the
// devices of the frame-buffer machine.
#include "console.hpp"
#include "exit_status.hpp"
#include "json_report.hpp"
#include "outputs.hpp"
#include "raster_devices.hpp"
#include "text_table.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <memory>
#include <thread>
#include <unistd.h>

namespace impinge::cli {
namespace {

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

int run_devices(const Outputs& outputs) {
    if (const Status status = check_outputs(outputs); !status) {
        return fail(status.error());
    }
    const std::vector<Device> devices = find_devices();
    const std::vector<raster::DeviceReport> raster_devices = raster::list_devices();
    if (outputs.wants_table() &&
        !print(devices_text(devices) + "\nThe frame-buffer machine (--device):\n\n" +
               raster_devices_text(raster_devices))) {
        return Failed;
    }
    Json document = devices_json(devices);
    document["raster_devices"] = raster_devices_json(raster_devices);
    return write_json(document, outputs);
}

} // namespace

void add_devices(CLI::App& program, Work& chosen) {
    auto outputs = std::make_shared<Outputs>();
    CLI::App* verb = program.add_subcommand("devices", "What can this machine run on?");
    verb->add_option(
            "--json", outputs->json_file,
            "Write the answer as JSON; - is standard output, which then holds nothing else")
        ->type_name("FILE");
    verb->footer(
        "Threads are what --threads 0 uses. Simd is the widest set of instructions that\n"
        "this program was built to use everywhere; the software device of the frame-buffer\n"
        "machine says which ones it picked for this processor. Exact answers depend on\n"
        "none of it.\n\n"
        "Examples:\n"
        "  impinge devices\n"
        "  impinge devices --json -");
    verb->callback([outputs, &chosen] { chosen = [outputs] { return run_devices(*outputs); }; });
}

} // namespace impinge::cli
