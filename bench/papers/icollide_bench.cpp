// SPDX-License-Identifier: Apache-2.0
//
// The graphs of Cohen, Lin, Manocha and Ponamgi 1995, measured again:
//
//     icollide_bench [--graph NAME] [--frames 60] [--every 1] [--json FILE]
//
// --graph asks for one only, --every K for each K-th point of each: quick looks, of which no page
// is made. All variants take turns at the same frames, on one thread. Exits with 1 if one of them
// differs from the exact engine.
#include "bench/papers/icollide.hpp"
#include "bench/peers/nbody_script.hpp"

#include <tbb/global_control.h>

#include <cstdio>
#include <cstdlib>

namespace impinge::bench {
namespace {

const BenchRun program("icollide_bench");

struct Options {
    std::string graph; ///< all if empty
    std::size_t frames = 60;
    std::size_t every = 1;
    std::string json;
};

std::size_t positive(const Argument& argument) {
    const long long value = std::atoll(argument.value.c_str());
    if (value <= 0) {
        program.give_up(argument.name + " must be a positive number");
    }
    return static_cast<std::size_t>(value);
}

Options read_options(int argc, char** argv) {
    Options options;
    for (const Argument& argument : program.arguments(argc, argv)) {
        if (argument.name == "--graph") {
            options.graph = argument.value;
        } else if (argument.name == "--frames") {
            options.frames = positive(argument);
        } else if (argument.name == "--every") {
            options.every = positive(argument);
        } else if (argument.name == "--json") {
            options.json = argument.value;
        } else {
            program.give_up("no option is called " + argument.name);
        }
    }
    return options;
}

std::vector<peers::Contestant> all_variants(const peers::MovingBodies& scene) {
    std::vector<peers::Contestant> contestants;
    for (const Variant& variant : icollide_variants()) {
        contestants.push_back(
            {variant.name, "", std::make_unique<StagedWorld>(scene, variant.options)});
    }
    return contestants;
}

void print(double value, const Json& variants) {
    std::printf("%8g", value);
    for (const Json& variant : variants) {
        std::printf("  %8.4f (%.4f + %.4f + %.4f)", variant["step_ms"].get<double>(),
                    variant["boxes_ms"].get<double>(), variant["broad_phase_ms"].get<double>(),
                    variant["narrow_phase_ms"].get<double>());
    }
    std::printf("\n");
    std::fflush(stdout);
}

Json measure(const Graph& graph, double value, std::size_t frames) {
    scenes::SwarmParameters parameters;
    graph.set(parameters, value);
    const peers::ContestRules rules;
    const auto script = peers::write_script(parameters, rules.untimed_frames + frames);
    if (!script) {
        program.give_up(script.error().message);
    }
    const auto contestants = all_variants(script->scene);
    const auto standings = peers::hold_contest(contestants, script->truth, rules);
    Json variants = Json::array();
    for (std::size_t i = 0; i < contestants.size(); ++i) {
        Json variant = to_json(standings[i]);
        variant.update(
            dynamic_cast<const StagedWorld&>(*contestants[i].peer).to_json(rules.untimed_frames));
        variants.push_back(variant);
    }
    print(value, variants);
    return {{"value", value}, {"variants", variants}};
}

Json measure(const Graph& graph, const Options& options) {
    std::printf("%s: ms of a step (boxes + broad phase + narrow phase)\n%8s", graph.name.c_str(),
                "");
    for (const Variant& variant : icollide_variants()) {
        std::printf("  %-36s", variant.name.c_str());
    }
    std::printf("\n");
    Json points = Json::array();
    for (std::size_t i = 0; i < graph.values.size(); i += options.every) {
        points.push_back(measure(graph, graph.values[i], options.frames));
    }
    return {{"name", graph.name}, {"axis", graph.axis}, {"points", points}};
}

/// Of the machine, over the last minute; -1 where it does not say.
double load() {
    double average = -1;
    return getloadavg(&average, 1) == 1 ? average : -1;
}

bool all_right(const Json& graphs) {
    for (const Json& graph : graphs) {
        for (const Json& point : graph["points"]) {
            for (const Json& variant : point["variants"]) {
                if (variant["missed"] != 0 || variant["invented"] != 0) {
                    return false;
                }
            }
        }
    }
    return true;
}

int run(int argc, char** argv) {
    const Options options = read_options(argc, argv);
    const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
    Json document = machine_document("impinge-icollide");
    document["frames"] = options.frames;
    document["every"] = options.every;
    document["load_before"] = load();
    document["graphs"] = Json::array();
    for (const Graph& graph : icollide_graphs()) {
        if (options.graph.empty() || options.graph == graph.name) {
            document["graphs"].push_back(measure(graph, options));
        }
    }
    document["load_after"] = load();
    program.write(document, options.json);
    if (!all_right(document["graphs"])) {
        std::fprintf(stderr, "icollide_bench: impinge differs from the exact engine\n");
        return 1;
    }
    return 0;
}

} // namespace
} // namespace impinge::bench

int main(int argc, char** argv) { return impinge::bench::run(argc, argv); }
