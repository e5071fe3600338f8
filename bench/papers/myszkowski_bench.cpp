// SPDX-License-Identifier: Apache-2.0
//
// Section 8 of Myszkowski, Okunev and Kunii (1995) again, on one device:
//
//     myszkowski_bench [--device software|opengl[:ADAPTER]] [--json FILE] [--repetitions N]
//                      [--size FRACTION] [--part
//                      table1|teeth|triangles|resolution|planes|frames]...
//     python3 bench/papers/myszkowski_page.py RUN.json...
//
// Needs no files. Fails if a repetition gives another answer than the one before, or if, while the
// jaws close, the slowest frame takes more than 4 times as long as the fastest colliding one.
#include "bench/papers/myszkowski.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace impinge::bench {
namespace {

constexpr double highest_ratio = 4;

const PaperRun program("myszkowski_bench");

struct Options {
    DeviceChoice device;
    std::string json_file;
    Plan plan;
};

Options options_of(int argc, char** argv) {
    Options options;
    for (const Argument& argument : program.arguments(argc, argv)) {
        const auto& [name, value] = argument;
        if (program.take(argument, options)) {
            continue;
        }
        if (name == "--repetitions") {
            options.plan.repetitions = std::max(1, std::atoi(value.c_str()));
        } else {
            program.give_up("'" + name + "' is not an option");
        }
    }
    return options;
}

void print_experiment(const Json& entry) {
    const Json& ms = entry["milliseconds"];
    std::printf(
        "%-10s %-12s %-14s %8lu triangles %5d px  first %8.2f  again %8.2f  one call "
        "%8.2f  exact %8.2f ms  %s, %d renderings, %s\n",
        entry["part"].get<std::string>().c_str(), entry["name"].get<std::string>().c_str(),
        entry["method"].get<std::string>().c_str(), entry["triangles"].get<unsigned long>(),
        entry["resolution"].get<int>(), ms["first"].get<double>(), ms["again"].get<double>(),
        ms["one_call"].get<double>(), ms["exact_verdict"].get<double>(),
        entry["found"]["verdict"].get<std::string>().c_str(),
        entry["found"]["renderings"].get<int>(), entry["found"]["hash"].get<std::string>().c_str());
    std::fflush(stdout);
}

/// True if the frames are as even as they must be in the direction that the library chooses.
bool run_frames(raster::Device& device, const Plan& plan, Json& document) {
    const auto frames = measure_frames(device, plan);
    if (!frames) {
        program.give_up("frames: " + frames.error().message);
    }
    document["frames"] = Json::array();
    for (const Frames& sequence : *frames) {
        std::printf("frames, %s direction: slowest / fastest colliding = %.2f with the session\n",
                    sequence.json["direction"].get<std::string>().c_str(), sequence.ratio);
        document["frames"].push_back(sequence.json);
    }
    const double ratio = frames->front().ratio;
    return ratio > 0 && ratio <= highest_ratio;
}

/// Some devices build what they need when a kind of pass is asked for the first time.
void warm_up(raster::Device& device) {
    const Plan small{.repetitions = 1, .size = 0.02, .parts = {"table1", "teeth"}};
    for (const Experiment& experiment : experiments(small)) {
        if (const auto entry = measure(device, experiment, small); !entry) {
            program.give_up(entry.error().message);
        }
    }
}

int run(const Options& options) {
    const auto device = program.open(options.device);
    warm_up(*device);
    Json document = run_document("impinge-myszkowski", *device);
    document["repetitions"] = options.plan.repetitions;
    document["size"] = options.plan.size;
    document["experiments"] = Json::array();
    for (const Experiment& experiment : experiments(options.plan)) {
        auto entry = measure(*device, experiment, options.plan);
        if (!entry) {
            program.give_up(entry.error().message);
        }
        print_experiment(*entry);
        document["experiments"].push_back(std::move(*entry));
    }
    if (options.plan.wants("planes")) {
        auto planes = measure_planes(*device, options.plan);
        if (!planes) {
            program.give_up(planes.error().message);
        }
        std::printf("planes: %s\n", (*planes)["hash"].get<std::string>().c_str());
        document["planes"] = std::move(*planes);
    }
    const bool even = !options.plan.wants("frames") || run_frames(*device, options.plan, document);
    program.write(document, options.json_file);
    return even ? 0 : 1;
}

} // namespace
} // namespace impinge::bench

int main(int argc, char** argv) {
    return impinge::bench::run(impinge::bench::options_of(argc, argv));
}
