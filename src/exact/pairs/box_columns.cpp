// SPDX-License-Identifier: Apache-2.0
#include "exact/pairs/box_columns.hpp"

#include "base/clones.hpp"

#include <algorithm>
#include <cstring>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t box_lanes = 16;
using Lanes [[gnu::vector_size(box_lanes * sizeof(Code))]] = Code;
using Bytes [[gnu::vector_size(box_lanes)]] = std::int8_t;
using Chars [[gnu::vector_size(box_lanes)]] = char;

/// One bit for each lane that is 0; the others are -1.
inline std::uint32_t zero_lanes(Bytes lanes) {
#ifdef __SSE2__
    return ~static_cast<std::uint32_t>(__builtin_ia32_pmovmskb128(reinterpret_cast<Chars>(lanes))) &
           0xffffU;
#else
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < box_lanes; ++i) {
        bits |= (lanes[i] == 0 ? 1U : 0U) << i;
    }
    return bits;
#endif
}

/// What is compared with the boxes of the columns.
struct Row {
    const QuantisedTriangle* boxes = nullptr;
    std::size_t count = 0;
    /// With all, or the rows being the columns, with those that come later.
    enum With : std::uint8_t { All, Later } with = All;
};

/// Writes the places of all pairs that overlap; returns how many.
IMPINGE_CLONES std::size_t overlapping_places(const std::array<const Code*, 6>& columns,
                                              std::size_t count, const Row& row, Candidate* found) {
    const Lanes zero{};
    Candidate* next = found;
    for (std::size_t i = 0; i < row.count; ++i) {
        const QuantisedTriangle& box = row.boxes[i];
        const Lanes low_x = zero + box.low[0];
        const Lanes low_y = zero + box.low[1];
        const Lanes low_z = zero + box.low[2];
        const Lanes high_x = zero + box.high[0];
        const Lanes high_y = zero + box.high[1];
        const Lanes high_z = zero + box.high[2];
        const std::size_t begin = row.with == Row::Later ? i + 1 : 0;
        for (std::size_t k = begin / box_lanes * box_lanes; k < count; k += box_lanes) {
            Lanes low_xs;
            Lanes high_xs;
            Lanes low_ys;
            Lanes high_ys;
            Lanes low_zs;
            Lanes high_zs;
            std::memcpy(&low_xs, columns[0] + k, sizeof low_xs);
            std::memcpy(&high_xs, columns[1] + k, sizeof high_xs);
            std::memcpy(&low_ys, columns[2] + k, sizeof low_ys);
            std::memcpy(&high_ys, columns[3] + k, sizeof high_ys);
            std::memcpy(&low_zs, columns[4] + k, sizeof low_zs);
            std::memcpy(&high_zs, columns[5] + k, sizeof high_zs);
            const Lanes apart = (low_xs > high_x) | (low_x > high_xs) | (low_ys > high_y) |
                                (low_y > high_ys) | (low_zs > high_z) | (low_z > high_zs);
            std::uint32_t hits = zero_lanes(__builtin_convertvector(apart, Bytes));
            // The columns are padded, and the first lanes may not count.
            hits &= k + box_lanes > count ? (1U << (count - k)) - 1 : ~0U;
            hits &= k < begin ? ~0U << (begin - k) : ~0U;
            for (; hits != 0; hits &= hits - 1) {
                const auto lane = static_cast<std::size_t>(__builtin_ctz(hits));
                *next++ = {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(k + lane)};
            }
        }
    }
    return static_cast<std::size_t>(next - found);
}

std::array<const Code*, 6> begins(const std::array<std::vector<Code>, 6>& columns) {
    std::array<const Code*, 6> result{};
    for (std::size_t i = 0; i < columns.size(); ++i) {
        result[i] = columns[i].data();
    }
    return result;
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
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Code* low = columns_[2 * axis].data();
        Code* high = columns_[2 * axis + 1].data();
        for (std::size_t i = 0; i < count_; ++i) {
            low[i] = boxes[i].low[axis];
            high[i] = boxes[i].high[axis];
        }
        for (std::size_t i = count_; i < padded; ++i) {
            low[i] = above_region;
            high[i] = below_region;
        }
    }
    for (std::size_t i = 0; i < count_; ++i) {
        indices_[i] = boxes[i].index;
        earlier_[i] = boxes[i].earlier;
    }
}

std::span<const Candidate> BoxColumns::overlapping(std::span<const QuantisedTriangle> boxes) {
    make_room(boxes.size() * count_);
    const Row row{boxes.data(), boxes.size(), Row::All};
    return owned(boxes, overlapping_places(begins(columns_), count_, row, found_.get()));
}

std::span<const Candidate> BoxColumns::overlapping_own(std::span<const QuantisedTriangle> boxes) {
    make_room(boxes.size() * count_);
    const Row row{boxes.data(), boxes.size(), Row::Later};
    return owned(boxes, overlapping_places(begins(columns_), count_, row, found_.get()));
}

/// For so many, whatever they are: nothing is kept, and nothing is set.
void BoxColumns::make_room(std::size_t pairs) {
    constexpr std::size_t least = 4096;
    if (room_ < pairs) {
        room_ = std::max({least, 2 * room_, pairs});
        found_ = make_kept_array<Candidate>(room_);
    }
}

std::span<const Candidate> BoxColumns::owned(std::span<const QuantisedTriangle> boxes,
                                             std::size_t count) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Candidate places = found_[i];
        const QuantisedTriangle& box = boxes[places.a];
        found_[kept] = {box.index, indices_[places.b]};
        kept += (earlier_[places.b] & box.earlier) == 0 ? 1 : 0;
    }
    return {found_.get(), kept};
}

} // namespace impinge::inline v0
