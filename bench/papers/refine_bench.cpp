// SPDX-License-Identifier: Apache-2.0
//
// What it costs that nothing falls between the pixels: the cascade as it is and refined, the
// conservative search of surface peeling, and the exact engine.
//
//     refine_bench [--device software|opengl[:ADAPTER]]
//
// Needs no files. Times are of the process, least of some runs, on one thread. Fails if a refined
// answer is another than the exact one.
#include "bench/papers/paper_run.hpp"
#include "impinge/depth_methods.hpp"
#include "impinge/peeling.hpp"
#include "scenes/assembly.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <limits>

namespace impinge::bench {
namespace {

using imagespace::DepthRefinement;
using imagespace::PeeledPairs;
using imagespace::Sampled;

const PaperRun program("refine_bench");

struct Case {
    const char* name;
    Mesh a;
    Mesh b;
    Rigid pose_b;
};

/// A tip two thousandths wide that hangs down from a ceiling to a floor, with a post beside it, so
/// that boxes tell nothing.
Case tip_between_pixels(const char* name, double height) {
    const Mesh tip = scenes::box({0.3, 0.3, height}, {0.302, 0.302, 0.55});
    const Mesh post = scenes::box({1.1, -1, -0.5}, {1.2, 1, 0.55});
    const Mesh ceiling = scenes::box({-1, -1, 0.5}, {1.15, 1, 0.6}, 20'000);
    return {name, scenes::box({-1, -1, -1}, {1, 1, 0}, 20'000),
            scenes::joined({ceiling, tip, post}), Rigid{}};
}

Case balls(const char* name, double distance) {
    return {name, scenes::bumpy_sphere({.triangles = 20'000, .amplitude = 0.3, .seed = 1}),
            scenes::bumpy_sphere({.triangles = 20'000, .amplitude = 0.3, .seed = 2}),
            translation(Vec3d{0.557, 0.743, 0.371} * distance)};
}

std::vector<Case> cases() {
    return {tip_between_pixels("tip 0.001 deep", -0.001), tip_between_pixels("tip above", 0.001),
            balls("deep", 0.54), balls("grazing", 1.9), balls("apart", 2.4)};
}

/// Milliseconds of the processor.
double processor_time() {
    return 1e3 * static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

template <typename Ask> auto timed(Ask ask, double& least) {
    constexpr int runs = 7;
    least = std::numeric_limits<double>::infinity();
    auto answer = ask();
    for (int i = 0; i < runs; ++i) {
        const double start = processor_time();
        answer = ask();
        least = std::min(least, processor_time() - start);
    }
    if (!answer) {
        program.give_up(answer.error().message);
    }
    return std::move(*answer);
}

/// True if every answer that claims to be exact is.
bool measure(raster::Device& device, const Case& one, int resolution) {
    const Context context(1);
    const Body a{one.a.view()};
    const Body b{one.b.view(), one.pose_b};
    const auto cascade = [&](DepthRefinement refine) {
        return imagespace::sampled_collide(device, a, b,
                                           {.resolution = resolution, .refine = refine}, context);
    };
    std::array<double, 4> ms{};
    const Sampled plain = timed([&] { return cascade(DepthRefinement::None); }, ms[0]);
    const Sampled refined = timed([&] { return cascade(DepthRefinement::Conservative); }, ms[1]);
    const PeeledPairs peeled = timed(
        [&] {
            return imagespace::surface_peeling(
                device, a, b,
                {.search = imagespace::PeelingSearch::Conservative, .resolution = resolution},
                context);
        },
        ms[2]);
    const Interference exact =
        timed([&] { return collide(a, b, {.detail = Detail::Pairs}, context); }, ms[3]);
    std::printf("%-15s %4d px  cascade %7.2f ms %-8s  refined %7.2f ms %-8s %6lu pixels %6lu "
                "candidates %016lx  peeling %7.2f ms %016lx  exact %6.2f ms %s %zu pairs\n",
                one.name, resolution, ms[0], to_string(plain.interference.verdict), ms[1],
                to_string(refined.interference.verdict),
                static_cast<unsigned long>(refined.refinement.open_pixels),
                static_cast<unsigned long>(refined.refinement.candidates),
                static_cast<unsigned long>(refined.interference.hash), ms[2],
                static_cast<unsigned long>(peeled.interference.hash), ms[3],
                to_string(exact.verdict), exact.pairs.size());
    std::fflush(stdout);
    return refined.interference.verdict == exact.verdict && peeled.interference.hash == exact.hash;
}

int run(raster::Device& device) {
    bool same = true;
    for (const Case& one : cases()) {
        for (const int resolution : {64, 512}) {
            same = measure(device, one, resolution) && same;
        }
    }
    return same ? EXIT_SUCCESS : EXIT_FAILURE;
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
