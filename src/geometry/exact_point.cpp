// SPDX-License-Identifier: Apache-2.0
#include "geometry/exact_point.hpp"

#include "geometry/projection.hpp"
#include "predicates/double_double.hpp"
#include "predicates/exact_number.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace impinge::inline v0 {
namespace {

// A point that divides the segment from p to q is where some polynomial, affine along the segment,
// changes sign: value_p at p, value_q at q. Coordinates are first computed with twice the precision
// of double and a bound on the error; only where the bound leaves open which double is nearest are
// the exact fractions formed.

struct ExactValues {
    ExactNumber at_p;
    ExactNumber at_q;
};

double round_exactly(double p, double q, const ExactValues& values) {
    return round_quotient(ExactNumber(q) * values.at_p - ExactNumber(p) * values.at_q,
                          values.at_p - values.at_q);
}

/// The fraction of the way from p to q, with an absolute error bound.
Estimate fraction(const Estimate& at_p, const Estimate& at_q) {
    const DoubleDouble difference = at_p.value - at_q.value;
    const double size = std::fabs(difference.head);
    const double error = 4 * (at_p.error + at_q.error) / size + 0x1p-98;
    return {at_p.value / difference, size > 0 ? error : std::numeric_limits<double>::infinity()};
}

/// The nearest double to p + t (q - p), unless the error of t leaves two to choose from.
std::optional<double> round_between(double p, double q, const Estimate& t) {
    const DoubleDouble span = exact_difference(q, p);
    const DoubleDouble x = DoubleDouble{p, 0} + span * t.value;
    const double error = 2 * std::fabs(span.head) * t.error +
                         0x1p-98 * std::max(std::fabs(p), std::fabs(q)) + 0x1p-1000;
    const double low = x.head + (x.tail - error);
    const double high = x.head + (x.tail + error);
    return low == high ? std::optional(low) : std::nullopt;
}

template <typename Exactly>
Vec3d zero_point(Vec3d p, Vec3d q, const Estimate& at_p, const Estimate& at_q, Exactly exactly) {
    const Estimate t = fraction(at_p, at_q);
    std::optional<ExactValues> values;
    Vec3d point;
    for (int axis = 0; axis < 3; ++axis) {
        if (p[axis] == q[axis]) {
            point[axis] = p[axis];
        } else if (const auto rounded = round_between(p[axis], q[axis], t)) {
            point[axis] = *rounded;
        } else {
            values = values ? values : std::optional(exactly());
            point[axis] = round_exactly(p[axis], q[axis], *values);
        }
    }
    return point;
}

} // namespace

Vec3d point_on_plane(Vec3d p, Vec3d q, const Triangle& plane) {
    return zero_point(p, q, estimate_orient3d(plane[0], plane[1], plane[2], p),
                      estimate_orient3d(plane[0], plane[1], plane[2], q), [&] {
                          return ExactValues{exact_orient3d(plane[0], plane[1], plane[2], p),
                                             exact_orient3d(plane[0], plane[1], plane[2], q)};
                      });
}

Vec3d point_on_line(Vec3d p, Vec3d q, Vec3d r, Vec3d s, int dropped_axis) {
    const Vec2d from = project(r, dropped_axis);
    const Vec2d to = project(s, dropped_axis);
    const Vec2d start = project(p, dropped_axis);
    const Vec2d end = project(q, dropped_axis);
    return zero_point(
        p, q, estimate_orient2d(from, to, start), estimate_orient2d(from, to, end), [&] {
            return ExactValues{exact_orient2d(from, to, start), exact_orient2d(from, to, end)};
        });
}

} // namespace impinge::inline v0
