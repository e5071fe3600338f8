// SPDX-License-Identifier: Apache-2.0
#include "io/point_index.hpp"

#include "io/file_bytes.hpp"
#include "io/parse_failure.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <random>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t point_block = 64; ///< points whose slots are fetched together

__extension__ using Wide = unsigned __int128;

/// The product's upper half carried into its lower.
std::uint64_t folded(std::uint64_t a, std::uint64_t b) {
    const Wide product = Wide{a} * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t bits_of(double value) {
    return std::bit_cast<std::uint64_t>(value + 0.0); // -0 + 0 is +0
}

std::uint64_t drawn_secret() {
    std::random_device device;
    const std::uint64_t upper = device();
    return upper << 32 | device();
}

} // namespace

// The secret keeps a hostile file from aiming all its points at one slot. It does not show in the
// result, which is numbered by first appearance.
PointIndex::PointIndex(std::size_t expected_points) : secret_(drawn_secret()) {
    make_slots(std::bit_ceil(expected_points + expected_points / 2 + 16));
    reserve_large(points_, expected_points);
}

std::uint64_t PointIndex::key_of(Vec3d point) const {
    // The constants keep the factors from being zero for coordinates that are.
    const std::uint64_t plane = folded(bits_of(point.x) ^ secret_ ^ 0xA0761D6478BD642Fu,
                                       bits_of(point.y) ^ std::rotl(secret_, 24));
    return folded(plane ^ std::rotl(secret_, 48) ^ 0xE7037ED1A0B428DBu,
                  bits_of(point.z) ^ secret_ ^ 0x8EBC6AF09C88C6E3u);
}

void PointIndex::index(std::span<const Vec3d> points, std::span<std::uint32_t> indices) {
    std::array<std::uint64_t, point_block> keys;
    for (std::size_t first = 0; first < points.size(); first += point_block) {
        const std::size_t size = std::min(point_block, points.size() - first);
        for (std::size_t i = 0; i < size; ++i) {
            keys[i] = key_of(points[first + i]);
            __builtin_prefetch(&slots_[keys[i] & (slots_.size() - 1)]);
        }
        for (std::size_t i = 0; i < size; ++i) {
            indices[first + i] = index_of(points[first + i], keys[i]);
        }
    }
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

void PointIndex::make_slots(std::size_t count) {
    slots_ = {}; // released first: the table can be rebuilt from the points alone
    reserve_large(slots_, count);
    slots_.resize(count);
}

void PointIndex::grow() {
    make_slots(slots_.size() * 2);
    for (std::size_t i = 0; i < points_.size(); ++i) {
        const std::uint64_t key = key_of(points_[i]);
        slots_[free_slot(key)] = {static_cast<std::uint32_t>(key >> 32),
                                  static_cast<std::uint32_t>(i + 1)};
    }
}

} // namespace impinge::inline v0
