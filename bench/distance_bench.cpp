// SPDX-License-Identifier: Apache-2.0
//
// Smallest distance of two bodies: ours, which keeps nothing between queries, beside FCL's, with
// its trees built for the query and with trees that are there already. Every line prints the
// distance it found.
#include "impinge/distance.hpp"

#include "bench/add_benchmark.hpp"
#include "geometry/bvh.hpp"
#include "geometry/triangle_distance.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/torus_knot.hpp"

#include <benchmark/benchmark.h>

#include <array>
#include <functional>
#include <string>

#ifdef IMPINGE_BENCH_FCL
#include "bench/fcl_model.hpp"
#endif

namespace impinge {
namespace {

struct Case {
    std::string name;
    Mesh a;
    Mesh b;
};

Mesh moved(Mesh mesh, double scale, Vec3d offset) {
    for (Vec3d& p : mesh.positions) {
        p = p * scale + offset;
    }
    return mesh;
}

/// `triangles` in each of the two bodies.
std::vector<Case> make_cases(std::size_t triangles) {
    const Mesh ball = scenes::bumpy_sphere({.triangles = triangles, .seed = 1});
    const Mesh other = scenes::bumpy_sphere({.triangles = triangles, .seed = 2});
    auto knots = scenes::tangled_knots(2, {.triangles = 2 * triangles});
    std::vector<Case> cases;
    cases.push_back({"near_miss", ball, moved(other, 1, {2.2, 0.3, 0.1})});
    cases.push_back({"far", ball, moved(other, 1, {20, 3, 1})});
    cases.push_back({"crossing", ball, moved(other, 1, {1.5, 0.3, 0.1})});
    cases.push_back({"knots", std::move(knots[0]), std::move(knots[1])});
    cases.push_back({"shells", ball, moved(ball, 0.99, {})});
    return cases;
}

void show(benchmark::State& state, double distance) {
    state.SetLabel("distance " + std::to_string(distance));
}

void measure_ours(benchmark::State& state, const Case& bodies, unsigned threads) {
    double found = 0;
    for (auto _ : state) {
        found = distance({bodies.a.view()}, {bodies.b.view()}, {Context(threads)})->distance;
    }
    show(state, found);
}

/// The question most often asked: a clearance that is kept.
void measure_within(benchmark::State& state, const Case& bodies, unsigned threads) {
    const double kept = distance({bodies.a.view()}, {bodies.b.view()})->distance * 0.5;
    for (auto _ : state) {
        benchmark::DoNotOptimize(
            within({bodies.a.view()}, {bodies.b.view()}, kept, {Context(threads)})->within);
    }
    show(state, kept);
}

void measure_tree(benchmark::State& state, const Mesh& mesh) {
    std::vector<Box3> boxes;
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        const Triangle t = mesh.view().triangle(i);
        boxes.push_back(extend(extend(extend(Box3{}, t[0]), t[1]), t[2]));
    }
    for (auto _ : state) {
        const Bvh tree(boxes, Context(1));
        benchmark::DoNotOptimize(tree.nodes().data());
    }
}

void measure_triangles(benchmark::State& state, const Case& bodies) {
    std::size_t i = 0;
    for (auto _ : state) {
        const Triangle a = bodies.a.view().triangle(i % bodies.a.triangles.size());
        const Triangle b = bodies.b.view().triangle(i % bodies.b.triangles.size());
        benchmark::DoNotOptimize(triangle_gap(a, b, 1).squared);
        i += 977;
    }
}

#ifdef IMPINGE_BENCH_FCL
using FclModel = fcl::BVHModel<fcl::RSSd>;

double fcl_distance(const FclModel& a, const FclModel& b) {
    fcl::DistanceRequestd request;
    request.enable_nearest_points = true;
    fcl::DistanceResultd result;
    const fcl::Transform3d here = fcl::Transform3d::Identity();
    fcl::distance(&a, here, &b, here, request, result);
    return result.min_distance;
}

void measure_fcl_build_and_query(benchmark::State& state, const Case& bodies) {
    double found = 0;
    for (auto _ : state) {
        found = fcl_distance(*bench::fcl_model<fcl::RSSd>(bodies.a),
                             *bench::fcl_model<fcl::RSSd>(bodies.b));
    }
    show(state, found);
}

void measure_fcl_prebuilt(benchmark::State& state, const Case& bodies) {
    const auto a = bench::fcl_model<fcl::RSSd>(bodies.a);
    const auto b = bench::fcl_model<fcl::RSSd>(bodies.b);
    double found = 0;
    for (auto _ : state) {
        found = fcl_distance(*a, *b);
    }
    show(state, found);
}
#endif

void add_case(const Case& bodies, const std::string& size) {
    const std::string name = bodies.name + "/" + size + "/";
    for (const unsigned threads : {1U, 0U}) {
        const std::string suffix = threads == 1 ? "1_thread" : "all_threads";
        bench::add_benchmark(name + "impinge/" + suffix, [&bodies, threads](auto& state) {
            measure_ours(state, bodies, threads);
        });
    }
    bench::add_benchmark(name + "impinge_within_half/1_thread",
                         [&bodies](auto& state) { measure_within(state, bodies, 1); });
#ifdef IMPINGE_BENCH_FCL
    bench::add_benchmark(name + "fcl_prebuilt",
                         [&bodies](auto& state) { measure_fcl_prebuilt(state, bodies); });
    bench::add_benchmark(name + "fcl_build_and_query",
                         [&bodies](auto& state) { measure_fcl_build_and_query(state, bodies); });
#endif
}

} // namespace
} // namespace impinge

int main(int argc, char** argv) {
    using namespace impinge;
    benchmark::Initialize(&argc, argv);
    const std::array<std::vector<Case>, 2> cases{make_cases(10000), make_cases(100000)};
    for (std::size_t size = 0; size < cases.size(); ++size) {
        for (const Case& bodies : cases[size]) {
            add_case(bodies, size == 0 ? "10k" : "100k");
        }
    }
    bench::add_benchmark("bvh/100k", [&](auto& state) { measure_tree(state, cases[1][0].a); });
    benchmark::RegisterBenchmark("triangle_gap/random",
                                 [&](auto& state) { measure_triangles(state, cases[0][0]); });
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
