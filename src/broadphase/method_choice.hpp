// SPDX-License-Identifier: Apache-2.0
//
// Which broad phase method suits the next update: the one that should be fastest by measured costs,
// held on to until another is clearly better for a while.
#pragma once

#include "impinge/broadphase.hpp"

#include <string_view>

namespace impinge::inline v0 {

struct ChosenMethod {
    BroadPhaseMethod method = BroadPhaseMethod::BruteForce;
    std::string_view reason;
};

/// What is known about the boxes before an update, counted or estimated.
struct MotionFacts {
    std::size_t boxes = 0;
    double moved = 0;  ///< boxes with other coordinates than before
    double swaps = 0;  ///< that sorted endpoints would need
    double remade = 0; ///< boxes that came, went or changed their mobility
};

class MethodChoice {
  public:
    ChosenMethod next(const MotionFacts& facts);
    /// How many swaps the update really took.
    void learn(const MotionFacts& facts, std::uint64_t swaps);

  private:
    ChosenMethod sweep(const MotionFacts& facts);
    ChosenMethod next_after_sweep(const MotionFacts& facts, double advantage);
    ChosenMethod next_after_batch(const MotionFacts& facts, double advantage);

    BroadPhaseMethod current_ = BroadPhaseMethod::Batch;
    int streak_ = 0;   // updates in a row in which the other kind of method looked better
    int patience_ = 8; // how many it takes for the sweep; doubled each time it is given up
    int sweeps_ = 0;   // in a row
    double swaps_per_estimate_ = 1;
};

} // namespace impinge::inline v0
