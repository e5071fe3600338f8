// SPDX-License-Identifier: Apache-2.0
#include "geometry/weighted_point.hpp"

#include "geometry/feature.hpp"
#include "geometry/projection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impinge::inline v0 {
namespace {

/// A value computed in double at a rounded position, and how far it may be off.
struct Rounded {
    double value = 0;
    double error = 0;

    /// 0 if the error leaves it open, or something overflowed on the way.
    [[nodiscard]] Sign sign() const {
        return !std::isfinite(value) ? 0 : value > error ? 1 : value < -error ? -1 : 0;
    }
};

constexpr double tiny = 0x1p-960; // far above what underflow takes away

double half_ulp(double x) { return 0x1p-52 * std::fabs(x) + 0x1p-1074; }

double size(Vec2d v) { return std::fabs(v.x) + std::fabs(v.y); }

/// How far a 2D determinant can be off because of the rounding of one of its points, `reach` being
/// the distance of the others from it.
double error_of(Vec2d rounded, double reach) {
    return 2 * (half_ulp(rounded.x) + half_ulp(rounded.y)) * reach;
}

/// orient2d of rounded points, with bounds that are generous by a factor of two or more.
Rounded rounded_orient2d(Vec2d a, Vec2d b, Vec2d c) {
    const Vec2d to_a{a.x - c.x, a.y - c.y};
    const Vec2d to_b{b.x - c.x, b.y - c.y};
    const double left = to_a.x * to_b.y;
    const double right = to_a.y * to_b.x;
    const double reach = size(to_a) + size(to_b);
    return {left - right, 0x1p-49 * (std::fabs(left) + std::fabs(right)) + error_of(a, reach) +
                              error_of(b, reach) + error_of(c, reach) + tiny};
}

/// orient3d likewise, as the normal of (a, b, c) times d - a.
Rounded rounded_orient3d(Vec3d a, Vec3d b, Vec3d c, Vec3d d) {
    const Vec3d p = b - a;
    const Vec3d q = c - a;
    const Vec3d r = d - a;
    Rounded sum{0, tiny};
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3;
        const int k = (i + 2) % 3;
        const double normal = p[j] * q[k] - p[k] * q[j];
        const double size = std::fabs(p[j] * q[k]) + std::fabs(p[k] * q[j]);
        sum.value += normal * r[i];
        sum.error += size * (0x1p-47 * std::fabs(r[i]) + 2 * half_ulp(d[i]));
    }
    return sum;
}

/// Sign of the weighted sum of a polynomial over the terms: from the rounded position if that
/// tells, from the signs alone where they agree.
template <typename SignAt, typename ValueAt>
Sign sign_of_mean(const WeightedPoint& point, const Rounded& estimate, SignAt sign_at,
                  ValueAt value_at) {
    if (const Sign sign = estimate.sign()) {
        return sign;
    }
    bool positive = false;
    bool negative = false;
    for (const WeightedPoint::Term& term : point.terms()) {
        const Sign sign = sign_at(term.point);
        positive |= sign > 0;
        negative |= sign < 0;
    }
    if (!positive || !negative) {
        return positive ? 1 : negative ? -1 : 0;
    }
    ExactNumber sum;
    for (const WeightedPoint::Term& term : point.terms()) {
        sum = sum + term.weight * value_at(term.point);
    }
    return sum.sign();
}

template <typename ValueAt> ExactNumber weighted_sum(const WeightedPoint& point, ValueAt value_at) {
    ExactNumber sum;
    for (const WeightedPoint::Term& term : point.terms()) {
        sum = sum + term.weight * value_at(term.point);
    }
    return sum;
}

/// Where the edge from p to q passes a zero of something that is worth at_p and at_q at its ends.
WeightedPoint zero_between(Vec3d p, Vec3d q, const ExactNumber& at_p, const ExactNumber& at_q) {
    return WeightedPoint::between(WeightedPoint(p), absolute(at_q), WeightedPoint(q),
                                  absolute(at_p));
}

/// Where edge `edge` of one triangle meets the other triangle, in whose plane it does not lie.
WeightedPoint edge_meets_plane(const Triangle& triangle, int edge, const Triangle& plane) {
    const Vec3d p = triangle[edge];
    const Vec3d q = triangle[(edge + 1) % 3];
    return zero_between(p, q, exact_orient3d(plane[0], plane[1], plane[2], p),
                        exact_orient3d(plane[0], plane[1], plane[2], q));
}

WeightedPoint edge_meets_edge(const Triangle& a, int edge_a, const Triangle& b, int edge_b) {
    const Vec3d p = a[edge_a];
    const Vec3d q = a[(edge_a + 1) % 3];
    if (orient3d(b[0], b[1], b[2], p) != 0 || orient3d(b[0], b[1], b[2], q) != 0) {
        return edge_meets_plane(a, edge_a, b);
    }
    const int axis = projection_axis(b[0], b[1], b[2]);
    const Vec2d from = project(b[edge_b], axis);
    const Vec2d to = project(b[(edge_b + 1) % 3], axis);
    return zero_between(p, q, exact_orient2d(from, to, project(p, axis)),
                        exact_orient2d(from, to, project(q, axis)));
}

} // namespace

WeightedPoint::WeightedPoint(Vec3d point) {
    add(point, ExactNumber(1.0));
    round();
}

void WeightedPoint::add(Vec3d point, const ExactNumber& weight) {
    if (weight.sign() == 0) {
        return;
    }
    total_ = total_ + weight;
    const auto known = std::find_if(terms_.begin(), terms_.end(),
                                    [&](const Term& term) { return term.point == point; });
    if (known != terms_.end()) {
        known->weight = known->weight + weight;
    } else {
        terms_.push_back({point, weight});
    }
}

