// SPDX-License-Identifier: Apache-2.0
//
// Figure 8 of Jang, Jeong and Han (2007) on bodies of our own: how many pairs of triangles that
// meet are missed, seen along 204 directions.
//
//     peeling_bench [--device software|opengl[:ADAPTER]]
//
// Needs no files. Fails if a pair is reported that does not meet, or if the conservative search
// misses one.
#include "bench/papers/paper_run.hpp"
#include "impinge/peeling.hpp"
#include "scenes/bumpy_sphere.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace impinge::bench {
namespace {

using imagespace::LayerNeighbours;
using imagespace::PeelingOptions;
using imagespace::PeelingSearch;
using imagespace::TriangleIds;

const PaperRun program("peeling_bench");

/// Longitude in steps of 30 degrees, latitude of 10, without the poles.
std::vector<Vec3d> directions() {
    std::vector<Vec3d> all;
    for (int longitude = 0; longitude < 360; longitude += 30) {
        for (int latitude = -80; latitude <= 80; latitude += 10) {
            const Rigid up = rotation_degrees({0, 1, 0}, -latitude);
            all.push_back(apply(compose(rotation_degrees({0, 0, 1}, longitude), up), {1, 0, 0}));
        }
    }
    return all;
}

struct Shares {
    double mean = 0;
    double largest = 0;
    double smallest = 1;
    double candidates = 0; ///< mean
    double layers = 0;     ///< mean
    double milliseconds = 0;
};

Shares missed(raster::Device& device, const Body& a, const Body& b, PeelingOptions options,
              const std::vector<TrianglePair>& all) {
    const std::vector<Vec3d> views = directions();
    const auto count = static_cast<double>(views.size());
    Shares shares;
    for (const Vec3d& view : views) {
        options.direction = view;
        const auto found = imagespace::surface_peeling(device, a, b, options);
        if (!found) {
            program.give_up(found.error().message);
        }
        if (!std::ranges::includes(all, found->interference.pairs)) {
            program.give_up("a pair was reported that does not meet");
        }
        const double share = 1 - static_cast<double>(found->interference.pairs.size()) /
                                     static_cast<double>(all.size());
        shares.mean += share / count;
        shares.largest = std::max(shares.largest, share);
        shares.smallest = std::min(shares.smallest, share);
        shares.candidates += static_cast<double>(found->report.candidates) / count;
        shares.layers += found->report.layers / count;
        shares.milliseconds += found->report.milliseconds.total / count;
    }
    return shares;
}

int run(raster::Device& device) {
    const Mesh first = scenes::bumpy_sphere({.triangles = 2900, .amplitude = 0.3, .seed = 1});
    const Mesh second = scenes::bumpy_sphere({.triangles = 2700, .amplitude = 0.3, .seed = 2});
    const Body a{first.view()};
    const Body b{second.view(), translation({0.3, 0.4, 0.2})};
    const auto exact = collide(a, b, {.detail = Detail::Pairs});
    if (!exact) {
        program.give_up(exact.error().message);
    }
    struct Row {
        const char* name;
        PeelingOptions options;
    };
    const std::array rows{
        Row{"256, last vertices", {.resolution = 256}},
        Row{"256, layers alone", {.resolution = 256, .neighbours = LayerNeighbours::Layers}},
        Row{"256, unique ids", {.resolution = 256, .ids = TriangleIds::Unique}},
        Row{"128, last vertices", {.resolution = 128}},
        Row{"512, last vertices", {.resolution = 512}},
        Row{"256, slope 1", {.resolution = 256, .steepest_slope = 1}},
        Row{"256, slope 4", {.resolution = 256, .steepest_slope = 4}},
        Row{"256, slope 16", {.resolution = 256, .steepest_slope = 16}},
        Row{"256, conservative", {.search = PeelingSearch::Conservative, .resolution = 256}},
    };
    std::printf("%zu pairs of triangles meet\n", exact->pairs.size());
    bool complete = false;
    for (const Row& row : rows) {
        const Shares shares = missed(device, a, b, row.options, exact->pairs);
        std::printf("%-20s missed %5.1f %%, at most %5.1f, at least %5.1f; %6.0f candidates, %4.1f "
                    "layers, %6.2f ms\n",
                    row.name, 100 * shares.mean, 100 * shares.largest, 100 * shares.smallest,
                    shares.candidates, shares.layers, shares.milliseconds);
        std::fflush(stdout);
        complete = shares.largest == 0; // the last row is the conservative one
    }
    return complete ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace
} // namespace impinge::bench

int main(int argc, char** argv) {
    using namespace impinge::bench;
    DeviceChoice choice;
    for (const Argument& argument : program.arguments(argc, argv)) {
        if (argument.name != "--device") {
            program.give_up("'" + argument.name + "' is not an option");
        }
        choice = program.device_choice(argument.value);
    }
    return run(*program.open(choice));
}
