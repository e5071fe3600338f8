// SPDX-License-Identifier: Apache-2.0
//
// What a BroadPhase holds, and the road of an update.
#pragma once

#include "broadphase/box_table.hpp"
#include "broadphase/found_pairs.hpp"
#include "broadphase/method_choice.hpp"
#include "broadphase/motion_estimate.hpp"
#include "broadphase/sweep/sweep_and_prune.hpp"

namespace impinge::inline v0 {

struct BroadPhase::Data {
    explicit Data(const BroadPhaseOptions& options)
        : method(options.method), table(options.tolerance) {}

    BroadPhaseMethod method;
    BoxTable table;
    SweepAndPrune sweep;
    BatchPairs batch;
    MethodChoice choice;
    MotionEstimate motion; // only while no endpoint lists are kept
    std::size_t remade = 0;

    std::vector<BoxPair> pairs;
    std::vector<BoxPair> pairs_before;
    PairChanges changes;

    void remake(std::uint32_t box); ///< it came, went, or has another mobility
    void move(std::uint32_t box, const Box3& to);
    void move_all(std::span<const Box3> boxes);
    BroadPhaseUpdate update(const Context& context);

  private:
    BroadPhaseUpdate update_from_scratch(const ChosenMethod& with, const Context& context);
    BroadPhaseUpdate update_sweep(const ChosenMethod& with, const Context& context);
    BroadPhaseUpdate update_lists(const ChosenMethod& with, const BoxChanges& since,
                                  const Context& context);
    BroadPhaseUpdate choose_and_update(const Context& context);
    BroadPhaseUpdate choose_with_lists(const Context& context);
    std::uint64_t find_pairs(BroadPhaseMethod with, const Context& context);
};

} // namespace impinge::inline v0