WeightedPoint WeightedPoint::between(const WeightedPoint& p, const ExactNumber& weight_p,
                                     const WeightedPoint& q, const ExactNumber& weight_q) {
    WeightedPoint result;
    const auto add_all = [&result](const WeightedPoint& point, const ExactNumber& factor) {
        for (const Term& term : point.terms_) {
            result.add(term.point, term.weight * factor);
        }
    };
    add_all(p, weight_p * q.total_);
    add_all(q, weight_q * p.total_);
    result.round();
    return result;
}

void WeightedPoint::round() {
    if (terms_.size() == 1) {
        position_ = terms_.front().point;
        box_ = {position_, position_};
        return;
    }
    for (int axis = 0; axis < 3; ++axis) {
        const double first = terms_.front().point[axis];
        const bool all_equal = std::all_of(terms_.begin(), terms_.end(), [&](const Term& term) {
            return term.point[axis] == first;
        });
        const double value =
            all_equal ? first
                      : round_quotient(
                            weighted_sum(*this, [axis](Vec3d v) { return ExactNumber(v[axis]); }),
                            total_);
        constexpr double endless = std::numeric_limits<double>::infinity();
        position_[axis] = value;
        box_.min[axis] = all_equal ? value : std::nextafter(value, -endless);
        box_.max[axis] = all_equal ? value : std::nextafter(value, endless);
    }
}

WeightedPoint midpoint(const WeightedPoint& p, const WeightedPoint& q) {
    return WeightedPoint::between(p, ExactNumber(1.0), q, ExactNumber(1.0));
}

WeightedPoint contact_corner(const Triangle& a, const Triangle& b, const ContactPoint& corner) {
    if (is_vertex(corner.on_a)) {
        return WeightedPoint(a[corner_of(corner.on_a)]);
    }
    if (is_vertex(corner.on_b)) {
        return WeightedPoint(b[corner_of(corner.on_b)]);
    }
    if (corner.on_a == Feature::Face) {
        return edge_meets_plane(b, corner_of(corner.on_b), a);
    }
    if (corner.on_b == Feature::Face) {
        return edge_meets_plane(a, corner_of(corner.on_a), b);
    }
    return edge_meets_edge(a, corner_of(corner.on_a), b, corner_of(corner.on_b));
}

Sign orient3d(Vec3d a, Vec3d b, Vec3d c, const WeightedPoint& d) {
    return sign_of_mean(
        d, rounded_orient3d(a, b, c, d.position()), [&](Vec3d p) { return orient3d(a, b, c, p); },
        [&](Vec3d p) { return exact_orient3d(a, b, c, p); });
}

ExactNumber weighted_orient3d(Vec3d a, Vec3d b, Vec3d c, const WeightedPoint& d) {
    return weighted_sum(d, [&](Vec3d p) { return exact_orient3d(a, b, c, p); });
}

Sign orient_projected(Vec3d a, Vec3d b, const WeightedPoint& c, int dropped_axis) {
    return sign_of_mean(
        c,
        rounded_orient2d(project(a, dropped_axis), project(b, dropped_axis),
                         project(c.position(), dropped_axis)),
        [&](Vec3d p) { return orient_projected(a, b, p, dropped_axis); },
        [&](Vec3d p) {
            return exact_orient2d(project(a, dropped_axis), project(b, dropped_axis),
                                  project(p, dropped_axis));
        });
}

ExactNumber weighted_orient_projected(Vec3d a, Vec3d b, const WeightedPoint& c, int dropped_axis) {
    return weighted_sum(c, [&](Vec3d p) {
        return exact_orient2d(project(a, dropped_axis), project(b, dropped_axis),
                              project(p, dropped_axis));
    });
}

Sign orient_projected(const WeightedPoint& a, const WeightedPoint& b, Vec3d c, int dropped_axis) {
    // orient2d(a, b, c) = orient2d(b, c, a): affine in a for each term of b.
    return sign_of_mean(
        b,
        rounded_orient2d(project(a.position(), dropped_axis), project(b.position(), dropped_axis),
                         project(c, dropped_axis)),
        [&](Vec3d q) { return orient_projected(q, c, a, dropped_axis); },
        [&](Vec3d q) { return weighted_orient_projected(q, c, a, dropped_axis); });
}

Sign compare_along(const WeightedPoint& p, const WeightedPoint& q, int axis) {
    if (p.box().min[axis] > q.box().max[axis]) {
        return 1;
    }
    if (p.box().max[axis] < q.box().min[axis]) {
        return -1;
    }
    const auto coordinate = [axis](const WeightedPoint& point) {
        return weighted_sum(point, [axis](Vec3d v) { return ExactNumber(v[axis]); });
    };
    return compare(coordinate(p) * q.total(), coordinate(q) * p.total());
}

bool equal(const WeightedPoint& p, const WeightedPoint& q) {
    return compare_along(p, q, 0) == 0 && compare_along(p, q, 1) == 0 &&
           compare_along(p, q, 2) == 0;
}

Sign place_in_triangle(const Triangle& t, const WeightedPoint& point) {
    const int axis = projection_axis(t[0], t[1], t[2]);
    const Sign turn = orient_projected(t[0], t[1], t[2], axis);
    Sign least = 1;
    for (int i = 0; i < 3 && least >= 0; ++i) {
        least = std::min(least, turn * orient_projected(t[i], t[(i + 1) % 3], point, axis));
    }
    return least;
}

} // namespace impinge::inline v0
