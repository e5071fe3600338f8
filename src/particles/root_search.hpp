// SPDX-License-Identifier: Apache-2.0
//
// The roots of a polynomial in (0, 1], from the first on, by its Bernstein coefficients: where
// these have one sign there is no root, where they change it once there is exactly one. What
// rounding leaves open is said to be open.
#pragma once

#include <array>
#include <cstddef>

namespace impinge::inline v0::particles {

struct FoundRoot {
    enum class Kind { None, One, Unsure };
    Kind kind = Kind::None;
    double at = 0; ///< within `root_precision` of the root
};

inline constexpr double root_precision = 0x1p-37;

class RootSearch {
  public:
    static constexpr std::size_t most_coefficients = 13;
    using Coefficients = std::array<double, most_coefficients>;

    /// Of c[0] + c[1] s + ... + c[degree] s^degree; each c[i] is within error[i] of what it stands
    /// for.
    RootSearch(const Coefficients& c, const Coefficients& error, std::size_t degree);

    /// The next root. After an answer other than One there are no more.
    FoundRoot next();

  private:
    struct Piece {
        Coefficients b;
        double low;
        double high;
        int depth;
    };
    [[nodiscard]] double value(double s) const;
    [[nodiscard]] FoundRoot polished(const Piece& piece) const;

    static constexpr int most_halvings = 20;

    Coefficients c_;
    std::size_t degree_;
    double off_;       ///< of a Bernstein coefficient
    double value_off_; ///< of value()
    std::array<Piece, most_halvings + 2> open_;
    std::size_t count_ = 0;
};

} // namespace impinge::inline v0::particles
