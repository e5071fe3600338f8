// SPDX-License-Identifier: Apache-2.0
#include "model/box_tests.hpp"

#include "base/clones.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace impinge::inline v0::model {
namespace {

using Floats = float __attribute__((vector_size(32)));
using Bits = std::int32_t __attribute__((vector_size(32)));
using Vector = std::array<float, 3>;

// Kernels are static: the choice between versions of a function that others see would be seen by
// everybody.
//
// Everything below is inlined whatever the compiler thinks, and takes vectors by reference: a call
// would leave the kind of processor that the caller is compiled for.

/// Eight floats of an array: memcpy would move them in halves, and the whole would wait for both.
using FloatsOfArray [[gnu::aligned(alignof(float)), gnu::may_alias]] = Floats;
static_assert(alignof(FloatsOfArray) == alignof(float));

[[gnu::always_inline]] inline void load(Floats& into, const Lane8& from) {
    into = *reinterpret_cast<const FloatsOfArray*>(from.data());
}
[[gnu::always_inline]] inline void store(Lane8& into, const Floats& from) {
    *reinterpret_cast<FloatsOfArray*>(into.data()) = from;
}
[[gnu::always_inline]] inline void make_absolute(Floats& x) {
    constexpr std::int32_t all_but_sign = 0x7FFFFFFF;
    x = reinterpret_cast<Floats>(reinterpret_cast<Bits>(x) & all_but_sign);
}
[[gnu::always_inline]] inline void raise(Floats& x, const Floats& to) { x = x > to ? x : to; }
[[gnu::always_inline]] inline void lower(Floats& x, const Floats& to) { x = x < to ? x : to; }

/// One bit for each lane in which all bits are set.
[[gnu::always_inline]] inline std::uint32_t mask_of(const Bits& truths) {
    Bits bits = truths & Bits{1, 2, 4, 8, 16, 32, 64, 128};
    bits |= __builtin_shufflevector(bits, bits, 4, 5, 6, 7, 0, 1, 2, 3);
    bits |= __builtin_shufflevector(bits, bits, 2, 3, 0, 1, 6, 7, 4, 5);
    return static_cast<std::uint32_t>(bits[0] | bits[1]);
}

[[gnu::always_inline]] inline void load3(Floats (&into)[3], const std::array<Lane8, 3>& from) {
    load(into[0], from[0]);
    load(into[1], from[1]);
    load(into[2], from[2]);
}

/// The products of eight vectors with one.
[[gnu::always_inline]] inline void dot1(Floats& into, const Floats (&v)[3], const Vector& w) {
    into = v[0] * w[0] + v[1] * w[1] + v[2] * w[2];
}
[[gnu::always_inline]] inline void dot8(Floats& into, const Floats (&v)[3], const Floats (&w)[3]) {
    into = v[0] * w[0] + v[1] * w[1] + v[2] * w[2];
}

[[gnu::always_inline]] inline void root(Floats& x) {
    Lane8 values;
    store(values, x);
    for (float& value : values) {
        value = std::sqrt(value);
    }
    load(x, values);
}

/// See gaps() and distances().
template <bool between_centres>
[[gnu::always_inline]] inline std::uint32_t part(const BoxGroup& group, const FloatBox& box,
                                                 float limit, Lane8& out) {
    Floats t[3];
    Floats half[3];
    load3(t, group.centre);
    load3(half, group.half);
    for (std::size_t k = 0; k < 3; ++k) {
        t[k] -= box.centre[k];
    }
    Floats reach_of_both = Floats{}; // along t, times its length
    // Along the axes of the one box: its half length; that of the eight comes below.
    Floats gap_of_one[3];
    for (std::size_t i = 0; i < 3; ++i) {
        Floats along;
        dot1(along, t, box.axis[i]);
        make_absolute(along);
        reach_of_both += along * box.half[i];
        gap_of_one[i] = along - box.half[i];
    }
    // Along the axes of the eight, which are read once.
    Floats largest = Floats{} - std::numeric_limits<float>::infinity();
    for (std::size_t j = 0; j < 3; ++j) {
        Floats axis[3];
        load3(axis, group.axis[j]);
        Floats gap;
        dot8(gap, t, axis);
        make_absolute(gap);
        reach_of_both += gap * half[j];
        gap -= half[j];
        for (std::size_t i = 0; i < 3; ++i) {
            Floats turn;
            dot1(turn, axis, box.axis[i]);
            make_absolute(turn);
            gap_of_one[i] -= turn * half[j];
            gap -= turn * box.half[i];
        }
        raise(largest, gap);
    }
    raise(largest, gap_of_one[0]);
    raise(largest, gap_of_one[1]);
    raise(largest, gap_of_one[2]);
    if constexpr (between_centres) {
        Floats length;
        dot8(length, t, t);
        constexpr float tiny = 1e-30F;
        length += tiny;
        root(length);
        Floats gap = length - reach_of_both / length;
        raise(largest, gap);
    }
    store(out, largest);
    Bits near;
    near = largest <= limit;
    return mask_of(near);
}

IMPINGE_CLONES_OF_EIGHT std::uint32_t gaps_kernel(const BoxGroup& group, const FloatBox& box,
                                                  float limit, Lane8& out) {
    return part<false>(group, box, limit, out);
}

IMPINGE_CLONES_OF_EIGHT std::uint32_t distances_kernel(const BoxGroup& group, const FloatBox& box,
                                                       float limit, Lane8& out) {
    return part<true>(group, box, limit, out);
}

IMPINGE_CLONES_OF_EIGHT std::uint32_t near_along_kernel(const BoxGroup& group, const FloatBox& box,
                                                        float margin) {
    Floats t[3];
    load3(t, group.centre);
    Floats gap[3];
    for (std::size_t k = 0; k < 3; ++k) {
        t[k] -= box.centre[k];
    }
    for (std::size_t i = 0; i < 3; ++i) {
        dot1(gap[i], t, box.axis[i]);
        make_absolute(gap[i]);
        gap[i] -= box.half[i];
    }
    for (std::size_t j = 0; j < 3; ++j) {
        Floats axis[3];
        Floats half;
        load3(axis, group.axis[j]);
        load(half, group.half[j]);
        for (std::size_t i = 0; i < 3; ++i) {
            Floats turn;
            dot1(turn, axis, box.axis[i]);
            make_absolute(turn);
            gap[i] -= turn * half;
        }
    }
    raise(gap[0], gap[1]);
    raise(gap[0], gap[2]);
    Bits near;
    near = gap[0] <= margin;
    return mask_of(near);
}

IMPINGE_CLONES_OF_EIGHT std::uint32_t meeting_segment_kernel(const BoxGroup& group,
                                                             const Vector& middle,
                                                             const Vector& half, float slack) {
    Floats t[3];
    load3(t, group.centre);
    for (std::size_t k = 0; k < 3; ++k) {
        t[k] = middle[k] - t[k];
    }
    Floats place[3]; // of the middle in the frames of the boxes
    Floats along[3]; // the half segment there
    Floats reach[3];
    Floats size[3];
    for (std::size_t j = 0; j < 3; ++j) {
        Floats axis[3];
        load3(axis, group.axis[j]);
        dot8(place[j], t, axis);
        dot1(along[j], axis, half);
        load(size[j], group.half[j]);
        size[j] += slack;
        reach[j] = along[j];
        make_absolute(reach[j]);
    }
    Bits meets;
    meets = Bits{} == 0;
    for (std::size_t j = 0; j < 3; ++j) {
        Floats off = place[j];
        make_absolute(off);
        meets &= off <= size[j] + reach[j];
        const std::size_t k = (j + 1) % 3;
        const std::size_t l = (j + 2) % 3;
        Floats across = place[k] * along[l] - place[l] * along[k];
        make_absolute(across);
        // `slack` has the rounding of the products in it twice: the segment is a few units long.
        meets &= across <= size[k] * reach[l] + size[l] * reach[k] + slack;
    }
    return mask_of(meets);
}

IMPINGE_CLONES_OF_EIGHT std::uint32_t
supports_kernel(const BoxGroup& group, const Vector& direction, float limit, Lane8& out) {
    Floats centre[3];
    load3(centre, group.centre);
    Floats sum;
    dot1(sum, centre, direction);
    Bits counts; // lanes without a box have no width
    for (std::size_t j = 0; j < 3; ++j) {
        Floats axis[3];
        load3(axis, group.axis[j]);
        Floats turn;
        dot1(turn, axis, direction);
        make_absolute(turn);
        Floats half;
        load(half, group.half[j]);
        sum += turn * half;
        if (j == 0) {
            counts = half > 0;
        }
    }
    store(out, sum);
    counts &= sum >= limit;
    return mask_of(counts);
}

IMPINGE_CLONES_OF_EIGHT std::uint32_t reaching_box_kernel(const TriangleBlock& block,
                                                          const FloatBox& box, float slack) {
    Floats corner[3][3];
    for (std::size_t c = 0; c < 3; ++c) {
        load3(corner[c], block.corner[c]);
        for (std::size_t k = 0; k < 3; ++k) {
            corner[c][k] -= box.centre[k];
        }
    }
    Bits reaches;
    reaches = Bits{} == 0;
    for (std::size_t i = 0; i < 3; ++i) {
        Floats low;
        dot1(low, corner[0], box.axis[i]);
        Floats high = low;
        for (std::size_t c = 1; c < 3; ++c) {
            Floats place;
            dot1(place, corner[c], box.axis[i]);
            lower(low, place);
            raise(high, place);
        }
        const float reach = box.half[i] + slack;
        reaches &= (low <= reach) & (high >= -reach);
    }
    return mask_of(reaches);
}

IMPINGE_CLONES_OF_EIGHT void map_block_kernel(const TriangleBlock& block, const FloatMap& map,
                                              TriangleBlock& out) {
    for (std::size_t c = 0; c < 3; ++c) {
        Floats corner[3];
        load3(corner, block.corner[c]);
        for (std::size_t k = 0; k < 3; ++k) {
            Floats mapped;
            dot1(mapped, corner, map.rows[k]);
            mapped += map.offset[k];
            store(out.corner[c][k], mapped);
        }
    }
}

/// Eight triangles around an origin near them, which keeps numbers small, with what tests against
/// one triangle share.
struct Prepared {
    Floats corner[3][3];
    Floats low[3];
    Floats high[3];
    Floats normal[3];
    Floats offset;  ///< of the planes: normal . x = offset
    Floats lengths; ///< sum of the coordinates of two edges
    Floats reach;   ///< the largest coordinate
};

[[gnu::always_inline]] inline void prepare(Prepared& p, const TriangleBlock& block,
                                           const Vector& origin) {
    p.reach = Floats{};
    for (std::size_t c = 0; c < 3; ++c) {
        load3(p.corner[c], block.corner[c]);
        for (std::size_t k = 0; k < 3; ++k) {
            p.corner[c][k] -= origin[k];
            Floats size = p.corner[c][k];
            make_absolute(size);
            raise(p.reach, size);
        }
    }
    Floats u[3];
    Floats v[3];
    p.lengths = Floats{};
    for (std::size_t k = 0; k < 3; ++k) {
        p.low[k] = p.corner[0][k];
        p.high[k] = p.low[k];
        lower(p.low[k], p.corner[1][k]);
        lower(p.low[k], p.corner[2][k]);
        raise(p.high[k], p.corner[1][k]);
        raise(p.high[k], p.corner[2][k]);
        u[k] = p.corner[1][k] - p.corner[0][k];
        v[k] = p.corner[2][k] - p.corner[0][k];
        Floats size = u[k];
        make_absolute(size);
        p.lengths += size;
        size = v[k];
        make_absolute(size);
        p.lengths += size;
    }
    p.normal[0] = u[1] * v[2] - u[2] * v[1];
    p.normal[1] = u[2] * v[0] - u[0] * v[2];
    p.normal[2] = u[0] * v[1] - u[1] * v[0];
    dot8(p.offset, p.normal, p.corner[0]);
}

/// Bit i: the triangle, given around the same origin, may meet triangle i. Corners are off by less
/// than slack, so values of planes by less than slack times what multiplies it, with a factor for
/// directions and rounding.
[[gnu::always_inline]] inline std::uint32_t meeting(const Prepared& p, const FloatTriangle& t,
                                                    float slack) {
    constexpr float factor = 16;
    Bits meets;
    meets = Bits{} == 0;
    for (std::size_t k = 0; k < 3; ++k) {
        const float low =
            std::min(t.corner[0][k], std::min(t.corner[1][k], t.corner[2][k])) - slack;
        const float high =
            std::max(t.corner[0][k], std::max(t.corner[1][k], t.corner[2][k])) + slack;
        meets &= (p.low[k] <= high) & (p.high[k] >= low);
    }
    if (mask_of(meets) == 0) {
        return 0;
    }
    Vector u;
    Vector v;
    float edges = 0;
    float own_reach = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        u[k] = t.corner[1][k] - t.corner[0][k];
        v[k] = t.corner[2][k] - t.corner[0][k];
        edges += std::abs(u[k]) + std::abs(v[k]);
        own_reach = std::max(
            own_reach, std::max(std::abs(t.corner[0][k]),
                                std::max(std::abs(t.corner[1][k]), std::abs(t.corner[2][k]))));
    }
    const Vector normal{u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                        u[0] * v[1] - u[1] * v[0]};
    const float offset =
        normal[0] * t.corner[0][0] + normal[1] * t.corner[0][1] + normal[2] * t.corner[0][2];
    const Floats far = p.reach + (own_reach + edges);

