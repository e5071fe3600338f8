// SPDX-License-Identifier: Apache-2.0
//
// Numbers of twice the precision of double, as a sum head + tail: not exact, but with an error
// bound so small (below 2^-102 of the result for each operation, absent under- and overflow) that
// it settles nearly everything the plain filter cannot, at a fraction of the cost of expansions.
#pragma once

#include "predicates/expansion.hpp"

namespace impinge::inline v0 {

struct DoubleDouble {
    double head = 0;
    double tail = 0; ///< at most half an ulp of head
};

inline DoubleDouble to_double_double(TwoTerms terms) { return {terms.head, terms.tail}; }

/// The exact difference of two doubles.
inline DoubleDouble exact_difference(double a, double b) {
    return to_double_double(two_difference(a, b));
}

inline DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
    const TwoTerms heads = two_sum(a.head, b.head);
    const TwoTerms tails = two_sum(a.tail, b.tail);
    const TwoTerms sum = two_sum(heads.head, heads.tail + tails.head);
    return to_double_double(two_sum(sum.head, sum.tail + tails.tail));
}
inline DoubleDouble operator-(DoubleDouble a) { return {-a.head, -a.tail}; }
inline DoubleDouble operator-(DoubleDouble a, DoubleDouble b) { return a + (-b); }

inline DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
    const TwoTerms product = two_product(a.head, b.head);
    const double cross_terms = a.head * b.tail + a.tail * b.head;
    return to_double_double(two_sum(product.head, product.tail + cross_terms));
}

/// Two corrections after the first quotient.
inline DoubleDouble operator/(DoubleDouble a, DoubleDouble b) {
    const double first = a.head / b.head;
    DoubleDouble rest = a - b * DoubleDouble{first, 0};
    const double second = rest.head / b.head;
    rest = rest - b * DoubleDouble{second, 0};
    const double third = rest.head / b.head;
    const TwoTerms quotient = two_sum(first, second);
    return to_double_double(two_sum(quotient.head, quotient.tail + third));
}

/// A value and how far it may be from the truth; infinitely far outside the range of exponents for
/// which the bound holds.
struct Estimate {
    DoubleDouble value;
    double error = 0;
};

/// The polynomials behind orient2d and orient3d.
Estimate estimate_orient2d(Vec2d a, Vec2d b, Vec2d c);
Estimate estimate_orient3d(Vec3d a, Vec3d b, Vec3d c, Vec3d d);

} // namespace impinge::inline v0
