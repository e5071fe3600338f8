// SPDX-License-Identifier: Apache-2.0
//
// The roots of a polynomial without rounding, and the signs of others there. Slow: for what doubles
// leave open.
#pragma once

#include "predicates/exact_number.hpp"

#include <vector>

namespace impinge::inline v0::particles {

/// Coefficient i belongs to t^i; at most five.
using ExactPolynomial = std::vector<ExactNumber>;

class ExactRoots {
  public:
    /// Of the roots t with 0 < t <= duration. A polynomial that is zero everywhere counts as one
    /// without roots.
    ExactRoots(ExactPolynomial polynomial, double duration);

    /// Goes to the next greater root; false if there is none.
    bool next();

    // At the present root:
    Sign sign_of(ExactPolynomial polynomial);
    /// Within 2^-48 of the duration.
    double time();

  private:
    /// The root alone in an open interval, or a point; in parts of the duration.
    struct Place {
        ExactNumber low;
        ExactNumber width; ///< zero for a point
    };
    [[nodiscard]] bool has_one(const Place& place) const;
    void halve();
    void narrow();

    double duration_;
    ExactPolynomial polynomial_; ///< without multiple roots, over 0..1
    std::vector<Place> open_;    ///< still to be looked at, the first last
    Place root_;
};

} // namespace impinge::inline v0::particles
