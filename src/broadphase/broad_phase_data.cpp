// SPDX-License-Identifier: Apache-2.0
#include "broadphase/broad_phase_data.hpp"

#include "broadphase/brute_force_pairs.hpp"
#include "broadphase/interval_tree_pairs.hpp"

#include <utility>

namespace impinge::inline v0 {
namespace {

/// More boxes than this that come, go or change their mobility, and sorting from scratch is faster.
constexpr std::size_t most_remade = 150;

bool is_sweep(BroadPhaseMethod method) {
    return method == BroadPhaseMethod::SweepInsertion || method == BroadPhaseMethod::SweepBubble;
}

BroadPhaseUpdate update_by(const ChosenMethod& with) {
    BroadPhaseUpdate update;
    update.method = with.method;
    update.reason = with.reason;
    return update;
}

/// What all boxes that changed did, now that they are known anyway.
MotionFacts facts_of(const BoxMotion& motion, const BoxChanges& changes) {
    MotionEstimate estimate;
    for (const std::uint32_t box : changes.movers) {
        estimate.add(motion.before.boxes[box], motion.now.boxes[box]);
    }
    return {motion.now.boxes.size(), estimate.moved(), estimate.swaps(motion.now.boxes),
            static_cast<double>(changes.remade.size())};
}

} // namespace

void BroadPhase::Data::remake(std::uint32_t box) {
    ++remade;
    if (sweep.kept()) {
        sweep.touch(box);
    }
}

void BroadPhase::Data::move(std::uint32_t box, const Box3& to) {
    if (sweep.kept()) {
        sweep.touch(box);
    } else if (method == BroadPhaseMethod::Auto) {
        motion.add(table.boxes().boxes[box], table.grown(to));
    }
    table.set(box, to);
}

void BroadPhase::Data::move_all(std::span<const Box3> boxes) {
    if (sweep.kept()) {
        sweep.touch_all();
    } else if (method == BroadPhaseMethod::Auto) {
        motion.add_all(table.boxes().boxes, boxes);
    }
    table.set_all(boxes);
}

BroadPhaseUpdate BroadPhase::Data::update(const Context& context) {
    const ChosenMethod asked{method, "asked for"};
    BroadPhaseUpdate update = method == BroadPhaseMethod::Auto ? choose_and_update(context)
                              : is_sweep(method)               ? update_sweep(asked, context)
                                                 : update_from_scratch(asked, context);
    update.pairs = pairs;
    update.added = changes.added;
    update.removed = changes.removed;
    motion.clear();
    remade = 0;
    return update;
}

BroadPhaseUpdate BroadPhase::Data::choose_and_update(const Context& context) {
    if (sweep.kept()) {
        return choose_with_lists(context);
    }
    const std::span<const Box3> boxes = table.boxes().boxes;
    const ChosenMethod chosen = choice.next(
        {boxes.size(), motion.moved(), motion.swaps(boxes), static_cast<double>(remade)});
    return is_sweep(chosen.method) ? update_sweep(chosen, context)
                                   : update_from_scratch(chosen, context);
}

BroadPhaseUpdate BroadPhase::Data::choose_with_lists(const Context& context) {
    const BoxChanges since = sweep.changes(table.boxes());
    const MotionFacts facts = facts_of({sweep.before(), table.boxes()}, since);
    const ChosenMethod chosen = choice.next(facts);
    if (!is_sweep(chosen.method)) {
        return update_from_scratch(chosen, context);
    }
    const BroadPhaseUpdate update = update_lists(chosen, since, context);
    choice.learn(facts, update.swaps);
    return update;
}

BroadPhaseUpdate BroadPhase::Data::update_from_scratch(const ChosenMethod& with,
                                                       const Context& context) {
    sweep.drop();
    BroadPhaseUpdate update = update_by(with);
    update.tests = find_pairs(with.method, context);
    update.partial = with.method == BroadPhaseMethod::BruteForce && context.cancelled();
    return update;
}

BroadPhaseUpdate BroadPhase::Data::update_sweep(const ChosenMethod& with, const Context& context) {
    if (sweep.kept()) {
        return update_lists(with, sweep.changes(table.boxes()), context);
    }
    BroadPhaseUpdate update = update_by(with);
    update.tests = find_pairs(BroadPhaseMethod::Batch, context);
    sweep.build(table.boxes(), context);
    return update;
}

BroadPhaseUpdate BroadPhase::Data::update_lists(const ChosenMethod& with, const BoxChanges& since,
                                                const Context& context) {
    if (since.remade.size() > most_remade) {
        sweep.drop();
        return update_sweep(with, context);
    }
    SweepUpdate swept = sweep.update(
        table.boxes(), since,
        with.method == BroadPhaseMethod::SweepBubble ? SweepSort::Bubble : SweepSort::Insertion,
        context);
    changes = {std::move(swept.begun), std::move(swept.ended)};
    if (!changes.added.empty() || !changes.removed.empty()) {
        std::swap(pairs, pairs_before);
        apply_changes(pairs_before, changes, pairs);
    }
    BroadPhaseUpdate update = update_by(with);
    update.swaps = swept.swaps;
    return update;
}

/// Returns how many boxes were compared.
std::uint64_t BroadPhase::Data::find_pairs(BroadPhaseMethod with, const Context& context) {
    std::swap(pairs, pairs_before);
    std::uint64_t tests = 0;
    if (with == BroadPhaseMethod::Batch) {
        // Quick enough to need no stop; and lists are built on these pairs, so none may be missing.
        const auto found = batch.find(table.boxes(), Context(context.threads()));
        pairs.assign(found.begin(), found.end());
        tests = batch.tests();
    } else {
        FoundBoxPairs found = with == BroadPhaseMethod::IntervalTree
                                  ? interval_tree_pairs(table.boxes())
                                  : brute_force_pairs(table.boxes(), context);
        pairs = std::move(found.pairs);
        tests = found.tests;
    }
    find_changes(pairs_before, pairs, changes);
    return tests;
}

} // namespace impinge::inline v0
