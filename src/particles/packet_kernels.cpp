// SPDX-License-Identifier: Apache-2.0
#include "particles/packet.hpp"
#include "particles/root_search.hpp"
#include "raster/software/lanes.hpp"

#include <algorithm>

// The file is compiled once for each target: it includes itself through foreach_target.h.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "particles/packet_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace impinge::inline v0::particles::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Notation: x, v, a are start, velocity and half the acceleration of a flight, s is time in parts
// of its duration. A surface along the flight is c0 + c1 s + c2 s² + ..., and every coefficient is
// within `off` of what it stands for: `off` is the rounding of sums of at most some twenty
// products, each of which is at most the largest number of the equation times the reach.

using Doubles = hn::CappedTag<double, 8>;
using V = hn::Vec<Doubles>;
using M = hn::Mask<Doubles>;

constexpr double rounding = 0x1p-47;

struct Three {
    V x, y, z;
};

IMPINGE_LANES V all(double value) { return hn::Set(Doubles(), value); }
IMPINGE_LANES Three load(const std::array<Lane, 3>& from, std::size_t lane) {
    const Doubles d;
    return {hn::Load(d, from[0].data() + lane), hn::Load(d, from[1].data() + lane),
            hn::Load(d, from[2].data() + lane)};
}
IMPINGE_LANES V dot(const Three& a, const Three& b) {
    return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}
IMPINGE_LANES Three linear(const QuadraticForm& f) { return {all(f.x), all(f.y), all(f.z)}; }
/// Q p
IMPINGE_LANES Three times(const QuadraticForm& f, const Three& p) {
    return {dot({all(f.xx), all(f.xy), all(f.xz)}, p), dot({all(f.xy), all(f.yy), all(f.yz)}, p),
            dot({all(f.xz), all(f.yz), all(f.zz)}, p)};
}
IMPINGE_LANES M either(M a, M b) { return hn::Or(a, b); }
IMPINGE_LANES bool any(M truths) { return !hn::AllFalse(Doubles(), truths); }
IMPINGE_LANES std::uint32_t bits_of(M truths) {
    std::array<std::uint8_t, 8> bytes{};
    hn::StoreMaskBits(Doubles(), truths, bytes.data());
    return bytes[0];
}

/// Some lanes of a packet.
struct Flights {
    Three x, v, a;
    V duration;
    V reach;
    V doubt;
    bool straight;

    IMPINGE_LANES Flights(const Packet& packet, std::size_t lane)
        : x(load(packet.position, lane)), v(load(packet.velocity, lane)),
          a(load(packet.acceleration, lane)),
          duration(hn::Load(Doubles(), packet.duration.data() + lane)),
          reach(hn::Load(Doubles(), packet.reach.data() + lane)),
          doubt(hn::Load(Doubles(), packet.doubt.data() + lane)), straight(packet.straight) {}
};

/// Where each bound is surely kept (`kept`), or one surely not (`broken`).
struct BoundSigns {
    M kept;
    M broken;
};

IMPINGE_LANES BoundSigns sign_at(const FormTerms& bound, const Three& p, const Flights& flights) {
    V value = hn::Add(dot(linear(bound.form), p), all(bound.form.one));
    V steepness = all(bound.largest_linear);
    if (!bound.plane) {
        value = hn::Add(value, dot(p, times(bound.form, p)));
        steepness = hn::Add(hn::Add(steepness, steepness),
                            hn::Mul(all(4 * bound.largest_square), flights.reach));
    }
    const V margin = hn::Add(hn::Mul(steepness, flights.doubt), all(bound.one * rounding));
    return {hn::Gt(value, margin), hn::Lt(value, hn::Neg(margin))};
}