    // The plane of the one, the corners of the eight.
    Floats low;
    dot1(low, p.corner[0], normal);
    Floats high = low;
    for (std::size_t c = 1; c < 3; ++c) {
        Floats side;
        dot1(side, p.corner[c], normal);
        lower(low, side);
        raise(high, side);
    }
    const Floats uncertain = far * (factor * slack * edges);
    meets &= (low <= uncertain + offset) & (high >= offset - uncertain);

    // The planes of the eight, the corners of the one.
    dot1(low, p.normal, t.corner[0]);
    high = low;
    for (std::size_t c = 1; c < 3; ++c) {
        Floats side;
        dot1(side, p.normal, t.corner[c]);
        lower(low, side);
        raise(high, side);
    }
    const Floats doubt = (far + p.lengths) * p.lengths * (factor * slack);
    meets &= (low <= p.offset + doubt) & (high >= p.offset - doubt);
    return mask_of(meets);
}

IMPINGE_CLONES_OF_EIGHT void meeting_blocks_kernel(const TriangleBlock& ones, std::uint32_t which,
                                                   const TriangleBlock& others,
                                                   const Vector& origin, float slack,
                                                   std::array<std::uint32_t, lanes>& out) {
    Prepared prepared;
    prepare(prepared, others, origin);
    for (std::uint32_t left = which; left != 0; left &= left - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(left));
        FloatTriangle t;
        for (std::size_t c = 0; c < 3; ++c) {
            for (std::size_t k = 0; k < 3; ++k) {
                t.corner[c][k] = ones.corner[c][k][lane] - origin[k];
            }
        }
        out[lane] = meeting(prepared, t, slack);
    }
}

