// SPDX-License-Identifier: Apache-2.0
#include "broadphase/motion_estimate.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t sample_size = 32;

/// Every so many boxes one is looked at. Odd, so that it falls in step with no grid of even side.
std::size_t stride_of(std::size_t boxes) { return (boxes / sample_size) | 1; }

Vec3d absolute(Vec3d v) { return {std::abs(v.x), std::abs(v.y), std::abs(v.z)}; }

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
        const Vec3d centre = boxes[i].min * 0.5 + boxes[i].max * 0.5;
        if (is_finite(centre)) {
            centres[count++] = centre;
            mean = mean + centre;
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

} // namespace impinge::inline v0