/// Of the lanes asked about, at the times t.
IMPINGE_LANES BoundSigns bounds_at(const SurfaceTerms& surface, const Flights& flights, V t,
                                   M asked) {
    Three p{hn::Add(flights.x.x, hn::Mul(flights.v.x, t)),
            hn::Add(flights.x.y, hn::Mul(flights.v.y, t)),
            hn::Add(flights.x.z, hn::Mul(flights.v.z, t))};
    if (!flights.straight) {
        const V squared = hn::Mul(t, t);
        p.x = hn::Add(p.x, hn::Mul(flights.a.x, squared));
        p.y = hn::Add(p.y, hn::Mul(flights.a.y, squared));
        p.z = hn::Add(p.z, hn::Mul(flights.a.z, squared));
    }
    BoundSigns signs{asked, hn::Not(hn::Or(asked, hn::Not(asked)))};
    for (const FormTerms& bound : surface.bounds) {
        const BoundSigns one = sign_at(bound, p, flights);
        signs.kept = hn::And(signs.kept, one.kept);
        signs.broken = hn::Or(signs.broken, one.broken);
        if (!any(hn::AndNot(signs.broken, asked))) {
            break;
        }
    }
    return signs;
}

/// Lanes whose number is surely of one sign, that of all coefficients.
IMPINGE_LANES M same_side(V least, V largest, V off) {
    return either(hn::Gt(least, off), hn::Lt(largest, hn::Neg(off)));
}

struct LaneAnswer {
    M met;
    M unsure;
    V time;
};

/// Straight flights and planes.
IMPINGE_LANES LaneAnswer meet_plane(const SurfaceTerms& surface, const Flights& flights) {
    const FormTerms& f = surface.form;
    const Three l = linear(f.form);
    const V c0 = hn::Add(dot(l, flights.x), all(f.form.one));
    const V c1 = hn::Mul(dot(l, flights.v), flights.duration);
    const V off =
        hn::Mul(hn::Add(hn::Mul(all(f.largest_linear), flights.reach), all(f.one)), all(rounding));
    const V end = hn::Add(c0, c1);
    const M possible = hn::Not(same_side(hn::Min(c0, end), hn::Max(c0, end), off));
    if (surface.outlined || !any(possible)) {
        return {hn::AndNot(possible, possible), possible, c0};
    }
    // Within root_precision of the root where the slope is well above its error; the signs at
    // both ends then follow.
    const V s = hn::Div(hn::Neg(c0), c1);
    const M steep = hn::Gt(hn::Mul(hn::Abs(c1), all(0.25 * root_precision)), off);
    const M within = hn::And(hn::Gt(s, all(root_precision)), hn::Lt(s, all(1 - root_precision)));
    const M sure = hn::And(possible, hn::And(steep, within));
    const V t = hn::Mul(s, flights.duration);
    const BoundSigns signs = bounds_at(surface, flights, t, sure);
    const M met = hn::And(sure, signs.kept);
    return {met, hn::AndNot(hn::Or(met, hn::And(sure, signs.broken)), possible), t};
}

/// c0 + c1 s + c2 s²
struct Parabola {
    V c0, c1, c2;
    V off;

    IMPINGE_LANES Parabola(const FormTerms& f, const Flights& flights) {
        const Three l = linear(f.form);
        c0 = hn::Add(dot(l, flights.x), all(f.form.one));
        c1 = dot(l, flights.v);
        V size = hn::Mul(all(f.largest_linear), flights.reach);
        if (f.plane) {
            c2 = dot(l, flights.a);
        } else {
            const Three qx = times(f.form, flights.x);
            c0 = hn::Add(c0, dot(qx, flights.x));
            const V across = dot(qx, flights.v);
            c1 = hn::Add(c1, hn::Add(across, across));
            c2 = dot(times(f.form, flights.v), flights.v);
            size = hn::Add(size,
                           hn::Mul(all(f.largest_square), hn::Mul(flights.reach, flights.reach)));
        }
        c1 = hn::Mul(c1, flights.duration);
        c2 = hn::Mul(hn::Mul(c2, flights.duration), flights.duration);
        off = hn::Mul(hn::Add(size, all(f.one)), all(rounding));
    }
    [[nodiscard]] IMPINGE_LANES V at(V s) const {
        return hn::Add(c0, hn::Mul(hn::Add(c1, hn::Mul(c2, s)), s));
    }
    /// Crossed from the one side to the other within root_precision of s, seen from the start.
    [[nodiscard]] IMPINGE_LANES M crosses(V s, M from_above, M from_below) const {
        const V before = at(hn::Sub(s, all(root_precision)));
        const V after = at(hn::Add(s, all(root_precision)));
        const V minus = hn::Neg(off);
        const M inside =
            hn::And(hn::Gt(s, all(root_precision)), hn::Lt(s, all(1 - root_precision)));
        return hn::And(
            inside,
            either(hn::And(from_above, hn::And(hn::Gt(before, off), hn::Lt(after, minus))),
                   hn::And(from_below, hn::And(hn::Lt(before, minus), hn::Gt(after, off)))));
    }
};

