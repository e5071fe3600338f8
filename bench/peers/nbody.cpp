// SPDX-License-Identifier: Apache-2.0
//
// Many convex bodies that fly and turn, asked of impinge and its peers on one thread:
//
//     nbody_bench [--bodies 1000,10000,50000] [--frames 40] [--only NAME] [--seed 1] [--json FILE]
//
// 36 faces, 1 % density, a tenth of the radius and ten degrees a frame, as in Cohen, Lin, Manocha
// and Ponamgi 1995. Exits with 1 if an answer of impinge differs from that of the exact engine.
#include "bench/peers/contest.hpp"
#include "bench/peers/nbody_script.hpp"
#include "bench/peers/standing_json.hpp"

#include <tbb/global_control.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sstream>

namespace impinge::bench::peers {
namespace {

const BenchRun program("nbody_bench");

struct Options {
    std::vector<std::size_t> bodies{1000, 10'000, 50'000};
    std::size_t frames = 40; ///< timed ones
    std::string only;        ///< the name of a peer; all if empty
    std::uint64_t seed = 1;
    std::string json;
};

std::vector<std::size_t> numbers(const std::string& list) {
    std::vector<std::size_t> all;
    std::istringstream in(list);
    for (std::string number; std::getline(in, number, ',');) {
        all.push_back(static_cast<std::size_t>(std::atoll(number.c_str())));
        if (all.back() == 0) {
            program.give_up("'" + list + "' is not a list of positive numbers");
        }
    }
    return all;
}

Options read_options(int argc, char** argv) {
    Options options;
    for (const Argument& argument : program.arguments(argc, argv)) {
        if (argument.name == "--bodies") {
            options.bodies = numbers(argument.value);
        } else if (argument.name == "--frames") {
            options.frames = numbers(argument.value).front();
        } else if (argument.name == "--seed") {
            options.seed = numbers(argument.value).front();
        } else if (argument.name == "--only") {
            options.only = argument.value;
        } else if (argument.name == "--json") {
            options.json = argument.value;
        } else {
            program.give_up("no option is called " + argument.name);
        }
    }
    return options;
}

std::vector<Entrant<MovingBodies>> wanted_entrants(const std::string& only) {
    std::vector<Entrant<MovingBodies>> entrants = moving_bodies_entrants();
    if (!only.empty()) {
        std::erase_if(entrants, [&](const auto& entrant) { return entrant.name != only; });
    }
    if (entrants.empty()) {
        program.give_up("no peer is called '" + only + "'");
    }
    return entrants;
}

void print(const Json& peer) {
    std::printf("  %-30s %9.3f %9.3f %9.3f %11.1f %9.1f %7llu %7llu  %s\n",
                peer["name"].get<std::string>().c_str(), peer["whole_frame_ms"].get<double>(),
                peer["processor_ms"].get<double>(), peer["broad_phase_ms"].get<double>(),
                peer["candidates_per_frame"].get<double>(),
                peer["colliding_per_frame"].get<double>(), peer["missed"].get<unsigned long long>(),
                peer["invented"].get<unsigned long long>(),
                peer["hash"].get<std::string>().c_str());
    std::fflush(stdout);
}

Json measure(std::size_t bodies, const Options& options) {
    const ContestRules rules;
    const auto script = write_script({.bodies = bodies, .seed = options.seed},
                                     rules.untimed_frames + options.frames);
    if (!script) {
        program.give_up(script.error().message);
    }
    const auto entrants = wanted_entrants(options.only);
    const auto contestants = enter_all<MovingBodies>(entrants, script->scene);
    std::printf("%zu bodies: ms a frame, the same on the processor, ms until candidates, "
                "candidates, colliding, missed "
                "and invented in all, hash\n",
                bodies);
    Json size{{"bodies", bodies}, {"peers", Json::array()}};
    for (const Standing& standing : hold_contest(contestants, script->truth, rules)) {
        size["peers"].push_back(to_json(standing));
        print(size["peers"].back());
    }
    return size;
}

bool ours_is_right(const Json& size) {
    return std::none_of(size["peers"].begin(), size["peers"].end(), [](const Json& peer) {
        return peer["name"] == "impinge" && (peer["missed"] != 0 || peer["invented"] != 0);
    });
}

int run(int argc, char** argv) {
    const Options options = read_options(argc, argv);
    const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
    Json document = machine_document("impinge-nbody");
    document["seed"] = options.seed;
    document["frames"] = options.frames;
    document["sizes"] = Json::array();
    for (const std::size_t bodies : options.bodies) {
        document["sizes"].push_back(measure(bodies, options));
    }
    program.write(document, options.json);
    if (!std::all_of(document["sizes"].begin(), document["sizes"].end(), ours_is_right)) {
        std::fprintf(stderr, "nbody_bench: impinge differs from the exact engine\n");
        return 1;
    }
    return 0;
}

} // namespace
} // namespace impinge::bench::peers

int main(int argc, char** argv) { return impinge::bench::peers::run(argc, argv); }
