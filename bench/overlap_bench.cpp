// SPDX-License-Identifier: Apache-2.0
//
// What measuring an overlap costs beside finding the pairs of triangles that meet (collide with
// Detail::Pairs), and beside CGAL's corefinement where that is there: by turns in one run, one
// thread, in milliseconds of the processor, so that other work on the machine shifts them little.
// Once as bodies come, and once with a diagnosis, which saves finding out whether they are solids.
// Every line prints the middle of the ratios round by round, and the digest of the regions.
//
//     overlap_bench [ROUNDS]
#include "base/hash.hpp"
#include "base/random.hpp"
#include "bench/timed.hpp"
#include "impinge/overlap.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/jaws.hpp"
#include "scenes/torus_knot.hpp"

#ifdef IMPINGE_BENCH_CGAL
#include "bench/overlap_peer.hpp"
#endif

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace impinge {
namespace {

struct Pair {
    std::string name;
    Mesh a;
    Mesh b;
};

Mesh moved(Mesh mesh, Vec3d offset) {
    for (Vec3d& p : mesh.positions) {
        p = p + offset;
    }
    return mesh;
}

/// Closed boxes one on the other, flush on four sides.
Mesh brick(double low, double high) {
    Mesh mesh;
    for (const double z : {low, high}) {
        for (const double y : {0.0, 1.0}) {
            for (const double x : {0.0, 1.0}) {
                mesh.positions.push_back({x, y, z});
            }
        }
    }
    mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return mesh;
}

Mesh joined(Mesh mesh, const Mesh& more) {
    const auto before = static_cast<std::uint32_t>(mesh.positions.size());
    mesh.positions.insert(mesh.positions.end(), more.positions.begin(), more.positions.end());
    for (const auto& [a, b, c] : more.triangles) {
        mesh.triangles.push_back({before + a, before + b, before + c});
    }
    return mesh;
}

std::vector<Pair> pairs() {
    std::vector<Pair> all;
    auto [upper, lower] = scenes::jaws({.bite = scenes::Bite::Biting});
    all.push_back({"jaws", std::move(upper), std::move(lower)});
    for (const std::size_t triangles : {2000U, 100000U}) {
        all.push_back(
            {"balls-" + std::to_string(triangles),
             scenes::bumpy_sphere({.triangles = triangles, .seed = 1}),
             moved(scenes::bumpy_sphere({.triangles = triangles, .seed = 2}), {1.1, 0.2, 0.1})});
    }
    all.push_back({"knot-and-ball", scenes::torus_knot({.triangles = 20000}),
                   moved(scenes::bumpy_sphere({.triangles = 10000, .seed = 3}), {1.5, 0, 0})});
    all.push_back({"bricks-flush", brick(0, 2), brick(1, 3)});
    all.push_back(
        {"two-balls-in-one-body",
         joined(scenes::bumpy_sphere({.triangles = 4000, .seed = 4}),
                moved(scenes::bumpy_sphere({.triangles = 4000, .seed = 5}), {0.9, 0.3, 0})),
         moved(scenes::bumpy_sphere({.triangles = 4000, .seed = 6}), {0.4, -0.8, 0.2})});
    return all;
}

std::uint64_t digest(const Overlap& overlap) {
    Hasher hasher;
    for (const OverlapRegion& region : overlap.regions) {
        hasher.add(region.id);
    }
    return hasher.digest();
}

template <typename Work> double computed(const Work& work) {
    const double before = bench::processor_milliseconds();
    work();
    return bench::processor_milliseconds() - before;
}

double middle(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[values.size() / 2];
}

void measure(const Pair& pair, std::size_t rounds) {
    std::vector<double> finding;
    std::vector<double> measuring;
    std::vector<double> ratios;
    std::vector<double> ratios_of_known;
    std::vector<double> cgal;
    std::vector<double> cgal_ratios;
    const Diagnosis of_a = *diagnose(pair.a.view());
    const Diagnosis of_b = *diagnose(pair.b.view());
    Overlap found;
    [[maybe_unused]] double volume_by_cgal = 0;
    for (std::size_t round = 0; round < rounds; ++round) {
        finding.push_back(computed([&] {
            (void)collide({pair.a.view()}, {pair.b.view()}, {.detail = Detail::Pairs}, Context(1));
        }));
        measuring.push_back(
            computed([&] { found = *overlap({pair.a.view()}, {pair.b.view()}, {}, Context(1)); }));
        ratios.push_back(measuring.back() / finding.back());
        ratios_of_known.push_back(computed([&] {
                                      (void)overlap({pair.a.view(), {}, &of_a},
                                                    {pair.b.view(), {}, &of_b}, {}, Context(1));
                                  }) /
                                  finding.back());
#ifdef IMPINGE_BENCH_CGAL
        if (round < 3) { // it takes its time
            std::optional<double> volume;
            const double took =
                computed([&] { volume = bench::common_volume_by_cgal(pair.a, pair.b); });
            if (volume) {
                volume_by_cgal = *volume;
                cgal.push_back(took);
                cgal_ratios.push_back(took / measuring.back());
            }
        }
#endif
    }
    std::printf("%-22s pairs %9.3f ms  overlap %9.3f ms  ratio %5.2f, diagnosed %5.2f  ",
                pair.name.c_str(), middle(finding), middle(measuring), middle(ratios),
                middle(ratios_of_known));
    if (cgal.empty()) {
        std::printf("cgal        none               ");
    } else {
        std::printf("cgal %9.1f ms = %6.1f x  ", middle(cgal), middle(cgal_ratios));
    }
    std::printf("volume %.12g (cgal %.12g)  regions %zu  %016llx\n", found.volume, volume_by_cgal,
                found.regions.size(), static_cast<unsigned long long>(digest(found)));
}

} // namespace
} // namespace impinge

int main(int argc, char** argv) {
    const std::size_t rounds =
        argc > 1 ? static_cast<std::size_t>(std::max(1L, std::strtol(argv[1], nullptr, 10))) : 9;
    for (const impinge::Pair& pair : impinge::pairs()) {
        impinge::measure(pair, rounds);
    }
}
