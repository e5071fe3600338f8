// SPDX-License-Identifier: Apache-2.0
#include "impinge/predicates.hpp"

#include "predicates/double_double.hpp"
#include "predicates/exact_number.hpp"
#include "predicates/expansion.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0 {
namespace {

Sign sign_of(double value) { return (value > 0) - (value < 0); }

/// The sign of the estimate where its error leaves no doubt.
template <typename Exactly> Sign decide(const Estimate& estimate, Exactly exactly) {
    return std::fabs(estimate.value.head) > 2 * estimate.error ? sign_of(estimate.value.head)
                                                               : exactly();
}

Sign orient2d_exact(Vec2d a, Vec2d b, Vec2d c) {
    const TwoTerms ux = two_difference(b.x, a.x);
    const TwoTerms uy = two_difference(b.y, a.y);
    const TwoTerms vx = two_difference(c.x, a.x);
    const TwoTerms vy = two_difference(c.y, a.y);
    if (in_expansion_range(ux) && in_expansion_range(uy) && in_expansion_range(vx) &&
        in_expansion_range(vy)) {
        return (to_expansion(ux) * to_expansion(vy) - to_expansion(uy) * to_expansion(vx)).sign();
    }
    return exact_orient2d(a, b, c).sign();
}

struct Vec3Terms {
    TwoTerms x;
    TwoTerms y;
    TwoTerms z;
};

Vec3Terms difference_terms(Vec3d p, Vec3d q) {
    return {two_difference(p.x, q.x), two_difference(p.y, q.y), two_difference(p.z, q.z)};
}

bool in_expansion_range(const Vec3Terms& v) {
    return in_expansion_range(v.x) && in_expansion_range(v.y) && in_expansion_range(v.z);
}

/// p * s - q * r
Expansion<16> minor_of(TwoTerms p, TwoTerms q, TwoTerms r, TwoTerms s) {
    return to_expansion(p) * to_expansion(s) - to_expansion(q) * to_expansion(r);
}

Sign orient3d_exact(Vec3d a, Vec3d b, Vec3d c, Vec3d d) {
    const Vec3Terms u = difference_terms(b, a);
    const Vec3Terms v = difference_terms(c, a);
    const Vec3Terms w = difference_terms(d, a);
    if (!in_expansion_range(u) || !in_expansion_range(v) || !in_expansion_range(w)) {
        return exact_orient3d(a, b, c, d).sign();
    }
    const auto x_part = minor_of(u.y, u.z, v.y, v.z) * to_expansion(w.x);
    const auto y_part = minor_of(u.z, u.x, v.z, v.x) * to_expansion(w.y);
    const auto z_part = minor_of(u.x, u.y, v.x, v.y) * to_expansion(w.z);
    return (x_part + y_part + z_part).sign();
}

double largest_magnitude(double a, double b, double c) {
    return std::max({std::fabs(a), std::fabs(b), std::fabs(c)});
}

} // namespace

Sign orient2d(Vec2d a, Vec2d b, Vec2d c) {
    const double ux = b.x - a.x;
    const double uy = b.y - a.y;
    const double vx = c.x - a.x;
    const double vy = c.y - a.y;
    if ((ux == 0 || vy == 0) && (uy == 0 || vx == 0)) {
        return 0;
    }
    const double left = ux * vy;
    const double right = uy * vx;
    const double magnitude = std::fabs(left) + std::fabs(right);
    // Each product carries at most three roundings and their difference one: 4 u of the magnitude,
    // u = 2^-53; 5 u leaves room for the rounding of the bound itself. Below 2^-900 underflow could
    // add to that, above 2^1000 overflow.
    if (magnitude > 0x1p-900 && magnitude < 0x1p1000) {
        const double area = left - right;
        if (std::fabs(area) > 5 * 0x1p-53 * magnitude) {
            return sign_of(area);
        }
    }
    return decide(estimate_orient2d(a, b, c), [&] { return orient2d_exact(a, b, c); });
}

Sign orient3d(Vec3d a, Vec3d b, Vec3d c, Vec3d d) {
    const Vec3d u = b - a;
    const Vec3d v = c - a;
    const Vec3d w = d - a;
    const double size_x = largest_magnitude(u.x, v.x, w.x);
    const double size_y = largest_magnitude(u.y, v.y, w.y);
    const double size_z = largest_magnitude(u.z, v.z, w.z);
    const double smallest = std::min({size_x, size_y, size_z});
    const double largest = std::max({size_x, size_y, size_z});
    if (smallest == 0) {
        return 0; // all four points agree in one coordinate, exactly
    }
    // Six products of three differences: every term carries at most 3 + 2 roundings and 3 more in
    // the sums, so the error is below 6 * 8 u = 5.33e-15 times the product of the sizes. Within
    // these exponents neither underflow (at most a few 2^-1074 times `largest`) nor overflow
    // matters.
    if (smallest > 1e-95 && largest < 1e100) {
        const double volume = w.x * (u.y * v.z - u.z * v.y) + w.y * (u.z * v.x - u.x * v.z) +
                              w.z * (u.x * v.y - u.y * v.x);
        if (std::fabs(volume) > 5.5e-15 * (size_x * size_y * size_z)) {
            return sign_of(volume);
        }
    }
    if (d == a || d == b || d == c) {
        return 0; // neighbours in a mesh ask this all the time
    }
    return decide(estimate_orient3d(a, b, c, d), [&] { return orient3d_exact(a, b, c, d); });
}

bool collinear(Vec3d a, Vec3d b, Vec3d c) {
    return orient2d({a.x, a.y}, {b.x, b.y}, {c.x, c.y}) == 0 &&
           orient2d({a.y, a.z}, {b.y, b.z}, {c.y, c.z}) == 0 &&
           orient2d({a.z, a.x}, {b.z, b.x}, {c.z, c.x}) == 0;
}

} // namespace impinge::inline v0
