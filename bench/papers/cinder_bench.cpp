// SPDX-License-Identifier: Apache-2.0
//
// Section 4.7.3 of Knott's thesis (CInDeR: Collision and Interference Detection in Real Time Using
// Graphics Hardware, 2003) again, on one device:
//
//     cinder_bench [--device software|opengl[:ADAPTER]] [--json FILE] [--trials N] [--seconds S]
//                  [--size FRACTION] [--part bodies|triangles|table-4.1|table-4.2|dense]...
//     python3 bench/papers/cinder_page.py RUN.json...
//
// Needs no files. In every trial the bodies stand elsewhere. What repeats the thesis asks a session
// that holds the bodies; what goes beyond it, "in full" and "dense", keeps nothing. A variant of a
// case that has taken S seconds gets no further trials, except that it may take five times as long
// for the first three; if one trial takes that long, the variant is left out of larger cases. Fails
// if answers differ that must not: those of algorithms 4 and 5, with and without early exit, of
// pixels read and collected.
#include "bench/papers/cinder.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>

namespace impinge::bench {
namespace {

const PaperRun program("cinder_bench");

struct Options {
    DeviceChoice device;
    std::string json_file;
    std::string command = "cinder_bench"; ///< without the file
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
        if (name == "--trials") {
            options.plan.trials = std::max(1, std::atoi(value.c_str()));
        } else if (name == "--seconds") {
            options.plan.seconds = std::atof(value.c_str());
        } else {
            program.give_up("'" + name + "' is not an option");
        }
    }
    return options;
}

void print_case(const Json& entry) {
    for (const Json& variant : entry["variants"]) {
        const Json& ms = variant["milliseconds"];
        const Json& found = variant["found"].front();
        std::printf(
            "%-10s %-18s %-28s %4d trials  %10.3f ms +- %8.3f, median %10.3f  %6d pairs  %s\n",
            entry["part"].get<std::string>().c_str(), entry["name"].get<std::string>().c_str(),
            variant["name"].get<std::string>().c_str(), variant["trials"].get<int>(),
            ms["mean"].get<double>(), ms["deviation"].get<double>(), ms["median"].get<double>(),
            found["pairs"].get<int>(), found["hash"].get<std::string>().c_str());
    }
    std::fflush(stdout);
}

Json measured(raster::Device& device, const Case& one, const Plan& plan) {
    auto entry = measure(device, one, plan);
    if (!entry) {
        program.give_up(entry.error().message);
    }
    return std::move(*entry);
}

/// Some devices build what they need when a kind of pass is asked for the first time.
void warm_up(raster::Device& device) {
    const Plan small{.trials = 1, .size = 0.001};
    for (const auto& make : cases(small)) {
        measured(device, make(), small);
    }
}

/// Leaves out of the larger cases of a part what took too long in a smaller one.
class Patience {
  public:
    explicit Patience(const Plan& plan)
        : longest_milliseconds_(1000 * plan.patience * plan.seconds) {}

    void limit(Case& one) const {
        std::erase_if(one.variants, [&](const Variant& variant) {
            return too_slow_.contains({one.part, variant.name});
        });
    }
    void learn(const Json& entry) {
        for (const Json& variant : entry["variants"]) {
            if (variant["milliseconds"]["median"].get<double>() > longest_milliseconds_) {
                too_slow_.emplace(entry["part"].get<std::string>(),
                                  variant["name"].get<std::string>());
            }
        }
    }

  private:
    double longest_milliseconds_;
    std::set<std::pair<std::string, std::string>> too_slow_;
};

int run(const Options& options) {
    const auto device = program.open(options.device);
    warm_up(*device);
    Json document = run_document("impinge-cinder", *device);
    document["command"] = options.command;
    document["trials"] = options.plan.trials;
    document["seconds"] = options.plan.seconds;
    document["size"] = options.plan.size;
    document["cases"] = Json::array();
    Patience patience(options.plan);
    for (const auto& make : cases(options.plan)) {
        Case one = make();
        patience.limit(one);
        Json entry = measured(*device, one, options.plan);
        patience.learn(entry);
        print_case(entry);
        document["cases"].push_back(std::move(entry));
    }
    program.write(document, options.json_file);
    return 0;
}

} // namespace
} // namespace impinge::bench

int main(int argc, char** argv) {
    return impinge::bench::run(impinge::bench::options_of(argc, argv));
}
