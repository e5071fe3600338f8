// SPDX-License-Identifier: Apache-2.0
#include "bench/bench_run.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <thread>

namespace impinge::bench {
namespace {

std::string processor() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("model name")) {
            return line.substr(line.find(':') + 2);
        }
    }
    return "";
}

} // namespace

void BenchRun::give_up(const std::string& message) const {
    std::cerr << program_ << ": " << message << "\n";
    std::exit(2);
}

std::vector<Argument> BenchRun::arguments(int argc, char** argv) const {
    std::vector<Argument> all;
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc) {
            give_up("a value must follow " + std::string(argv[i]));
        }
        all.push_back({argv[i], argv[i + 1]});
    }
    return all;
}

void BenchRun::write(const Json& document, const std::string& file) const {
    if (file.empty()) {
        return;
    }
    std::ofstream out(file);
    out << document.dump(1) << "\n";
    if (!out.flush()) {
        give_up(file + ": cannot be written");
    }
}

Json machine_document(const std::string& format) {
    Json document;
    document["format"] = format;
    document["processor"] = processor();
    document["cores"] = std::thread::hardware_concurrency();
    document["compiler"] = __VERSION__;
    return document;
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