IMPINGE_CLONES_OF_EIGHT void distances_along_kernel(const TriangleBlock& block,
                                                    const Vector& direction, Lane8& out) {
    Floats least;
    for (std::size_t c = 0; c < 3; ++c) {
        Floats corner[3];
        load3(corner, block.corner[c]);
        Floats along;
        dot1(along, corner, direction);
        if (c == 0) {
            least = along;
        } else {
            lower(least, along);
        }
    }
    store(out, least);
}

IMPINGE_CLONES_OF_EIGHT std::uint32_t farthest_along_kernel(const TriangleBlock& block,
                                                            const Vector& direction, float limit,
                                                            Lane8& out) {
    Floats most = Floats{} - std::numeric_limits<float>::infinity();
    for (std::size_t c = 0; c < 3; ++c) {
        Floats corner[3];
        load3(corner, block.corner[c]);
        Floats along;
        dot1(along, corner, direction);
        raise(most, along);
    }
    store(out, most);
    Bits reaches;
    reaches = most >= limit;
    return mask_of(reaches);
}

IMPINGE_CLONES_OF_EIGHT std::uint32_t squared_gaps_kernel(const TriangleBlock& block,
                                                          const Vector& low, const Vector& high,
                                                          float limit, Lane8& out) {
    Floats sum = Floats{};
    for (std::size_t k = 0; k < 3; ++k) {
        Floats p;
        Floats least;
        Floats most;
        load(least, block.corner[0][k]);
        most = least;
        for (std::size_t c = 1; c < 3; ++c) {
            load(p, block.corner[c][k]);
            lower(least, p);
            raise(most, p);
        }
        Floats gap = least - high[k];
        Floats other = low[k] - most;
        raise(gap, other);
        Floats none = Floats{};
        raise(gap, none);
        sum += gap * gap;
    }
    store(out, sum);
    Bits near;
    near = sum <= limit;
    return mask_of(near);
}

