// SPDX-License-Identifier: Apache-2.0
#include "particles/packet.hpp"

#include "base/clones.hpp"
#include "particles/root_search.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0::particles {
namespace {

// As in model/box_tests.cpp: kernels are static, and what they call is inlined and takes vectors by
// reference.
using Doubles = double __attribute__((vector_size(64)));
using Bits = std::int64_t __attribute__((vector_size(64)));
using DoublesOfArray [[gnu::aligned(alignof(double)), gnu::may_alias]] = Doubles;
static_assert(alignof(DoublesOfArray) == alignof(double));

[[gnu::always_inline]] inline void load(Doubles& into, const Lane& from) {
    into = *reinterpret_cast<const DoublesOfArray*>(from.data());
}
[[gnu::always_inline]] inline void store(Lane& into, const Doubles& from) {
    *reinterpret_cast<DoublesOfArray*>(into.data()) = from;
}
[[gnu::always_inline]] inline void absolute(Doubles& into, const Doubles& of) {
    constexpr std::int64_t all_but_sign = 0x7FFFFFFFFFFFFFFF;
    into = reinterpret_cast<Doubles>(reinterpret_cast<Bits>(of) & all_but_sign);
}
/// All bits of a lane are the same.
[[gnu::always_inline]] inline std::uint32_t mask_of(const Bits& truths) {
    std::uint32_t mask = 0;
    for (std::uint32_t lane = 0; lane < packet_size; ++lane) {
        mask |= static_cast<std::uint32_t>(truths[lane] & 1) << lane;
    }
    return mask;
}
[[gnu::always_inline]] inline bool any(const Bits& truths) {
    const Bits half = truths | __builtin_shufflevector(truths, truths, 4, 5, 6, 7, 0, 1, 2, 3);
    return (half[0] | half[1] | half[2] | half[3]) != 0;
}
[[gnu::always_inline]] inline void root(Doubles& into, const Doubles& of) {
    for (std::size_t lane = 0; lane < packet_size; ++lane) {
        into[lane] = __builtin_sqrt(of[lane]);
    }
}

/// A sum of at most some twenty products rounds by less than this of the sum of their sizes.
constexpr double rounding = 0x1p-47;

struct Three {
    Doubles x, y, z;
};
[[gnu::always_inline]] inline void load3(Three& into, const std::array<Lane, 3>& from) {
    load(into.x, from[0]);
    load(into.y, from[1]);
    load(into.z, from[2]);
}

struct Linear {
    double x, y, z;
};

/// Value and size of a · v.
[[gnu::always_inline]] inline void dot(Doubles& value, Doubles& size, const Linear& a,
                                       const Three& v) {
    const Doubles px = v.x * a.x;
    const Doubles py = v.y * a.y;
    const Doubles pz = v.z * a.z;
    value = px + py + pz;
    Doubles sx, sy, sz;
    absolute(sx, px);
    absolute(sy, py);
    absolute(sz, pz);
    size = sx + sy + sz;
}

/// Value and size of aᵀ Q b.
[[gnu::always_inline]] inline void bilinear(Doubles& value, Doubles& size, const QuadraticForm& q,
                                            const Three& a, const Three& b) {
    const Doubles xx = a.x * b.x * q.xx;
    const Doubles yy = a.y * b.y * q.yy;
    const Doubles zz = a.z * b.z * q.zz;
    const Doubles axby = a.x * b.y, aybx = a.y * b.x;
    const Doubles axbz = a.x * b.z, azbx = a.z * b.x;
    const Doubles aybz = a.y * b.z, azby = a.z * b.y;
    value = xx + yy + zz + (axby + aybx) * q.xy + (axbz + azbx) * q.xz + (aybz + azby) * q.yz;
    const auto add = [&](const Doubles& part) __attribute__((always_inline)) {
        Doubles positive;
        absolute(positive, part);
        size += positive;
    };
    size = Doubles{};
    add(xx);
    add(yy);
    add(zz);
    add(axby * q.xy);
    add(aybx * q.xy);
    add(axbz * q.xz);
    add(azbx * q.xz);
    add(aybz * q.yz);
    add(azby * q.yz);
}

bool is_plane(const QuadraticForm& f) {
    return f.xx == 0 && f.yy == 0 && f.zz == 0 && f.xy == 0 && f.xz == 0 && f.yz == 0;
}

/// Coefficients of a polynomial of degree 2 in time, and how large what they were summed of is.
struct Curve {
    Doubles c0, c1, c2;
    Doubles s0, s1, s2;
};

/// Bits of lanes whose bound is surely kept, or surely not.
struct BoundSigns {
    Bits kept;
    Bits broken;
};

[[gnu::always_inline]] inline void sign_at(BoundSigns& signs, const QuadraticForm& bound,
                                           bool plane, const Three& p, const Three& off) {
    Doubles value, size;
    dot(value, size, {bound.x, bound.y, bound.z}, p);
    value = value * 2.0 + bound.one;
    // How far the value can be off: by rounding, and because the point is off.
    Doubles moves = off.x * std::fabs(bound.x) + off.y * std::fabs(bound.y) +
                    off.z * std::fabs(bound.z);
    size = size * 2.0 + std::fabs(bound.one);
    if (!plane) {
        Doubles square, square_size;
        bilinear(square, square_size, bound, p, p);
        value += square;
        size += square_size;
        Three far;
        absolute(far.x, p.x);
        absolute(far.y, p.y);
        absolute(far.z, p.z);
        far.x += off.x;
        far.y += off.y;
        far.z += off.z;
        const double xx = std::fabs(bound.xx), yy = std::fabs(bound.yy), zz = std::fabs(bound.zz);
        const double xy = std::fabs(bound.xy), xz = std::fabs(bound.xz), yz = std::fabs(bound.yz);
        moves += off.x * (far.x * xx + far.y * xy + far.z * xz) +
                 off.y * (far.x * xy + far.y * yy + far.z * yz) +
                 off.z * (far.x * xz + far.y * yz + far.z * zz);
    }
    const Doubles margin = size * rounding + moves * 2.0;
    signs.kept = value > margin;
    signs.broken = value < -margin;
}

/// The polynomial of one surface for eight flights.
[[gnu::always_inline]] inline void curve_of(Curve& curve, const Packet& packet,
                                            const QuadraticForm& f, bool plane, const Three& x,
                                            const Three& v) {
    const Linear linear{f.x, f.y, f.z};
    dot(curve.c0, curve.s0, linear, x);
    dot(curve.c1, curve.s1, linear, v);
    curve.c0 = curve.c0 * 2.0 + f.one;
    curve.s0 = curve.s0 * 2.0 + std::fabs(f.one);
    curve.c1 *= 2.0;
    curve.s1 *= 2.0;
    if (plane) {
        curve.c2 = curve.s2 = Doubles{};
        if (!packet.straight) {
            Three a;
            load3(a, packet.acceleration);
            dot(curve.c2, curve.s2, linear, a);
            curve.c2 *= 2.0;
            curve.s2 *= 2.0;
        }
        return;
    }
    Doubles value, size;
    bilinear(value, size, f, x, x);
    curve.c0 += value;
    curve.s0 += size;
    bilinear(value, size, f, x, v);
    curve.c1 += value * 2.0;
    curve.s1 += size * 2.0;
    bilinear(curve.c2, curve.s2, f, v, v);
}

IMPINGE_CLONES static PacketAnswer meet_lanes(const Packet& packet, const ImplicitSurface& surface,
                                              const Lane& duration, Lane& time) {
    Three x, v;
    load3(x, packet.position);
    load3(v, packet.velocity);
    Doubles T;
    load(T, duration);
    const bool plane = is_plane(surface.form);
    const bool degree_1 = plane && packet.straight;
    Curve h;
    curve_of(h, packet, surface.form, plane, x, v);
    // Bernstein coefficients over 0..T, and a common bound of their errors.
    const Doubles c1 = h.c1 * T;
    const Doubles c2 = h.c2 * T * T;
    const Doubles off = (h.s0 + h.s1 * T + h.s2 * T * T) * rounding;
    const Doubles b0 = h.c0;
    const Doubles b1 = b0 + 0.5 * c1;
    const Doubles b2 = b0 + c1 + c2;
    Bits above = (b0 > off) & (b2 > off);
    Bits below = (b0 < -off) & (b2 < -off);
    if (!degree_1) {
        above &= b1 > off;
        below &= b1 < -off;
    }
    const Bits possible = ~(above | below);
    if (!any(possible)) {
        return {};
    }
    // The first root, in parts of the duration.
    Doubles s;
    Bits again{}; // a second root may follow
    if (degree_1) {
        s = -b0 / c1;
    } else {
        const Doubles under = c1 * c1 - 4.0 * b0 * c2;
        const Doubles zero{};
        Doubles square;
        const Doubles kept = under > zero ? under : zero;
        root(square, kept);
        // Roots q / c2 and b0 / q without cancellation.
        const Doubles q = -0.5 * (c1 > zero ? c1 + square : c1 - square);
        const Doubles one = q / c2;
        const Doubles other = b0 / q;
        const Doubles low = one < other ? one : other;
        const Doubles high = one < other ? other : one;
        const Bits low_in = low > zero;
        s = low_in ? low : high;
        // NaN from 0 / 0 where there is no square: then it is the other.
        s = s == s ? s : other;
        again = (low_in & (high > zero) & (high < 1.0 + 0x1p-30)) | ~(high == high);
    }
    // Sure if the signs before and after differ, and none is in doubt: then there is one root
    // between, and an even number before, of which there is room for none.
    const auto value_at = [&](const Doubles& at) __attribute__((always_inline)) {
        return b0 + (c1 + c2 * at) * at;
    };
    const Doubles before = value_at(s - root_precision);
    const Doubles after = value_at(s + root_precision);
    const Bits starts_above = b0 > off;
    const Bits starts_below = b0 < -off;
    const Bits in_range = (s > root_precision) & (s < 1.0 - root_precision);
    const Bits crosses = (starts_above & (before > off) & (after < -off)) |
                         (starts_below & (before < -off) & (after > off));
    const Bits sure = possible & in_range & crosses;
    Bits unsure = possible & ~sure;
    Bits met = sure;
    if (any(sure)) {
        // Each bound at the place of the meeting.
        const Doubles t = s * T;
        Three p{x.x + v.x * t, x.y + v.y * t, x.z + v.z * t};
        Three fast;
        absolute(fast.x, v.x);
        absolute(fast.y, v.y);
        absolute(fast.z, v.z);
        if (!packet.straight) {
            Three a;
            load3(a, packet.acceleration);
            p.x += a.x * t * t;
            p.y += a.y * t * t;
            p.z += a.z * t * t;
            Three size;
            absolute(size.x, a.x);
            absolute(size.y, a.y);
            absolute(size.z, a.z);
            fast.x += size.x * T * 2.0;
            fast.y += size.y * T * 2.0;
            fast.z += size.z * T * 2.0;
        }
        Three wide; // how far the place may be off
        absolute(wide.x, x.x);
        absolute(wide.y, x.y);
        absolute(wide.z, x.z);
        wide.x = wide.x * 0x1p-50 + fast.x * T * (2 * root_precision);
        wide.y = wide.y * 0x1p-50 + fast.y * T * (2 * root_precision);
        wide.z = wide.z * 0x1p-50 + fast.z * T * (2 * root_precision);
        for (const QuadraticForm& bound : surface.bounds) {
            BoundSigns signs;
            sign_at(signs, bound, is_plane(bound), p, wide);
            unsure |= met & ~(signs.kept | signs.broken);
            unsure |= met & signs.broken & again;
            met &= signs.kept;
        }
        store(time, t);
    }
    return {mask_of(met), mask_of(unsure)};
}

} // namespace

Packet::Packet(std::span<const Flight> flights) {
    for (std::size_t lane = 0; lane < packet_size; ++lane) {
        const Flight& flight = flights[std::min(lane, flights.size() - 1)];
        for (int axis = 0; axis < 3; ++axis) {
            const auto i = static_cast<std::size_t>(axis);
            position[i][lane] = flight.position[axis];
            velocity[i][lane] = flight.velocity[axis];
            acceleration[i][lane] = 0.5 * flight.acceleration[axis];
        }
        duration[lane] = flight.duration;
        straight &= flight.acceleration == Vec3d{};
    }
}

bool suits(const Packet& packet, const ImplicitSurface& surface) {
    return !surface.outline && (packet.straight || is_plane(surface.form));
}

PacketAnswer meet(const Packet& packet, const ImplicitSurface& surface, const Lane& duration,
                  Lane& time) {
    return meet_lanes(packet, surface, duration, time);
}

} // namespace impinge::inline v0::particles
