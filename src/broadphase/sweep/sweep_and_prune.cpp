// SPDX-License-Identifier: Apache-2.0
#include "broadphase/sweep/sweep_and_prune.hpp"

#include "base/parallel.hpp"
#include "base/sort_unique.hpp"

#include <algorithm>
#include <cassert>

namespace impinge::inline v0 {
namespace {

/// Below this many endpoints to look at, the threads would cost more than they save.
constexpr std::size_t worth_threads = 1 << 13;

/// What swaps do not tell: a box that has no endpoints before or after, or another mobility.
void compare_with_all(const BoxMotion& motion, std::uint32_t box, SwapLog& log) {
    for (std::uint32_t other = 0; other < motion.now.boxes.size(); ++other) {
        if (other != box) {
            log.compare(motion, box, other);
        }
    }
}

SweepUpdate joined(std::span<const SwapLog> logs) {
    SweepUpdate update;
    for (const SwapLog& log : logs) {
        update.begun.insert(update.begun.end(), log.begun.begin(), log.begun.end());
        update.ended.insert(update.ended.end(), log.ended.begin(), log.ended.end());
        update.swaps += log.swaps;
    }
    sort_unique(update.begun);
    sort_unique(update.ended);
    return update;
}

/// Lists must never be left half sorted, so the sorts do not stop when cancelled.
Context steady_context(const Context& context, std::size_t endpoints) {
    return Context(endpoints < worth_threads ? 1 : context.threads());
}

} // namespace

void SweepAndPrune::drop() {
    kept_ = false;
    touched_.clear();
    all_touched_ = false;
}

void SweepAndPrune::build(const BatchBoxes& now, const Context& context) {
    drop();
    boxes_.assign(now.boxes.begin(), now.boxes.end());
    mobility_.assign(now.mobility.begin(), now.mobility.end());
    for_each_chunk(steady_context(context, 2 * boxes_.size()), lists_.size(), 1,
                   [&](const Chunk& chunk) { lists_[chunk.index].rebuild(boxes_); });
    kept_ = true;
}

BoxChanges SweepAndPrune::changes(const BatchBoxes& now) {
    boxes_.resize(now.boxes.size());
    mobility_.resize(now.boxes.size());
    BoxChanges changes;
    const auto compare = [&](std::uint32_t box) {
        const bool was_empty = is_empty(boxes_[box]);
        const bool now_empty = is_empty(now.boxes[box]);
        if (was_empty != now_empty || mobility_[box] != now.mobility[box]) {
            changes.remade.push_back(box);
        }
        if (was_empty && !now_empty) {
            changes.arrivals.push_back(box);
        } else if (!now_empty && boxes_[box] != now.boxes[box]) {
            changes.movers.push_back(box);
        }
    };
    if (all_touched_) {
        for (std::uint32_t box = 0; box < now.boxes.size(); ++box) {
            compare(box);
        }
    } else {
        sort_unique(touched_);
        std::for_each(touched_.begin(), touched_.end(), compare);
    }
    return changes;
}

void SweepAndPrune::remember(const BatchBoxes& now, const BoxChanges& changes) {
    for (const auto& some : {std::span(changes.movers), std::span(changes.remade)}) {
        for (const std::uint32_t box : some) {
            boxes_[box] = now.boxes[box];
            mobility_[box] = now.mobility[box];
        }
    }
    touched_.clear();
    all_touched_ = false;
}

SweepUpdate SweepAndPrune::update(const BatchBoxes& now, const BoxChanges& changes, SweepSort sort,
                                  const Context& context) {
    const BoxMotion motion{before(), now};
    const bool some_leave =
        std::any_of(changes.remade.begin(), changes.remade.end(),
                    [&](std::uint32_t box) { return is_empty(now.boxes[box]); });
    std::array<SwapLog, 4> logs;
    const auto sort_axis = [&](const Chunk& chunk) {
        EndpointList& list = lists_[chunk.index];
        if (some_leave) {
            list.take_out_empty(now.boxes);
        }
        if (!changes.arrivals.empty()) {
            list.put_in(now.boxes, changes.arrivals);
        }
        if (sort == SweepSort::Insertion) {
            list.insertion_sort(motion, logs[chunk.index]);
        } else {
            list.bubble_sort(motion, changes.movers, logs[chunk.index]);
        }
    };
    const std::size_t looked_at =
        sort == SweepSort::Insertion ? now.boxes.size() : changes.movers.size();
    for_each_chunk(steady_context(context, 2 * looked_at), lists_.size(), 1, sort_axis);
    for (const std::uint32_t box : changes.remade) {
        compare_with_all(motion, box, logs[3]);
    }
    SweepUpdate result = joined(logs);
    remember(now, changes);
    assert(std::all_of(lists_.begin(), lists_.end(),
                       [&](const EndpointList& list) { return list.validate(now.boxes).ok(); }));
    return result;
}

} // namespace impinge::inline v0
