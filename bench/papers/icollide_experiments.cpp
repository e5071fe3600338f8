// SPDX-License-Identifier: Apache-2.0
#include "bench/papers/icollide.hpp"

#include "bench/peers/world_bodies.hpp"

namespace impinge::bench {
namespace {

std::vector<double> evenly(double first, double last, int count) {
    std::vector<double> values(static_cast<std::size_t>(count));
    for (int i = 0; double& value : values) {
        value = first + (last - first) * i++ / (count - 1);
    }
    return values;
}

/// What the walk was made for. Different shapes come from memory, few stay in the caches.
void move_little(scenes::SwarmParameters& swarm, double faces, std::size_t shapes) {
    swarm.faces = static_cast<std::size_t>(faces);
    swarm.bodies = 300;
    swarm.density = 0.04;
    swarm.shapes = shapes;
    swarm.translation = 0.01;
    swarm.rotation_degrees = 1;
}

} // namespace

std::vector<Graph> icollide_graphs() {
    using Swarm = scenes::SwarmParameters;
    const std::vector<double> many_faces{20, 36, 72, 150, 300, 600, 1200, 2400};
    return {{"number", "polytopes", evenly(20, 2000, 100),
             [](Swarm& s, double value) { s.bodies = static_cast<std::size_t>(value); }},
            {"faces", "faces of a polytope", evenly(10, 200, 20),
             [](Swarm& s, double value) { s.faces = static_cast<std::size_t>(value); }},
            {"density", "density in percent", evenly(0.5, 10, 20),
             [](Swarm& s, double value) { s.density = value / 100; }},
            {"rotation", "degrees a frame", evenly(2, 40, 20),
             [](Swarm& s, double value) { s.rotation_degrees = value; }},
            {"translation", "percent of the radius a frame", evenly(2.5, 50, 20),
             [](Swarm& s, double value) { s.translation = value / 100; }},
            {"coherence", "faces of a polytope that moves little", many_faces,
             [](Swarm& s, double value) { move_little(s, value, 64); }},
            {"shared", "faces of one of two polytopes that move little", many_faces,
             [](Swarm& s, double value) { move_little(s, value, 2); }}};
}

std::vector<Variant> icollide_variants() {
    constexpr auto sweep = BroadPhaseMethod::SweepInsertion;
    constexpr auto walk = ConvexSearch::ClosestFeatures;
    return {{"fixed cubes", {.broad_phase = sweep, .boxes = BoxKind::FixedCube}},
            {"fixed cubes, walk",
             {.broad_phase = sweep, .boxes = BoxKind::FixedCube, .convex_search = walk}},
            {"dynamic boxes, method 1", {.broad_phase = sweep, .boxes = BoxKind::WalkFaces}},
            {"dynamic boxes, method 2", {.broad_phase = sweep, .boxes = BoxKind::WalkEdges}},
            {"dynamic boxes, method 2, walk",
             {.broad_phase = sweep, .boxes = BoxKind::WalkEdges, .convex_search = walk}},
            {"by default", {}},
            {"by default, walk", {.convex_search = walk}}};
}

StagedWorld::StagedWorld(const peers::MovingBodies& scene, const WorldOptions& options)
    : scene_(scene), world_(options), ids_(peers::add_bodies(world_, scene)) {}

void StagedWorld::ask(std::size_t frame, peers::Answer& answer) {
    peers::move_bodies(world_, ids_, scene_.frames[frame]);
    const WorldStep step = peers::value_or_throw(world_.step(Context(1)));
    peers::take_over(step, answer);
    frames_.push_back({step.milliseconds, step.swaps, step.settled_by_features});
    last_method_ = step.broad_phase;
}

Json StagedWorld::to_json(std::size_t first_frame) const {
    const auto middle = [&](const auto& of) {
        std::vector<double> values;
        for (std::size_t i = first_frame; i < frames_.size(); ++i) {
            values.push_back(of(frames_[i]));
        }
        return median(values);
    };
    return {
        {"boxes_ms", middle([](const Stages& s) { return s.milliseconds.boxes; })},
        {"broad_phase_ms", middle([](const Stages& s) { return s.milliseconds.broad_phase; })},
        {"narrow_phase_ms", middle([](const Stages& s) { return s.milliseconds.narrow_phase; })},
        {"step_ms", middle([](const Stages& s) { return s.milliseconds.total; })},
        {"swaps", middle([](const Stages& s) { return static_cast<double>(s.swaps); })},
        {"settled_by_features",
         middle([](const Stages& s) { return static_cast<double>(s.settled_by_features); })},
        {"method", to_string(last_method_)}};
}

} // namespace impinge::bench
