// SPDX-License-Identifier: Apache-2.0
#include "broadphase/method_choice.hpp"

#include "math/measures.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t sample_size = 32;

/// Every so many boxes one is looked at. Odd, so that it falls in step with no grid of even side.
std::size_t stride_of(std::size_t boxes) { return (boxes / sample_size) | 1; }

} // namespace

void MotionEstimate::add(const Box3& from, const Box3& to, double weight) {
    const Vec3d travel = absolute(to.min - from.min) + absolute(to.max - from.max);
    const double sum = travel.x + travel.y + travel.z;
    moved_ += sum > 0 ? weight : 0;
    if (std::isfinite(sum)) { // what an infinite end passes is anyone's guess
        travel_ = travel_ + travel * weight;
    }
}

void MotionEstimate::add_all(std::span<const Box3> from, std::span<const Box3> to) {
    const std::size_t count = std::min(from.size(), to.size());
    const std::size_t stride = stride_of(count);
    const std::size_t looked_at = (count + stride - 1) / stride;
    const double weight = static_cast<double>(count) / static_cast<double>(looked_at);
    for (std::size_t i = 0; i < count; i += stride) {
        add(from[i], to[i], weight);
    }
}

double MotionEstimate::swaps(std::span<const Box3> boxes) const {
    std::array<Vec3d, 2 * sample_size> centres;
    std::size_t count = 0;
    const std::size_t stride = stride_of(boxes.size());
    Vec3d mean;
    for (std::size_t i = 0; i < boxes.size() && count < centres.size(); i += stride) {
        const Vec3d middle = centre(boxes[i]);
        if (is_finite(middle)) {
            centres[count++] = middle;
            mean = mean + middle;
        }
    }
    const double share = 1 / static_cast<double>(std::max<std::size_t>(count, 1));
    Vec3d deviation;
    for (std::size_t i = 0; i < count; ++i) {
        deviation = deviation + absolute(centres[i] - mean * share) * share;
    }
    // Even spread over a length makes a mean deviation of a quarter of it. Two endpoints that pass
    // each other share their swap, unless one of them rests.
    double swaps = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const double per_length = 2 * static_cast<double>(boxes.size()) / (4 * deviation[axis]);
        const double passed = travel_[axis] * per_length;
        swaps += std::isfinite(passed) ? passed : 0;
    }
    const double moved_share = moved_ / static_cast<double>(std::max<std::size_t>(boxes.size(), 1));
    return swaps * (1 - 0.3 * std::min(moved_share, 1.0));
}

namespace {

// Nanoseconds on one core of an AMD EPYC; only their ratios matter. See
// docs/methods/sweep-and-prune.md for what they were read from.
constexpr double batch_start = 1200;
constexpr double batch_per_box = 42;
constexpr double insertion_per_box = 10;
constexpr double insertion_per_mover = 15;
constexpr double bubble_per_mover = 50;
constexpr double sweep_per_swap = 13;
constexpr double sweep_per_far_swap = 20; // where boxes do not fit into the nearer caches
constexpr std::size_t near_boxes = 16'384;
constexpr double compare_per_box = 3; // a box that came or went with every other
constexpr double sort_per_box = 450;  // all three lists from scratch

// So many boxes are few. The second figure is for when there were more before.
constexpr std::size_t few_boxes = 32;
constexpr std::size_t few_boxes_again = 24;

// Sweeps begin when they should take less than this share of a batch's time, and are given up when
// they take more than the second; at once when more than the third.
constexpr double begin_below = 0.7;
constexpr double give_up_above = 1.2;
constexpr double leap_above = 4;

constexpr int first_patience = 8;
constexpr int most_patience = 1024;
constexpr int long_sweep = 256; // updates after which giving up earlier is forgotten

double sweep_cost(const MotionFacts& facts) {
    const auto boxes = static_cast<double>(facts.boxes);
    const double sorting = std::min(insertion_per_box * boxes + insertion_per_mover * facts.moved,
                                    bubble_per_mover * facts.moved);
    const double remaking = std::min(compare_per_box * facts.remade, sort_per_box) * boxes;
    const double per_swap = facts.boxes > near_boxes ? sweep_per_far_swap : sweep_per_swap;
    return sorting + per_swap * facts.swaps + remaking;
}

double batch_cost(const MotionFacts& facts) {
    return batch_start + batch_per_box * static_cast<double>(facts.boxes);
}

} // namespace

ChosenMethod MethodChoice::next(const MotionFacts& facts) {
    const bool few_before = current_ == BroadPhaseMethod::BruteForce;
    if (facts.boxes <= (few_before ? few_boxes : few_boxes_again)) {
        current_ = BroadPhaseMethod::BruteForce;
        streak_ = 0;
        return {current_, "so few boxes that comparing all is fastest"};
    }
    MotionFacts expected = facts;
    expected.swaps *= swaps_per_estimate_;
    const double advantage = sweep_cost(expected) / batch_cost(expected);
    const bool sweeping =
        current_ == BroadPhaseMethod::SweepInsertion || current_ == BroadPhaseMethod::SweepBubble;
    const ChosenMethod chosen =
        sweeping ? next_after_sweep(expected, advantage) : next_after_batch(expected, advantage);
    current_ = chosen.method;
    return chosen;
}

ChosenMethod MethodChoice::next_after_batch(const MotionFacts& facts, double advantage) {
    if (advantage >= begin_below) {
        streak_ = 0;
        return {BroadPhaseMethod::Batch,
                "boxes pass so many others that sorted endpoints would take longer"};
    }
    if (++streak_ <= patience_) {
        return {BroadPhaseMethod::Batch,
                "not yet known whether the boxes will keep moving so little"};
    }
    streak_ = 0;
    sweeps_ = 0;
    return sweep(facts);
}

ChosenMethod MethodChoice::next_after_sweep(const MotionFacts& facts, double advantage) {
    streak_ = advantage > give_up_above ? streak_ + 1 : 0;
    if (streak_ < 2 && advantage <= leap_above) {
        return sweep(facts);
    }
    streak_ = 0;
    patience_ = sweeps_ >= long_sweep ? first_patience : std::min(2 * patience_, most_patience);
    swaps_per_estimate_ = 1;
    return {BroadPhaseMethod::Batch,
            advantage > leap_above ? "boxes leapt, which sorted endpoints do not follow quickly"
                                   : "boxes began to pass too many others for sorted endpoints"};
}

ChosenMethod MethodChoice::sweep(const MotionFacts& facts) {
    sweeps_ = std::min(sweeps_ + 1, long_sweep);
    const double share = facts.moved / static_cast<double>(facts.boxes);
    const double small_share = current_ == BroadPhaseMethod::SweepBubble ? 0.33 : 0.2;
    if (share < small_share) {
        return {BroadPhaseMethod::SweepBubble, "few boxes move, and they pass few others"};
    }
    return {BroadPhaseMethod::SweepInsertion, "many boxes move, but they pass few others"};
}

void MethodChoice::learn(const MotionFacts& facts, std::uint64_t swaps) {
    if (facts.swaps > 0) {
        const double ratio = static_cast<double>(swaps) / facts.swaps;
        swaps_per_estimate_ = std::clamp(0.5 * (swaps_per_estimate_ + ratio), 0.1, 10.0);
    }
}

} // namespace impinge::inline v0