/// The sum of eight, in a fixed order.
[[gnu::always_inline]] inline void add_up(float& into, const Floats& x) {
    Lane8 v;
    store(v, x);
    into = ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

IMPINGE_CLONES_OF_EIGHT void sums_kernel(const TriangleBlock& block, BlockSums& sums) {
    for (std::size_t k = 0; k < 3; ++k) {
        sums.origin[k] = block.corner[0][k][0];
    }
    Floats p[3][3]; // [corner][coordinate]
    for (std::size_t c = 0; c < 3; ++c) {
        load3(p[c], block.corner[c]);
        for (std::size_t k = 0; k < 3; ++k) {
            p[c][k] -= sums.origin[k];
        }
    }
    Floats u[3];
    Floats v[3];
    for (std::size_t k = 0; k < 3; ++k) {
        u[k] = p[1][k] - p[0][k];
        v[k] = p[2][k] - p[0][k];
        Floats sum = p[0][k] + p[1][k] + p[2][k];
        add_up(sums.sum[k], sum);
    }
    Floats n[3];
    for (std::size_t k = 0; k < 3; ++k) {
        n[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
        add_up(sums.normal[k], n[k]);
    }
    Floats area;
    dot8(area, n, n);
    root(area);
    add_up(sums.area, area);
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t next = (k + 1) % 3;
        Floats square = p[0][k] * p[0][k] + p[1][k] * p[1][k] + p[2][k] * p[2][k];
        Floats mixed = p[0][k] * p[0][next] + p[1][k] * p[1][next] + p[2][k] * p[2][next];
        add_up(sums.squares[k], square);
        add_up(sums.squares[3 + k], mixed);
    }
}

/// How far things reach along three directions, in each lane.
struct LaneExtents {
    Floats low[3];
    Floats high[3];

    [[gnu::always_inline]] LaneExtents() {
        for (std::size_t i = 0; i < 3; ++i) {
            low[i] = Floats{} + std::numeric_limits<float>::infinity();
            high[i] = -low[i];
        }
    }
    [[gnu::always_inline]] void join(Extents& into) const {
        for (std::size_t i = 0; i < 3; ++i) {
            Lane8 lows;
            Lane8 highs;
            store(lows, low[i]);
            store(highs, high[i]);
            into.low[i] = *std::min_element(lows.begin(), lows.end());
            into.high[i] = *std::max_element(highs.begin(), highs.end());
        }
    }
};

IMPINGE_CLONES_OF_EIGHT Extents extents_kernel(std::span<const TriangleBlock> blocks,
                                               const std::array<Vector, 3>& directions) {
    LaneExtents reached;
    for (const TriangleBlock& block : blocks) {
        for (std::size_t c = 0; c < 3; ++c) {
            Floats corner[3];
            load3(corner, block.corner[c]);
            for (std::size_t i = 0; i < 3; ++i) {
                Floats place;
                dot1(place, corner, directions[i]);
                lower(reached.low[i], place);
                raise(reached.high[i], place);
            }
        }
    }
    Extents found{};
    reached.join(found);
    return found;
}

IMPINGE_CLONES_OF_EIGHT Extents box_extents_kernel(std::span<const BoxGroup> groups,
                                                   const std::array<Vector, 3>& directions) {
    LaneExtents reached;
    for (const BoxGroup& group : groups) {
        Floats centre[3];
        load3(centre, group.centre);
        Floats middle[3];
        Floats reach[3];
        for (std::size_t i = 0; i < 3; ++i) {
            dot1(middle[i], centre, directions[i]);
            reach[i] = Floats{};
        }
        Bits empty; // lanes without a box have no width
        for (std::size_t j = 0; j < 3; ++j) {
            Floats axis[3];
            load3(axis, group.axis[j]);
            Floats half;
            load(half, group.half[j]);
            empty = half <= 0;
            for (std::size_t i = 0; i < 3; ++i) {
                Floats turn;
                dot1(turn, axis, directions[i]);
                make_absolute(turn);
                reach[i] += turn * half;
            }
        }
        for (std::size_t i = 0; i < 3; ++i) {
            Floats least = empty ? reached.low[i] : middle[i] - reach[i];
            Floats most = empty ? reached.high[i] : middle[i] + reach[i];
            lower(reached.low[i], least);
            raise(reached.high[i], most);
        }
    }
    Extents found{};
    reached.join(found);
    return found;
}

IMPINGE_CLONES_OF_EIGHT bool some_corner_within_kernel(std::span<const TriangleBlock> blocks,
                                                       const std::array<Vector, 3>& directions,
                                                       const Extents& bounds) {
    Bits within = Bits{};
    for (const TriangleBlock& block : blocks) {
        for (std::size_t c = 0; c < 3; ++c) {
            Floats corner[3];
            load3(corner, block.corner[c]);
            Bits here;
            here = Bits{} == 0;
            for (std::size_t i = 0; i < 3; ++i) {
                Floats place;
                dot1(place, corner, directions[i]);
                here &= (place >= bounds.low[i]) & (place <= bounds.high[i]);
            }
            within |= here;
        }
    }
    return mask_of(within) != 0;
}

using FourFloats [[gnu::vector_size(16), gnu::aligned(alignof(float)), gnu::may_alias]] = float;

FourFloats four(const FloatBoxMap::Column& column) {
    return *reinterpret_cast<const FourFloats*>(column.data());
}

} // namespace

