// SPDX-License-Identifier: Apache-2.0
//
// The road of a step: boxes of what moved, the pairs of them that overlap, a verdict for each, and
// what there is to tell.
#include "base/enum_names.hpp"
#include "base/no_throw.hpp"
#include "base/stopwatch.hpp"
#include "world/step/step.hpp"
#include "world/weighted_work.hpp"
#include "world/world_data.hpp"

#include <array>
#include <cmath>

namespace impinge::inline v0 {
namespace {

Status check_options(const WorldOptions& options) {
    if (options.margin >= 0 && std::isfinite(options.margin)) {
        return {};
    }
    return Error{ErrorCode::InvalidArgument,
                 "margin: must be a finite number that is not negative"};
}

/// The boxes that the broad phase compares, brought up to date where bodies moved.
std::span<const Box3> boxes_to_compare(World::Data& world) {
    if (world.options.margin == 0) {
        return world.bodies.boxes;
    }
    world.grown_boxes.resize(world.bodies.slots());
    for (const std::uint32_t i : world.bodies.moved()) {
        world.grown_boxes[i] = grown_by_half(world.bodies.boxes[i], world.options.margin);
    }
    return world.grown_boxes;
}

BroadPhaseUpdate find_overlaps(World::Data& world, const Context& context) {
    const BodyTable& bodies = world.bodies;
    const std::span<const Box3> boxes = boxes_to_compare(world);
    if (bodies.moved().size() > bodies.slots() / 2) {
        world.broad_phase.move_all(boxes);
        return world.broad_phase.update(context);
    }
    for (const std::uint32_t i : bodies.moved()) {
        if (bodies[i].alive) {
            world.broad_phase.move(i, boxes[i]);
        }
    }
    return world.broad_phase.update(context);
}

Status decide(World::Data& world, std::span<const BoxPair> overlaps, const Context& context) {
    take_candidates(world.bodies, overlaps, world.options.margin, world.candidates,
                    world.next_candidates);
    std::swap(world.candidates, world.next_candidates);
    decide_polytopes(world.bodies, world.candidates, world.options.convex_search, context);
    return decide_others(world.bodies, world.candidates,
                         {world.options.detail, world.options.margin, world.options.contact_points,
                          world.options.overlaps, world.options.open_meshes,
                          world.options.convex_search, world.options.narrow_phase},
                         context);
}

void count(const World::Data& world, WorldStep& step) {
    step.candidates = world.candidates.size();
    for (const WorldCandidate& candidate : world.candidates) {
        step.asked_exact += candidate.record && candidate.record->interference ? 1 : 0;
        step.settled_by_features += candidate.decided_by == DecidedBy::ClosestFeatures ? 1 : 0;
        step.partial = step.partial || candidate.settled_for != world.bodies.step();
    }
    for (const WorldPair& pair : step.pairs) {
        step.interfering += pair.interferes() ? 1 : 0;
        step.undecided += pair.decided() ? 0 : 1;
    }
}

/// Pairs and what there is to say of them, once verdicts are known.
Status tell(World::Data& world, WorldStep& step, const Context& context) {
    auto pairs = list_pairs(world.bodies, world.candidates, world.options, context);
    if (!pairs) {
        return pairs.error();
    }
    step.pairs = std::move(*pairs);
    step.ended = tell_events(step.pairs, world.near);
    count(world, step);
    step.partial = step.partial || context.cancelled();
    step.hash = hash_of(step.pairs, world.options.detail);
    return {};
}

Expected<WorldStep> step_or_throw(World::Data& world, const Context& context) {
    if (const Status status = check_options(world.options); !status) {
        return status.error();
    }
    Stopwatch watch;
    WorldStep step;
    world.repair();
    // Soon done, and what comes after must be able to rely on it.
    const Context uninterrupted(context.threads());
    if (const Status status = update_boxes(world.bodies, world.options.boxes, uninterrupted);
        !status) {
        return status.error();
    }
    step.milliseconds.boxes = watch.lap();
    const BroadPhaseUpdate overlaps = find_overlaps(world, uninterrupted);
    step.broad_phase = overlaps.method;
    step.broad_phase_reason = overlaps.reason;
    step.swaps = overlaps.swaps;
    step.milliseconds.broad_phase = watch.lap();
    context.report(0.2);

    Status status = decide(world, overlaps.pairs, part_of(context, 0.2, 0.9));
    if (status) {
        status = tell(world, step, context);
    }
    if (!status) {
        world.candidates.clear(); // half of them are of this step, half of the one before
        return status.error();
    }
    world.bodies.end_step();
    step.milliseconds.narrow_phase = watch.lap();
    step.milliseconds.total =
        step.milliseconds.boxes + step.milliseconds.broad_phase + step.milliseconds.narrow_phase;
    context.report(1);
    return step;
}

} // namespace

Expected<WorldStep> World::step(const Context& context) {
    return no_throw([&]() -> Expected<WorldStep> {
        try {
            return step_or_throw(*data_, context);
        } catch (...) {
            data_->damaged = true; // or not: nobody knows how far it came
            data_->forget_last_step();
            throw;
        }
    });
}

const char* to_string(DecidedBy decided_by) {
    constexpr std::array names{"convex-proof",      "hierarchy", "exact",
                               "exact-after-doubt", "given",     "closest-features"};
    return name_in(names, decided_by);
}

} // namespace impinge::inline v0
