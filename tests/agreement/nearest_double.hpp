// SPDX-License-Identifier: Apache-2.0
//
// The double nearest to a rational number, ties to even: what an exactly known coordinate must
// become. CGAL's own to_double promises only to be close.
#pragma once

#include <CGAL/Exact_rational.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace impinge::tests {

using Rational = CGAL::Exact_rational;

inline double nearest_double(const Rational& value) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    double best = CGAL::to_double(value);
    Rational best_error = CGAL::abs(value - Rational(best));
    // Walk towards the value until the next step would lead away from it.
    while (best_error != 0) {
        const double next = std::nextafter(best, Rational(best) < value ? infinity : -infinity);
        const Rational error = CGAL::abs(value - Rational(next));
        const bool even = (std::bit_cast<std::uint64_t>(next) & 1) == 0;
        if (error > best_error || (error == best_error && !even)) {
            break;
        }
        best = next;
        best_error = error;
    }
    return best;
}

} // namespace impinge::tests
