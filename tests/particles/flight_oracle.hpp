// SPDX-License-Identifier: Apache-2.0
//
// When a flight first meets a surface, the slow way: intervals of long double, put straight into
// the equations, cut in halves until each holds no root, or exactly one and a sure sign of every
// bound. Knows nothing of polynomials.
#pragma once

#include "impinge/colliders.hpp"
#include "impinge/triangle.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <vector>

namespace impinge::oracle {

/// All numbers between two.
struct Interval {
    long double low = 0;
    long double high = 0;

    Interval() = default;
    Interval(double exact) : low(exact), high(exact) {}
    Interval(long double from, long double to) : low(from), high(to) {}

    static Interval outward(long double from, long double to) {
        constexpr long double ulp = 0x1p-62L;
        constexpr long double tiny = 0x1p-16000L;
        return {from - std::fabs(from) * ulp - tiny, to + std::fabs(to) * ulp + tiny};
    }
    friend Interval operator+(const Interval& a, const Interval& b) {
        return outward(a.low + b.low, a.high + b.high);
    }
    friend Interval operator-(const Interval& a, const Interval& b) {
        return outward(a.low - b.high, a.high - b.low);
    }
    friend Interval operator*(const Interval& a, const Interval& b) {
        const std::array<long double, 4> all{a.low * b.low, a.low * b.high, a.high * b.low,
                                             a.high * b.high};
        return outward(*std::min_element(all.begin(), all.end()),
                       *std::max_element(all.begin(), all.end()));
    }
    [[nodiscard]] bool positive() const { return low > 0; }
    [[nodiscard]] bool negative() const { return high < 0; }
};

/// A number and its rate of change.
struct Dual {
    Interval value;
    Interval rate;

    Dual() = default;
    Dual(double constant) : value(constant) {}
    Dual(Interval v, Interval r) : value(v), rate(r) {}
    friend Dual operator+(const Dual& a, const Dual& b) {
        return {a.value + b.value, a.rate + b.rate};
    }
    friend Dual operator-(const Dual& a, const Dual& b) {
        return {a.value - b.value, a.rate - b.rate};
    }
    friend Dual operator*(const Dual& a, const Dual& b) {
        return {a.value * b.value, a.value * b.rate + a.rate * b.value};
    }
};

struct Point {
    Dual x, y, z;
};

struct FlightOf {
    Vec3d position, velocity, acceleration;
    double duration = 0;