IMPINGE_LANES V discriminant(const Parabola& h) {
    return hn::Sub(hn::Mul(h.c1, h.c1), hn::Mul(all(4), hn::Mul(h.c0, h.c2)));
}

/// Both ends are on one side, and so is all between: the middle Bernstein coefficient is there too,
/// or it goes only up or only down, or there is no root at all.
IMPINGE_LANES M surely_none(const Parabola& h, V under) {
    const V end = hn::Add(h.c0, hn::Add(h.c1, h.c2));
    const V middle = hn::Add(h.c0, hn::Mul(h.c1, all(0.5)));
    const V last_slope = hn::Add(h.c1, hn::Add(h.c2, h.c2));
    const M ends = same_side(hn::Min(h.c0, end), hn::Max(h.c0, end), h.off);
    const M hull =
        same_side(hn::Min(hn::Min(h.c0, end), middle), hn::Max(hn::Max(h.c0, end), middle), h.off);
    const M monotone =
        same_side(hn::Min(h.c1, last_slope), hn::Max(h.c1, last_slope), hn::Add(h.off, h.off));
    const V s0 = hn::Abs(h.c0);
    const V s1 = hn::Abs(h.c1);
    const V s2 = hn::Abs(h.c2);
    const V doubt =
        hn::Add(hn::Mul(hn::Mul(hn::Add(hn::Add(s0, s1), s2), all(4)), h.off),
                hn::Mul(hn::Add(hn::Mul(s1, s1), hn::Mul(all(4), hn::Mul(s0, s2))), all(0x1p-48)));
    return either(hull, hn::And(ends, either(monotone, hn::Lt(under, hn::Neg(doubt)))));
}

/// Polynomials of degree 2.
IMPINGE_LANES LaneAnswer meet_parabola(const SurfaceTerms& surface, const Flights& flights) {
    const V zero = all(0);
    const Parabola h(surface.form, flights);
    const V under = discriminant(h);
    const M possible = hn::Not(surely_none(h, under));
    if (surface.outlined || !any(possible)) {
        return {hn::AndNot(possible, possible), possible, zero};
    }
    const V square = hn::Sqrt(hn::Max(under, zero));
    const V away = hn::IfThenElse(hn::Gt(h.c1, zero), hn::Add(h.c1, square),
                                  hn::Sub(h.c1, square)); // no cancellation
    const V q = hn::Mul(away, all(-0.5));
    const V one = hn::Div(q, h.c2);
    const V other = hn::Div(h.c0, q);
    const M in_order = hn::Lt(one, other);
    const V low = hn::IfThenElse(in_order, one, other);
    const V high = hn::IfThenElse(in_order, other, one);
    const M low_counts = hn::Gt(low, zero);
    const V first = hn::IfThenElse(low_counts, low, high);
    // A root is sure if the signs before and after it differ and none is in doubt. Then there is
    // one between; of others before there would be an even number, for which there is no room.
    const M above = hn::Gt(h.c0, h.off);
    const M below = hn::Lt(h.c0, hn::Neg(h.off));
    const M sure = hn::And(possible, h.crosses(first, above, below));
    M unsure = hn::AndNot(sure, possible);
    V t = hn::Mul(first, flights.duration);
    const BoundSigns signs = bounds_at(surface, flights, t, sure);
    M met = hn::And(sure, signs.kept);
    unsure = either(unsure, hn::AndNot(either(signs.kept, signs.broken), sure));
    const M next = hn::And(hn::And(sure, signs.broken), low_counts);
    if (any(next)) {
        // With ends surely on different sides the first was the only one.
        const V end = hn::Add(h.c0, hn::Add(h.c1, h.c2));
        const M only =
            either(hn::And(above, hn::Lt(end, hn::Neg(h.off))), hn::And(below, hn::Gt(end, h.off)));
        const M asked = hn::AndNot(only, next);
        const M again = hn::And(asked, h.crosses(high, below, above));
        unsure = either(unsure, hn::AndNot(again, asked));
        const V later = hn::Mul(high, flights.duration);
        const BoundSigns then = bounds_at(surface, flights, later, again);
        unsure = either(unsure, hn::AndNot(either(then.kept, then.broken), again));
        const M met_later = hn::And(again, then.kept);
        t = hn::IfThenElse(met_later, later, t);
        met = either(met, met_later);
    }
    return {met, unsure, t};
}

