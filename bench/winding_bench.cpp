// SPDX-License-Identifier: Apache-2.0
//
// The generalised winding number of a ball with a hole at 64 points: every triangle for every
// point, and the tree at several accuracies. Every line prints the sum of the numbers it found, and
// for the tree how far the worst of them is from the direct sum.
#include "impinge/winding.hpp"

#include "base/random.hpp"
#include "bench/add_benchmark.hpp"
#include "scenes/bumpy_sphere.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>

namespace impinge {
namespace {

struct Case {
    Mesh mesh;
    std::vector<Vec3d> points;
    std::vector<double> direct;
};

Case make_case(std::size_t triangles, std::size_t points) {
    Case made;
    made.mesh = scenes::bumpy_sphere({.triangles = triangles, .seed = 1});
    made.mesh.triangles.resize(made.mesh.triangles.size() * 49 / 50);
    Random random(64);
    for (std::size_t i = 0; i < points; ++i) {
        const double x = random.uniform(-1.5, 1.5);
        const double y = random.uniform(-1.5, 1.5);
        const double z = random.uniform(-1.5, 1.5);
        made.points.push_back({x, y, z});
    }
    made.direct = generalized_winding_numbers(made.mesh.view(), made.points,
                                              {.method = WindingMethod::Direct})
                      ->values;
    return made;
}

void measure(benchmark::State& state, const Case& made, const WindingOptions& options) {
    std::vector<double> found;
    for (auto _ : state) {
        found =
            generalized_winding_numbers(made.mesh.view(), made.points, options, Context(1))->values;
    }
    double worst = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        worst = std::max(worst, std::abs(found[i] - made.direct[i]));
    }
    const double sum = std::accumulate(found.begin(), found.end(), 0.0);
    state.SetLabel("sum " + std::to_string(sum) + ", worst " + std::to_string(worst));
}

void add_cases(std::size_t triangles, std::size_t points) {
    const auto made = std::make_shared<const Case>(make_case(triangles, points));
    const std::string name =
        "winding/" + std::to_string(triangles) + "/points:" + std::to_string(points);
    bench::add_benchmark(name + "/direct", [made](benchmark::State& state) {
        measure(state, *made, {.method = WindingMethod::Direct});
    });
    for (const double accuracy : {1e-1, 1e-2, 1e-3, 1e-5}) {
        bench::add_benchmark(
            name + "/tree:" + std::to_string(accuracy), [made, accuracy](benchmark::State& state) {
                measure(state, *made, {.accuracy = accuracy, .method = WindingMethod::Tree});
            });
    }
}

} // namespace
} // namespace impinge

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    for (const std::size_t triangles : {2'000UL, 20'000UL, 200'000UL}) {
        impinge::add_cases(triangles, 64);
    }
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
