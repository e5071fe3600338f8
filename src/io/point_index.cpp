// SPDX-License-Identifier: Apache-2.0
#include "io/point_index.hpp"

#include "io/parse_failure.hpp"

#include <bit>
#include <limits>
#include <random>

namespace impinge {
namespace {

std::uint64_t mixed(std::uint64_t word) {
    word = (word ^ (word >> 32)) * 0xD6E8FEB86659FD93u;
    return word ^ (word >> 32);
}

std::uint64_t bits_of(double value) {
    return std::bit_cast<std::uint64_t>(value + 0.0); // -0 + 0 is +0
}

} // namespace

// The secret keeps a hostile file from aiming all its points at one slot. It does not show in the
// result, which is numbered by first appearance.
PointIndex::PointIndex(std::size_t expected_points)
    : slots_(std::bit_ceil(expected_points + expected_points / 2 + 16)),
      secret_((std::uint64_t{std::random_device{}()} << 32 | std::random_device{}()) | 1u) {
    points_.reserve(expected_points);
}

std::uint64_t PointIndex::key_of(Vec3d point) const {
    const std::uint64_t x = mixed(bits_of(point.x) ^ secret_);
    const std::uint64_t y = mixed((bits_of(point.y) + x) * secret_);
    return mixed((bits_of(point.z) ^ y) * secret_);
}

void PointIndex::prefetch(std::uint64_t key) const {
    __builtin_prefetch(&slots_[key & (slots_.size() - 1)]);
}

std::uint32_t PointIndex::index_of(Vec3d point, std::uint64_t key) {
    const auto tag = static_cast<std::uint32_t>(key >> 32);
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = key & mask;
    for (; slots_[at].index_plus_one != 0; at = (at + 1) & mask) {
        const Slot& slot = slots_[at];
        if (slot.tag == tag && points_[slot.index_plus_one - 1] == point) {
            return slot.index_plus_one - 1;
        }
    }
    if (points_.size() >= std::numeric_limits<std::uint32_t>::max()) {
        fail_whole("has more than 4294967295 distinct vertices", ErrorCode::Unsupported);
    }
    points_.push_back(point);
    const auto index_plus_one = static_cast<std::uint32_t>(points_.size());
    slots_[at] = {tag, index_plus_one};
    if (points_.size() * 4 > slots_.size() * 3) {
        grow();
    }
    return index_plus_one - 1;
}

std::size_t PointIndex::free_slot(std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = key & mask;
    while (slots_[at].index_plus_one != 0) {
        at = (at + 1) & mask;
    }
    return at;
}

void PointIndex::grow() {
    const std::size_t size = slots_.size() * 2;
    slots_ = {}; // released first: the table can be rebuilt from the points alone
    slots_.resize(size);
    for (std::size_t i = 0; i < points_.size(); ++i) {
        const std::uint64_t key = key_of(points_[i]);
        slots_[free_slot(key)] = {static_cast<std::uint32_t>(key >> 32),
                                  static_cast<std::uint32_t>(i + 1)};
    }
}

} // namespace impinge