/// Polynomials of degree 4: only whether all Bernstein coefficients are surely on one side.
IMPINGE_LANES LaneAnswer meet_quartic(const SurfaceTerms& surface, const Flights& flights) {
    const FormTerms& f = surface.form;
    const Three l = linear(f.form);
    const Three qx = times(f.form, flights.x);
    const Three qv = times(f.form, flights.v);
    const auto twice = [](V value) HWY_ATTR { return hn::Add(value, value); };
    const V t = flights.duration;
    const V tt = hn::Mul(t, t);
    const V c0 = hn::Add(hn::Add(dot(l, flights.x), all(f.form.one)), dot(qx, flights.x));
    const V c1 = hn::Mul(hn::Add(dot(l, flights.v), twice(dot(qx, flights.v))), t);
    const V c2 = hn::Mul(
        hn::Add(hn::Add(dot(l, flights.a), twice(dot(qx, flights.a))), dot(qv, flights.v)), tt);
    const V c3 = hn::Mul(twice(dot(qv, flights.a)), hn::Mul(tt, t));
    const V c4 = hn::Mul(dot(times(f.form, flights.a), flights.a), hn::Mul(tt, tt));
    const V size =
        hn::Mul(hn::Add(all(f.largest_linear), hn::Mul(all(f.largest_square), flights.reach)),
                flights.reach);
    const V off = hn::Mul(hn::Add(size, all(f.one)), all(rounding));
    const V b1 = hn::Add(c0, hn::Mul(c1, all(0.25)));
    const V b2 = hn::Add(hn::Add(c0, hn::Mul(c1, all(0.5))), hn::Mul(c2, all(1.0 / 6)));
    const V b3 = hn::Add(hn::Add(c0, hn::Mul(c1, all(0.75))),
                         hn::Add(hn::Mul(c2, all(0.5)), hn::Mul(c3, all(0.25))));
    const V b4 = hn::Add(hn::Add(hn::Add(c0, c1), hn::Add(c2, c3)), c4);
    const V least = hn::Min(hn::Min(c0, b1), hn::Min(hn::Min(b2, b3), b4));
    const V largest = hn::Max(hn::Max(c0, b1), hn::Max(hn::Max(b2, b3), b4));
    const M possible = hn::Not(same_side(least, largest, off));
    return {hn::AndNot(possible, possible), possible, c0};
}

PacketAnswer meet(const Packet& packet, const SurfaceTerms& surface, Lane& time) {
    const Doubles d;
    PacketAnswer answer;
    for (std::size_t lane = 0; lane < packet.used; lane += hn::Lanes(d)) {
        const Flights flights(packet, lane);
        const LaneAnswer lanes =
            surface.form.plane && packet.straight   ? meet_plane(surface, flights)
            : surface.form.plane || packet.straight ? meet_parabola(surface, flights)
                                                    : meet_quartic(surface, flights);
        hn::Store(lanes.time, d, time.data() + lane);
        answer.met |= bits_of(lanes.met) << lane;
        answer.unsure |= bits_of(lanes.unsure) << lane;
    }
    return answer;
}

} // namespace impinge::inline v0::particles::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge::inline v0::particles {

HWY_EXPORT(meet);

PacketAnswer meet(const Packet& packet, const SurfaceTerms& surface, Lane& time) {
    return HWY_DYNAMIC_DISPATCH(meet)(packet, surface, time);
}

} // namespace impinge::inline v0::particles
#endif