    [[nodiscard]] Point at(const Interval& t) const {
        const auto coordinate = [&](int axis) {
            const Interval v(velocity[axis]);
            const Interval a(acceleration[axis]);
            return Dual(Interval(position[axis]) + t * (v + Interval(0.5) * a * t), v + a * t);
        };
        return {coordinate(0), coordinate(1), coordinate(2)};
    }
};

using Function = std::function<Dual(const Point&)>;

struct Surface {
    Function equation;
    std::vector<Function> bounds; ///< none negative
};

inline Function function_of(const QuadraticForm& f) {
    return [f](const Point& p) {
        return Dual(f.xx) * p.x * p.x + Dual(f.yy) * p.y * p.y + Dual(f.zz) * p.z * p.z +
               Dual(2) * (Dual(f.xy) * p.x * p.y + Dual(f.xz) * p.x * p.z + Dual(f.yz) * p.y * p.z +
                          Dual(f.x) * p.x + Dual(f.y) * p.y + Dual(f.z) * p.z) +
               Dual(f.one);
    };
}

inline Surface surface_of(const ImplicitSurface& surface) {
    Surface result{function_of(surface.form), {}};
    for (const QuadraticForm& bound : surface.bounds) {
        result.bounds.push_back(function_of(bound));
    }
    return result;
}

/// Edges by planes through them that stand upright on the triangle.
inline Surface surface_of(const Triangle& t) {
    const auto difference = [](Vec3d a, Vec3d b) {
        return std::array<Interval, 3>{Interval(a.x) - Interval(b.x), Interval(a.y) - Interval(b.y),
                                       Interval(a.z) - Interval(b.z)};
    };
    const auto times = [](const std::array<Interval, 3>& a, const std::array<Interval, 3>& b) {
        return std::array<Interval, 3>{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                                       a[0] * b[1] - a[1] * b[0]};
    };
    const auto plane = [](const std::array<Interval, 3>& n, Vec3d through) -> Function {
        return [n, through](const Point& p) {
            const auto fixed = [](const Interval& i) { return Dual(i, Interval(0.0)); };
            return fixed(n[0]) * (p.x - Dual(through.x)) + fixed(n[1]) * (p.y - Dual(through.y)) +
                   fixed(n[2]) * (p.z - Dual(through.z));
        };
    };
    const auto normal = times(difference(t[1], t[0]), difference(t[2], t[0]));
    Surface result{plane(normal, t[0]), {}};
    for (int i = 0; i < 3; ++i) {
        result.bounds.push_back(plane(times(normal, difference(t[(i + 1) % 3], t[i])), t[i]));
    }
    return result;
}

/// What is left of a number above zero, cubed; smooth, so that its rate is too.
inline Dual positive_cube(const Dual& of) {
    const auto kept = [](long double v) { return std::max(v, 0.0L); };
    const Interval part(kept(of.value.low), kept(of.value.high));
    const Interval square = part * part;
    return {square * part, Interval(3.0) * square * of.rate};
}

inline Surface surface_of(const Blend& blend) {
    return {[blend](const Point& p) {
                Dual sum(blend.threshold);
                for (const Blob& blob : blend.blobs) {
                    const Dual x = p.x - Dual(blob.centre.x);
                    const Dual y = p.y - Dual(blob.centre.y);
                    const Dual z = p.z - Dual(blob.centre.z);
                    const long double scale =
                        1 / (static_cast<long double>(blob.radius) * blob.radius);
                    const Dual inverse(Interval::outward(scale, scale), Interval(0.0));
                    const Dual near = Dual(1) - (x * x + y * y + z * z) * inverse;
                    sum = sum - Dual(blob.weight) * positive_cube(near);
                }
                return sum;
            },
            {}};
}

struct Meeting {
    enum class Kind { None, At, Undecided };
    Kind kind = Kind::None;
    long double low = 0;
    long double high = 0;
};

/// The first in (from, to); the ends are no roots.
inline Meeting first_meeting(const FlightOf& flight, const Surface& surface, long double from,
                             long double to, int depth = 0) {
    const Interval range(from, to);
    const Dual h = surface.equation(flight.at(range));
    if (h.value.positive() || h.value.negative()) {
        return {};
    }
    // By the mean value theorem, which is tighter in a short interval.
    const long double centre = from + (to - from) * 0.5L;
    const Interval mean = surface.equation(flight.at({centre, centre})).value +
                          h.rate * (range - Interval(centre, centre));
    if (mean.positive() || mean.negative()) {
        return {};
    }
    bool at_least = false;                        // surely a root here, but perhaps not sure where
    if (h.rate.positive() || h.rate.negative()) { // at most one root
        const Interval first = surface.equation(flight.at({from, from})).value;
        const Interval last = surface.equation(flight.at({to, to})).value;
        const bool sure =
            (first.positive() || first.negative()) && (last.positive() || last.negative());
        if (sure && first.positive() == last.positive()) {
            return {};
        }
        if (sure) {
            bool all = true;
            for (const Function& bound : surface.bounds) {
                const Interval value = bound(flight.at(range)).value;
                if (value.negative()) {
                    return {};
                }
                all &= value.positive();
            }
            const long double part = (to - from) / flight.duration;
            if (all && part <= 0x1p-44L) {
                return {Meeting::Kind::At, from, to};
            }
            at_least = all && part <= 0x1p-38L;
        }
    }
    if (depth == 46) {
        return {at_least ? Meeting::Kind::At : Meeting::Kind::Undecided, from, to};
    }
    const long double middle = from + (to - from) * (0.5L - 0x1p-7L);
    const Meeting early = first_meeting(flight, surface, from, middle, depth + 1);
    const Meeting found = early.kind != Meeting::Kind::None
                              ? early
                              : first_meeting(flight, surface, middle, to, depth + 1);
    return at_least && found.kind == Meeting::Kind::Undecided ? Meeting{Meeting::Kind::At, from, to}
                                                              : found;
}

inline Meeting first_meeting(const FlightOf& flight, const Surface& surface) {
    return first_meeting(flight, surface, 0, flight.duration);
}

} // namespace impinge::oracle
