// SPDX-License-Identifier: Apache-2.0
//
// Which broad phase method suits the next update: the one that should be fastest by measured costs,
// held on to until another is clearly better for a while.
#pragma once

#include "impinge/broadphase.hpp"
#include "impinge/vec3.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace impinge::inline v0 {

/// How much boxes have moved since the last update, and how many swaps of sorted endpoints that
/// would take: counted where it costs nothing, else estimated from a few boxes.
class MotionEstimate {
  public:
    void add(const Box3& from, const Box3& to) { add(from, to, 1); }
    /// Looks at a sample.
    void add_all(std::span<const Box3> from, std::span<const Box3> to);
    void clear() { *this = {}; }

    [[nodiscard]] double moved() const { return moved_; }
    /// Takes each endpoint to pass as many others as lie along its way if all are spread evenly.
    [[nodiscard]] double swaps(std::span<const Box3> boxes) const;

  private:
    void add(const Box3& from, const Box3& to, double weight);

    double moved_ = 0;
    Vec3d travel_; // of begins and ends, summed
};

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
