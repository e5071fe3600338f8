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
using Doubles = double __attribute__((vector_size(32)));
using Bits = std::int64_t __attribute__((vector_size(32)));
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
    const Bits half = truths | __builtin_shufflevector(truths, truths, 2, 3, 0, 1);
    return (half[0] | half[1]) != 0;
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
    Doubles moves =
        off.x * std::fabs(bound.x) + off.y * std::fabs(bound.y) + off.z * std::fabs(bound.z);
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

/// The polynomial of one surface for all flights.
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

/// Where each bound is surely kept (`kept`), or one surely not (`broken`), at the times t of the
/// lanes asked about.
[[gnu::always_inline]] inline void bounds_at(BoundSigns& all, const Packet& packet,
                                             const ImplicitSurface& surface, const Three& x,
                                             const Three& v, const Doubles& duration,
                                             const Doubles& t, const Bits& asked) {
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
        fast.x += size.x * duration * 2.0;
        fast.y += size.y * duration * 2.0;
        fast.z += size.z * duration * 2.0;
    }
    Three wide; // how far the place may be off
    absolute(wide.x, x.x);
    absolute(wide.y, x.y);
    absolute(wide.z, x.z);
    const Doubles late = duration * (2 * root_precision);
    wide.x = wide.x * 0x1p-50 + fast.x * late;
    wide.y = wide.y * 0x1p-50 + fast.y * late;
    wide.z = wide.z * 0x1p-50 + fast.z * late;
    all = {~Bits{}, Bits{}};
    for (const QuadraticForm& bound : surface.bounds) {
        BoundSigns signs;
        sign_at(signs, bound, is_plane(bound), p, wide);
        all.kept &= signs.kept;
        all.broken |= signs.broken;
        if (!any(asked & ~all.broken)) {
            return;
        }
    }
}

IMPINGE_CLONES static PacketAnswer meet_lanes(const Packet& packet, const ImplicitSurface& surface,
                                              Lane& time) {
    Three x, v;
    load3(x, packet.position);
    load3(v, packet.velocity);
    Doubles whole;
    load(whole, packet.duration);
    const bool plane = is_plane(surface.form);
    const bool line = plane && packet.straight; // degree 1
    Curve h;
    curve_of(h, packet, surface.form, plane, x, v);
    // Coefficients and Bernstein coefficients over the duration, and a common bound of their
    // errors.
    const Doubles zero{};
    const Doubles c1 = h.c1 * whole;
    const Doubles c2 = h.c2 * whole * whole;
    const Doubles off = (h.s0 + h.s1 * whole + h.s2 * whole * whole) * rounding;
    const Doubles b0 = h.c0;
    const Doubles b1 = b0 + 0.5 * c1;
    const Doubles b2 = b0 + c1 + c2;
    const Bits starts_above = b0 > off;
    const Bits starts_below = b0 < -off;
    const Bits same_side = (starts_above & (b2 > off)) | (starts_below & (b2 < -off));
    Bits possible = ~same_side;
    Doubles under{};
    if (!line) {
        // Both ends on one side: surely none if the middle coefficient is there too, if it goes
        // only up or only down, or if there is no root at all.
        const Doubles end = c1 + 2.0 * c2;
        Doubles s1, s2, s0;
        absolute(s0, b0);
        absolute(s1, c1);
        absolute(s2, c2);
        under = c1 * c1 - 4.0 * b0 * c2;
        const Doubles doubt = (s1 + s0 + s2) * 4.0 * off + (s1 * s1 + 4.0 * s0 * s2) * 0x1p-48;
        const Bits none = (starts_above & (b1 > off)) | (starts_below & (b1 < -off)) |
                          ((c1 > 2.0 * off) & (end > 2.0 * off)) |
                          ((c1 < -2.0 * off) & (end < -2.0 * off)) | (under < -doubt);
        possible = ~(same_side & none);
    }
    if (!any(possible)) {
        return {};
    }
    // The roots in parts of the duration.
    Doubles first;
    Doubles second{};
    Bits two{};
    if (line) {
        first = -b0 / c1;
    } else {
        Doubles square;
        const Doubles kept = under > zero ? under : zero;
        root(square, kept);
        const Doubles q = -0.5 * (c1 > zero ? c1 + square : c1 - square); // no cancellation
        const Doubles one = q / c2;
        const Doubles other = b0 / q;
        const Doubles low = one < other ? one : other;
        second = one < other ? other : one;
        const Bits low_counts = low > zero;
        first = low_counts ? low : second;
        two = low_counts;
    }
    // A root is sure if the signs before and after it differ and none is in doubt. Then there is
    // one between; of others before there would be an even number, for which there is no room.
    const auto sure_at = [&](Bits & sure, const Doubles& s, const Bits& from_above,
                             const Bits& from_below) __attribute__((always_inline)) {
        const Doubles early = s - root_precision;
        const Doubles late = s + root_precision;
        const Doubles before = b0 + (c1 + c2 * early) * early;
        const Doubles after = b0 + (c1 + c2 * late) * late;
        sure = (s > root_precision) & (s < 1.0 - root_precision) &
               ((from_above & (before > off) & (after < -off)) |
                (from_below & (before < -off) & (after > off)));
    };
    Bits sure;
    sure_at(sure, first, starts_above, starts_below);
    sure &= possible;
    Bits unsure = possible & ~sure;
    BoundSigns signs;
    Doubles t = first * whole;
    bounds_at(signs, packet, surface, x, v, whole, t, sure);
    unsure |= sure & ~(signs.kept | signs.broken);
    Bits met = sure & signs.kept;
    const Bits next = sure & signs.broken & two;
    if (any(next)) {
        // With ends surely on different sides the first was the only one.
        const Bits only = (starts_above & (b2 < -off)) | (starts_below & (b2 > off));
        sure_at(sure, second, starts_below, starts_above);
        sure &= next & ~only;
        unsure |= next & ~sure & ~only;
        const Doubles later = second * whole;
        bounds_at(signs, packet, surface, x, v, whole, later, sure);
        unsure |= sure & ~(signs.kept | signs.broken);
        const Bits met_later = sure & signs.kept;
        t = met_later ? later : t;
        met |= met_later;
    }
    store(time, t);
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

PacketAnswer meet(const Packet& packet, const ImplicitSurface& surface, Lane& time) {
    return meet_lanes(packet, surface, time);
}

} // namespace impinge::inline v0::particles
