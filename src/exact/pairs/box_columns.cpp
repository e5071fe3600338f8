// SPDX-License-Identifier: Apache-2.0
#include "exact/pairs/box_columns.hpp"

#include "base/clones.hpp"

#include <cstring>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t box_lanes = 16;
using Lanes [[gnu::vector_size(box_lanes * sizeof(Code))]] = Code;
using Bytes [[gnu::vector_size(box_lanes)]] = std::int8_t;

/// Writes the places from `begin` on (a multiple of `box_lanes`) of boxes that overlap `box`;
/// returns how many.
IMPINGE_CLONES std::size_t overlapping_places(const std::array<const Code*, 6>& columns,
                                              std::size_t begin, std::size_t end,
                                              const QuantisedTriangle& box, std::uint32_t* places) {
    const Lanes zero{};
    const Lanes low_x = zero + box.low[0];
    const Lanes low_y = zero + box.low[1];
    const Lanes low_z = zero + box.low[2];
    const Lanes high_x = zero + box.high[0];
    const Lanes high_y = zero + box.high[1];
    const Lanes high_z = zero + box.high[2];
    std::size_t count = 0;
    for (std::size_t i = begin; i < end; i += box_lanes) {
        Lanes low_xs;
        Lanes high_xs;
        Lanes low_ys;
        Lanes high_ys;
        Lanes low_zs;
        Lanes high_zs;
        std::memcpy(&low_xs, columns[0] + i, sizeof low_xs);
        std::memcpy(&high_xs, columns[1] + i, sizeof high_xs);
        std::memcpy(&low_ys, columns[2] + i, sizeof low_ys);
        std::memcpy(&high_ys, columns[3] + i, sizeof high_ys);
        std::memcpy(&low_zs, columns[4] + i, sizeof low_zs);
        std::memcpy(&high_zs, columns[5] + i, sizeof high_zs);
        const Lanes apart = (low_xs > high_x) | (low_x > high_xs) | (low_ys > high_y) |
                            (low_y > high_ys) | (low_zs > high_z) | (low_z > high_zs);
        const Bytes narrow = __builtin_convertvector(apart, Bytes);
        std::array<std::uint64_t, 2> words{};
        std::memcpy(words.data(), &narrow, sizeof narrow);
        for (std::size_t half = 0; half < 2; ++half) {
            for (std::uint64_t hits = ~words[half]; hits != 0;) {
                const auto byte = static_cast<std::size_t>(__builtin_ctzll(hits)) / 8;
                places[count++] = static_cast<std::uint32_t>(i + half * 8 + byte);
                hits &= ~(std::uint64_t{0xff} << (byte * 8));
            }
        }
    }
    return count;
}

} // namespace

void BoxColumns::fill(std::span<const QuantisedTriangle> boxes) {
    count_ = boxes.size();
    const std::size_t padded = (count_ + box_lanes - 1) / box_lanes * box_lanes;
    if (indices_.size() < padded) {
        for (std::vector<Code>& column : columns_) {
            column.resize(padded);
        }
        indices_.resize(padded);
        earlier_.resize(padded);
        places_.resize(padded);
        found_.resize(padded);
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Code* low = columns_[2 * axis].data();
        Code* high = columns_[2 * axis + 1].data();
        for (std::size_t i = 0; i < count_; ++i) {
            low[i] = boxes[i].low[axis];
            high[i] = boxes[i].high[axis];
        }
        for (std::size_t i = count_; i < padded; ++i) {
            low[i] = above_region; // overlaps hardly anything
            high[i] = below_region;
        }
    }
    for (std::size_t i = 0; i < count_; ++i) {
        indices_[i] = boxes[i].index;
        earlier_[i] = boxes[i].earlier;
    }
}

std::span<const std::uint32_t> BoxColumns::overlapping(const QuantisedTriangle& box,
                                                       std::size_t first) {
    std::array<const Code*, 6> columns{};
    for (std::size_t i = 0; i < columns.size(); ++i) {
        columns[i] = columns_[i].data();
    }
    const std::size_t hits =
        overlapping_places(columns, first / box_lanes * box_lanes, count_, box, places_.data());
    std::size_t count = 0;
    for (std::size_t i = 0; i < hits; ++i) {
        const std::size_t place = places_[i];
        // A box without end overlaps the padding, too.
        if (place >= first && place < count_ && (earlier_[place] & box.earlier) == 0) {
            found_[count++] = indices_[place];
        }
    }
    return {found_.data(), count};
}

} // namespace impinge::inline v0
