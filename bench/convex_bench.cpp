// SPDX-License-Identifier: Apache-2.0
//
// Closest features of two polytopes, one of which passes around the other: nanoseconds and steps
// per query against the motion per frame and the number of faces. Lines: the bare walk, the proved
// answer, the answer without a start, a search over all features, FCL's two GJK solvers. Every line
// prints the sum of the distances it found.
#include "convex/closest_features/exhaustive_search.hpp"
#include "convex/convex_pair.hpp"
#include "scenes/polytope.hpp"

#include <benchmark/benchmark.h>

#include <functional>
#include <string>
#include <vector>

#ifdef IMPINGE_BENCH_FCL
#include "bench/fcl_convex.hpp"
#endif

namespace impinge {
namespace {

constexpr std::size_t frame_count = 2048;

/// B turns about an axis of its own while it circles A at a distance that swings.
struct Passage {
    Polytope a;
    Polytope b;
    std::vector<Rigid> poses; ///< of B; A stands still
};

Polytope polytope(std::size_t triangles, std::uint64_t seed) {
    return *Polytope::from_mesh(
        scenes::random_polytope({.triangles = triangles, .seed = seed}).view());
}

struct Motion {
    double nearest = 2.05; ///< between the centres; the radii are 1
    double farthest = 2.6;
    double degrees = 10; ///< per frame: B's turn; it moves by a hundredth for each degree
};

Passage passage(std::size_t triangles, const Motion& motion) {
    Passage made{polytope(triangles, 1), polytope(triangles, 2), {}};
    for (std::size_t i = 0; i < frame_count; ++i) {
        const double turned = motion.degrees * static_cast<double>(i);
        const double around = turned / 4; // degrees; a hundredth is about half a degree of arc
        const Vec3d swing = apply(rotation_degrees({0, 0, 1}, turned / 3), {1, 0, 0});
        const double distance =
            motion.nearest + (motion.farthest - motion.nearest) * (0.5 + 0.5 * swing.x);
        Rigid pose = rotation_degrees({1, 2, 3}, turned);
        pose.translation = apply(rotation_degrees({3, -1, 2}, around), {0, distance, 0});
        made.poses.push_back(pose);
    }
    return made;
}

/// One query: the pose of B, and what is kept between frames.
using Query = std::function<ClosestFeatures(const Passage&, const Rigid&, FeaturePair&)>;

ClosestFeatures bare_walk(const Passage& bodies, const Rigid& pose_b, FeaturePair& kept) {
    const RelativePose pose = relative_pose({}, pose_b);
    const WalkResult found = walk_to_closest(bodies.a.data(), bodies.b.data(), pose, kept);
    kept = found.features;
    ClosestFeatures answer;
    answer.steps = found.steps;
    answer.penetrating = found.end == WalkEnd::Common;
    answer.distance = answer.penetrating ? 0 : length(walk_direction(found, pose));
    return answer;
}

ClosestFeatures proved(const Passage& bodies, const Rigid& pose_b, FeaturePair& kept) {
    const Rigid here;
    const ClosestFeatures answer =
        closest_features(ConvexPair{bodies.a.data(), bodies.b.data(), here, pose_b}, kept);
    kept = answer.features;
    return answer;
}

ClosestFeatures without_start(const Passage& bodies, const Rigid& pose_b, FeaturePair& /*kept*/) {
    FeaturePair nothing;
    return bare_walk(bodies, pose_b, nothing);
}

ClosestFeatures searched(const Passage& bodies, const Rigid& pose_b, FeaturePair& /*kept*/) {
    const RelativePose pose = relative_pose({}, pose_b);
    const WalkResult found = search_all_features({bodies.a.data(), bodies.b.data(), pose});
    ClosestFeatures answer;
    answer.steps = found.steps;
    answer.distance = found.end == WalkEnd::Common ? 0 : length(walk_direction(found, pose));
    return answer;
}

void measure(benchmark::State& state, const Passage& bodies, const Query& query,
             std::size_t frames) {
    double sum = 0;
    double steps = 0;
    for (auto _ : state) {
        FeaturePair kept;
        sum = 0;
        steps = 0;
        for (std::size_t i = 0; i < frames; ++i) {
            const ClosestFeatures found = query(bodies, bodies.poses[i], kept);
            sum += found.distance;
            steps += found.steps;
        }
    }
    const auto queries = static_cast<double>(frames);
    state.counters["query"] = benchmark::Counter(
        queries, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
    state.counters["steps"] = steps / queries;
    state.SetLabel("mean distance " + std::to_string(sum / queries));
}

#ifdef IMPINGE_BENCH_FCL
Query fcl_query(const Passage& bodies, fcl::GJKSolverType solver) {
    return [a = bench::fcl_convex(bodies.a), b = bench::fcl_convex(bodies.b),
            solver](const Passage&, const Rigid& pose_b, FeaturePair&) {
        ClosestFeatures answer;
        answer.distance = bench::fcl_distance(a, fcl::Transform3d::Identity(), b,
                                              bench::fcl_pose(pose_b), solver);
        return answer;
    };
}
#endif

void add(const std::string& name, const Passage& bodies, const Query& query,
         std::size_t frames = frame_count) {
    benchmark::RegisterBenchmark(name.c_str(), [bodies, query, frames](benchmark::State& state) {
        measure(state, bodies, query, frames);
    })->Unit(benchmark::kMicrosecond);
}

void add_all(const std::string& name, const Passage& bodies) {
    add(name + "/walk", bodies, bare_walk);
    add(name + "/proved", bodies, proved);
    add(name + "/no_start", bodies, without_start);
    add(name + "/search", bodies, searched, 8);
#ifdef IMPINGE_BENCH_FCL
    add(name + "/fcl_libccd", bodies, fcl_query(bodies, fcl::GST_LIBCCD));
    add(name + "/fcl_indep", bodies, fcl_query(bodies, fcl::GST_INDEP));
#endif
}

} // namespace
} // namespace impinge

int main(int argc, char** argv) {
    using namespace impinge;
    for (const double degrees : {0.1, 1.0, 10.0, 90.0}) {
        const std::string motion = std::to_string(degrees).substr(0, 4);
        add_all("faces:36/degrees:" + motion, passage(36, {.degrees = degrees}));
    }
    for (const std::size_t faces : {12U, 120U, 400U, 1200U}) {
        add_all("faces:" + std::to_string(faces) + "/degrees:1", passage(faces, {.degrees = 1}));
    }
    add_all("faces:36/overlapping", passage(36, {.nearest = 0.5, .farthest = 2.2}));
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
