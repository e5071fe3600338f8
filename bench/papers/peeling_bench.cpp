// SPDX-License-Identifier: Apache-2.0
//
// Figure 8 and tables 1 and 2 of Jang, Jeong and Han (2007) again, on one device:
//
//     peeling_bench [--device software|opengl[:ADAPTER]] [--json FILE] [--repetitions N]
//                   [--size FRACTION] [--part directions|contacts|creature|cloth]...
//     python3 bench/papers/peeling_page.py RUN.json...
//
// Needs no files: both scenes are simulated first. Fails if a pair is reported that does not meet,
// if a conservative search misses one, or if a repetition gives another answer.
#include "bench/papers/peeling.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace impinge::bench {
namespace {

const PaperRun program("peeling_bench");

struct Options {
    DeviceChoice device;
    std::string json_file;
    std::string command = "peeling_bench"; ///< without the file
    Plan plan;
};

Options options_of(int argc, char** argv) {
    Options options;
    for (const Argument& argument : program.arguments(argc, argv)) {
        const auto& [name, value] = argument;
        if (name != "--json") {
            options.command.append(" ").append(name).append(" ").append(value);
        }
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

Json taken(Expected<Json> part) {
    if (!part) {
        program.give_up(part.error().message);
    }
    return std::move(*part);
}

void print_directions(const Json& part) {
    const auto pairs = part["pairs"].get<double>();
    for (const Json& setting : part["settings"]) {
        double sum = 0;
        double most = 0;
        for (const Json& missed : setting["missed"]) {
            sum += missed.get<double>();
            most = std::max(most, missed.get<double>());
        }
        std::printf("%-34s missed %5.1f %%, at most %5.1f; %6.0f candidates, %4.1f layers, "
                    "%6.2f ms\n",
                    setting["name"].get<std::string>().c_str(),
                    100 * sum / pairs / static_cast<double>(setting["missed"].size()),
                    100 * most / pairs, setting["candidates"].get<double>(),
                    setting["layers"].get<double>(), setting["milliseconds"].get<double>());
    }
    std::fflush(stdout);
}

void print_contacts(const Json& part) {
    for (const Json& entry : part) {
        const Json& ms = entry["milliseconds"];
        std::printf("sheets %5d pairs: device %8.3f  read back %8.3f  proof %8.3f ms\n",
                    entry["pairs"].get<int>(), ms["device"].get<double>(),
                    ms["read_back"].get<double>(), ms["proof"].get<double>());
    }
    std::fflush(stdout);
}

void print_scene(const Json& scene) {
    for (const Json& frame : scene["frames"]) {
        std::printf("%-8s frame %4d %5d pairs %3d regions of %3d:",
                    scene["name"].get<std::string>().c_str(), frame["frame"].get<int>(),
                    frame["pairs"].get<int>(), frame["regions"].get<int>(),
                    frame["side"].get<int>());
        for (const auto& [name, variant] : frame["variants"].items()) {
            std::printf("  %s %.2f", name.c_str(), variant["milliseconds"]["total"].get<double>());
        }
        std::printf(" ms\n");
    }
    std::fflush(stdout);
}

/// Some devices build what they need when a kind of pass is asked for the first time.
void warm_up(raster::Device& device) {
    const Plan small{.repetitions = 1, .size = 0.01};
    taken(measure_directions(device, small));
    taken(measure_scene(device, "cloth", small));
}

int run(const Options& options) {
    const Plan& plan = options.plan;
    const auto device = program.open(options.device);
    warm_up(*device);
    Json document = run_document("impinge-peeling", *device);
    document["command"] = options.command;
    document["repetitions"] = plan.repetitions;
    document["size"] = plan.size;
    if (plan.wants("directions")) {
        document["directions"] = taken(measure_directions(*device, plan));
        print_directions(document["directions"]);
    }
    if (plan.wants("contacts")) {
        document["contacts"] = taken(measure_contacts(*device, plan));
        print_contacts(document["contacts"]);
    }
    document["scenes"] = Json::array();
    for (const char* name : {"creature", "cloth"}) {
        if (plan.wants(name)) {
            document["scenes"].push_back(taken(measure_scene(*device, name, plan)));
            print_scene(document["scenes"].back());
        }
    }
    program.write(document, options.json_file);
    return 0;
}

} // namespace
} // namespace impinge::bench

int main(int argc, char** argv) {
    return impinge::bench::run(impinge::bench::options_of(argc, argv));
}
