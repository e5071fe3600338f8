// SPDX-License-Identifier: Apache-2.0
#include "broadphase/broad_phase.hpp"

#include "base/enum_names.hpp"
#include "broadphase/found_pairs.hpp"
#include "impinge/broadphase.hpp"
#include "math/measures.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace impinge::inline v0 {

Box3 BoxTable::grown(const Box3& box) const {
    if (is_empty(box)) { // which growing could undo
        return {};
    }
    return impinge::grown(box, tolerance_);
}

std::uint32_t BoxTable::insert(const Box3& box, Mobility mobility) {
    if (free_.empty()) {
        boxes_.push_back(grown(box));
        mobility_.push_back(mobility);
        exists_.push_back(1);
        return static_cast<std::uint32_t>(boxes_.size() - 1);
    }
    std::pop_heap(free_.begin(), free_.end(), std::greater<>{});
    const std::uint32_t number = free_.back();
    free_.pop_back();
    boxes_[number] = grown(box);
    mobility_[number] = mobility;
    exists_[number] = 1;
    return number;
}

void BoxTable::remove(std::uint32_t box) {
    boxes_[box] = {};
    exists_[box] = 0;
    free_.push_back(box);
    std::push_heap(free_.begin(), free_.end(), std::greater<>{});
}

void BoxTable::set_all(std::span<const Box3> boxes) {
    boxes = boxes.first(std::min(boxes.size(), boxes_.size()));
    if (tolerance_ > 0) {
        std::transform(boxes.begin(), boxes.end(), boxes_.begin(),
                       [&](const Box3& box) { return grown(box); });
    } else {
        std::copy(boxes.begin(), boxes.end(), boxes_.begin());
    }
    for (const std::uint32_t number : free_) {
        boxes_[number] = {};
    }
}

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

const char* to_string(BroadPhaseMethod method) {
    constexpr std::array names{"auto",          "sweep-insertion", "sweep-bubble",
                               "interval-tree", "batch",           "brute-force"};
    return name_in(names, method);
}

BroadPhase::BroadPhase(const BroadPhaseOptions& options) : data_(std::make_unique<Data>(options)) {}
BroadPhase::BroadPhase(BroadPhase&&) noexcept = default;
BroadPhase& BroadPhase::operator=(BroadPhase&&) noexcept = default;
BroadPhase::~BroadPhase() = default;

std::uint32_t BroadPhase::insert(const Box3& box, Mobility mobility) {
    const std::uint32_t number = data_->table.insert(box, mobility);
    data_->remake(number);
    return number;
}

void BroadPhase::remove(std::uint32_t box) {
    if (data_->table.exists(box)) {
        data_->table.remove(box);
        data_->remake(box);
    }
}

void BroadPhase::move(std::uint32_t box, const Box3& to) {
    if (data_->table.exists(box)) {
        data_->move(box, to);
    }
}

void BroadPhase::move_all(std::span<const Box3> boxes) { data_->move_all(boxes); }

void BroadPhase::set_mobility(std::uint32_t box, Mobility mobility) {
    if (data_->table.exists(box)) {
        data_->table.set_mobility(box, mobility);
        data_->remake(box);
    }
}

void BroadPhase::set_method(BroadPhaseMethod method) { data_->method = method; }

BroadPhaseUpdate BroadPhase::update(const Context& context) { return data_->update(context); }

std::size_t BroadPhase::size() const { return data_->table.size(); }

} // namespace impinge::inline v0
