// SPDX-License-Identifier: Apache-2.0
//
// Every pair of many bodies: ours, which keeps nothing between calls, beside FCL's tree of boxes
// over trees of triangles, built for the call and there already. Every line prints how many pairs
// of bodies meet; ours also the hash of all answers.
#include "base/random.hpp"
#include "bench/add_benchmark.hpp"
#include "impinge/assembly.hpp"
#include "scenes/bumpy_sphere.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>

#ifdef IMPINGE_BENCH_FCL
#include "bench/fcl_assembly.hpp"
#endif

namespace impinge {
namespace {

/// Balls of 320 triangles, instances of one mesh, scattered so that each meets about one other.
struct Assembly {
    Mesh ball;
    Diagnosis diagnosis;
    std::vector<Body> bodies;
};

Assembly make_assembly(std::size_t count) {
    Assembly assembly;
    assembly.ball = scenes::bumpy_sphere({.triangles = 320, .seed = 1});
    assembly.diagnosis = *diagnose(assembly.ball.view());
    const double side = 3.2 * std::cbrt(static_cast<double>(count));
    Random random(7);
    for (std::size_t i = 0; i < count; ++i) {
        const double x = random.uniform(0, side);
        const double y = random.uniform(0, side);
        const Vec3d place{x, y, random.uniform(0, side)};
        assembly.bodies.push_back({assembly.ball.view(), translation(place), &assembly.diagnosis});
    }
    return assembly;
}

void measure_ours(benchmark::State& state, const Assembly& assembly, unsigned threads) {
    AssemblyCheck found;
    for (auto _ : state) {
        found = *check_all(assembly.bodies, {}, Context(threads));
    }
    const auto meeting = std::count_if(found.pairs.begin(), found.pairs.end(), [](const auto& p) {
        return p.interference.verdict != Verdict::Apart;
    });
    std::array<char, 17> hash{};
    std::snprintf(hash.data(), hash.size(), "%016llx", static_cast<unsigned long long>(found.hash));
    state.SetLabel(std::to_string(meeting) + " pairs meet, hash " + hash.data());
}

#ifdef IMPINGE_BENCH_FCL
bench::FclAssembly fcl_assembly(const Assembly& assembly) {
    const std::vector models(assembly.bodies.size(), bench::fcl_model<fcl::OBBRSSd>(assembly.ball));
    return {assembly.bodies, models};
}

void measure_fcl(benchmark::State& state, const Assembly& assembly) {
    std::uint64_t meeting = 0;
    for (auto _ : state) {
        meeting = fcl_assembly(assembly).count_meeting();
    }
    state.SetLabel(std::to_string(meeting) + " pairs meet");
}

void measure_fcl_prebuilt(benchmark::State& state, const Assembly& assembly) {
    const bench::FclAssembly prepared = fcl_assembly(assembly);
    std::uint64_t meeting = 0;
    for (auto _ : state) {
        meeting = prepared.count_meeting();
    }
    state.SetLabel(std::to_string(meeting) + " pairs meet");
}
#endif

} // namespace
} // namespace impinge

int main(int argc, char** argv) {
    using namespace impinge;
    std::vector<Assembly> assemblies;
    for (const std::size_t count : {200U, 2000U, 20000U}) {
        assemblies.push_back(make_assembly(count));
    }
    for (const Assembly& assembly : assemblies) {
        const std::string name = "bodies:" + std::to_string(assembly.bodies.size()) + "/";
        for (const unsigned threads : {1U, 0U}) {
            bench::add_benchmark(
                name + (threads == 1 ? "impinge/1_thread" : "impinge/all_threads"),
                [&assembly, threads](auto& state) { measure_ours(state, assembly, threads); });
        }
#ifdef IMPINGE_BENCH_FCL
        bench::add_benchmark(name + "fcl_prebuilt",
                             [&](auto& state) { measure_fcl_prebuilt(state, assembly); });
        bench::add_benchmark(name + "fcl_build_and_query",
                             [&](auto& state) { measure_fcl(state, assembly); });
#endif
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
