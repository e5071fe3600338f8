// SPDX-License-Identifier: Apache-2.0
//
// The broad phase of many moving boxes: what a BroadPhase holds, and the road of an update.
// Methods: sweep and prune on kept endpoint lists (sweep/), a uniform grid from scratch (batch/),
// brute force and an interval tree (found_pairs.hpp); method_choice picks one.
#pragma once

#include "broadphase/batch/batch_pairs.hpp"
#include "broadphase/found_pairs.hpp"
#include "broadphase/method_choice.hpp"
#include "broadphase/sweep/sweep_and_prune.hpp"

#include <vector>

namespace impinge::inline v0 {

/// Boxes by number: numbers of removed boxes are used again, and boxes are grown by the tolerance
/// when they come in.
class BoxTable {
  public:
    explicit BoxTable(double tolerance) : tolerance_(tolerance) {}

    std::uint32_t insert(const Box3& box, Mobility mobility); ///< the smallest free number
    void remove(std::uint32_t box);                           ///< which exists
    void set(std::uint32_t box, const Box3& to) { boxes_[box] = grown(to); }
    void set_mobility(std::uint32_t box, Mobility mobility) { mobility_[box] = mobility; }
    /// The first ones; those that do not exist, or no longer, are left out.
    void set_all(std::span<const Box3> boxes);

    [[nodiscard]] bool exists(std::uint32_t box) const {
        return box < exists_.size() && exists_[box] != 0;
    }
    [[nodiscard]] std::size_t size() const { return boxes_.size() - free_.size(); }
    /// By number; removed ones are empty.
    [[nodiscard]] BatchBoxes boxes() const { return {boxes_, mobility_}; }
    [[nodiscard]] Box3 grown(const Box3& box) const;

  private:
    double tolerance_;
    std::vector<Box3> boxes_;
    std::vector<Mobility> mobility_;
    std::vector<std::uint8_t> exists_;
    std::vector<std::uint32_t> free_; // a heap, smallest first
};

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
