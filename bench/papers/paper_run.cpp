// SPDX-License-Identifier: Apache-2.0
#include "bench/papers/paper_run.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <thread>

namespace impinge::bench {
namespace {

/// What the exact engine runs on.
std::string processor() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("model name")) {
            return line.substr(line.find(':') + 2);
        }
    }
    return "";
}

Json json_device(const raster::DeviceInfo& info) {
    return {{"kind", raster::name_of(info.kind)},
            {"name", info.name},
            {"driver", info.driver},
            {"version", info.version},
            {"threads", info.threads}};
}

} // namespace

void PaperRun::give_up(const std::string& message) const {
    std::cerr << program_ << ": " << message << "\n";
    std::exit(2);
}

std::vector<Argument> PaperRun::arguments(int argc, char** argv) const {
    std::vector<Argument> all;
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc) {
            give_up("a value must follow " + std::string(argv[i]));
        }
        all.push_back({argv[i], argv[i + 1]});
    }
    return all;
}

DeviceChoice PaperRun::device_choice(const std::string& text) const {
    const std::size_t colon = text.find(':');
    const auto kind = raster::device_kind(text.substr(0, colon));
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
    Json document;
    document["format"] = format;
    document["device"] = json_device(device.info());
    document["processor"] = processor();
    document["cores"] = std::thread::hardware_concurrency();
    document["compiler"] = __VERSION__;
    return document;
}

void PaperRun::write(const Json& document, const std::string& file) const {
    if (file.empty()) {
        return;
    }
    std::ofstream out(file);
    out << document.dump(1) << "\n";
    if (!out.flush()) {
        give_up(file + ": cannot be written");
    }
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

std::string hex(std::uint64_t hash) {
    std::array<char, 17> digits{};
    std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(hash));
    return digits.data();
}

} // namespace impinge::bench
