// SPDX-License-Identifier: Apache-2.0
#include "bench/papers/icollide.hpp"

#include "bench/peers/world_bodies.hpp"

namespace impinge::bench {

std::vector<Variant> icollide_variants() {
    constexpr auto sweep = BroadPhaseMethod::SweepInsertion;
    return {{"fixed cubes", {.broad_phase = sweep, .boxes = BoxKind::FixedCube}},
            {"dynamic boxes, method 1", {.broad_phase = sweep, .boxes = BoxKind::WalkFaces}},
            {"dynamic boxes, method 2", {.broad_phase = sweep, .boxes = BoxKind::WalkEdges}},
            {"by default", {}}};
}

StagedWorld::StagedWorld(const peers::MovingBodies& scene, const WorldOptions& options)
    : scene_(scene), world_(options), ids_(peers::add_bodies(world_, scene)) {}

void StagedWorld::ask(std::size_t frame, peers::Answer& answer) {
    peers::move_bodies(world_, ids_, scene_.frames[frame]);
    const WorldStep step = peers::value_or_throw(world_.step(Context(1)));
    peers::take_over(step, answer);
    frames_.push_back({step.milliseconds, step.swaps});
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
        {"method", to_string(last_method_)}};
}

} // namespace impinge::bench