FloatBox mapped_box(const FloatBoxMap& map, const BoxGroup& group, std::size_t lane) {
    const FourFloats x = four(map.turn[0]);
    const FourFloats y = four(map.turn[1]);
    const FourFloats z = four(map.turn[2]);
    // Vectors of three, each stored with a fourth number that the next overwrites: fifteen numbers
    // one after the other.
    FloatBox box;
    static_assert(sizeof box == 15 * sizeof(float));
    char* const first = reinterpret_cast<char*>(&box);
    const auto put = [&](std::size_t at, const FourFloats& v) {
        *reinterpret_cast<FourFloats*>(first + at * sizeof(float)) = v;
    };
    put(0, (x * group.centre[0][lane] + y * group.centre[1][lane] + z * group.centre[2][lane]) *
                   map.ratio +
               four(map.offset));
    for (std::size_t i = 0; i < 3; ++i) {
        const auto& axis = group.axis[i];
        put(3 + 3 * i, x * axis[0][lane] + y * axis[1][lane] + z * axis[2][lane]);
    }
    for (std::size_t k = 0; k < 3; ++k) {
        box.half[k] = group.half[k][lane] * map.ratio;
    }
    return box;
}

bool some_corner_within(std::span<const TriangleBlock> blocks,
                        const std::array<Vector, 3>& directions, const Extents& bounds) {
    return some_corner_within_kernel(blocks, directions, bounds);
}

std::uint32_t gaps(const BoxGroup& group, const FloatBox& box, float limit, Lane8& out) {
    return gaps_kernel(group, box, limit, out);
}

std::uint32_t distances(const BoxGroup& group, const FloatBox& box, float limit, Lane8& out) {
    return distances_kernel(group, box, limit, out);
}

std::uint32_t near_along(const BoxGroup& group, const FloatBox& box, float margin) {
    return near_along_kernel(group, box, margin);
}

std::uint32_t meeting_segment(const BoxGroup& group, const Vector& middle, const Vector& half,
                              float slack) {
    return meeting_segment_kernel(group, middle, half, slack);
}

std::uint32_t supports(const BoxGroup& group, const Vector& direction, float limit, Lane8& out) {
    return supports_kernel(group, direction, limit, out);
}

std::uint32_t reaching_box(const TriangleBlock& block, const FloatBox& box, float slack) {
    return reaching_box_kernel(block, box, slack);
}

void map_block(const TriangleBlock& block, const FloatMap& map, TriangleBlock& out) {
    map_block_kernel(block, map, out);
}

FloatTriangle triangle_of(const TriangleBlock& block, std::size_t lane) {
    FloatTriangle triangle;
    for (std::size_t c = 0; c < 3; ++c) {
        for (std::size_t k = 0; k < 3; ++k) {
            triangle.corner[c][k] = block.corner[c][k][lane];
        }
    }
    return triangle;
}

void meeting_blocks(const TriangleBlock& ones, std::uint32_t which, const TriangleBlock& others,
                    const Vector& origin, float slack, std::array<std::uint32_t, lanes>& out) {
    meeting_blocks_kernel(ones, which, others, origin, slack, out);
}

void distances_along(const TriangleBlock& block, const Vector& direction, Lane8& out) {
    distances_along_kernel(block, direction, out);
}

std::uint32_t farthest_along(const TriangleBlock& block, const Vector& direction, float limit,
                             Lane8& out) {
    return farthest_along_kernel(block, direction, limit, out);
}

std::uint32_t squared_gaps(const TriangleBlock& block, const Vector& low, const Vector& high,
                           float limit, Lane8& out) {
    return squared_gaps_kernel(block, low, high, limit, out);
}

Extents extents(std::span<const TriangleBlock> blocks, const std::array<Vector, 3>& directions) {
    return extents_kernel(blocks, directions);
}

BlockSums sums_of(const TriangleBlock& block) {
    BlockSums sums;
    sums_kernel(block, sums);
    return sums;
}

Extents extents(std::span<const BoxGroup> groups, const std::array<Vector, 3>& directions) {
    return box_extents_kernel(groups, directions);
}

} // namespace impinge::inline v0::model
