// SPDX-License-Identifier: Apache-2.0
//
// Searches the point that lies deepest below all planes of two polytopes: the largest r with
//
//     dot(n_i, x) + r <= offset_i    for all planes i of A and of B,
//
// a linear program in four unknowns (x, r), solved by the dual simplex method: four planes hold the
// present point, the plane that it lies highest above enters, one leaves, and r falls. Finding the
// plane is one scan. There are two ways to stop early, and one of them comes unless the bodies
// touch (to rounding):
//
//   - the point is below all planes by some depth: the bodies overlap;
//   - r < 0: the four planes alone leave no room. With weights w_i > 0, sum 1 and sum w_i n_i = 0,
//     the part of that sum that is A's, d = sum over A's planes of w_i n_i, has
//     max dot(d, A) - min dot(d, B) <= sum w_i offset_i = r: d separates them by -r.
//
// The search is plain double arithmetic; whoever uses it proves what it found.
#pragma once

#include "convex/convex_pair.hpp"

#include <array>

namespace impinge::inline v0 {

class CommonPointSearch {
  public:
    /// Names of the four planes; zeros name none.
    using Planes = std::array<std::uint32_t, 4>;

    /// Begins where another search ended, for these bodies or any others, if these planes still
    /// hold a point. Ends where no point is deeper than the one found by more than the tolerance.
    CommonPointSearch(const ConvexPair& pair, const Planes& last, double tolerance);

    // All in A's frame and its unit of length.
    [[nodiscard]] const Vec3d& point() const { return solution_.vector; }
    [[nodiscard]] double depth() const {
        return solution_.last - entering_.above;
    }                                                             ///< of the point
    [[nodiscard]] double bound() const { return solution_.last; } ///< no point lies deeper
    [[nodiscard]] Vec3d direction() const; ///< separates the two if the bound is negative
    [[nodiscard]] Planes planes() const;

    /// Another step; false if the point is the deepest, or so many steps were made that rounding
    /// must be at work.
    bool advance();

  private:
    struct Vec4 {
        Vec3d vector;
        double last = 0;

        [[nodiscard]] Vec4 times(double factor) const { return {vector * factor, last * factor}; }
        [[nodiscard]] Vec4 less(const Vec4& other, double times) const {
            return {vector - other.vector * times, last - other.last * times};
        }
    };
    /// In A's frame.
    struct Plane {
        Vec3d normal;
        double offset = 0;
        std::uint32_t name = 0;
    };
    struct Entering {
        Plane plane;
        double above = 0; ///< by how much the present point breaks its bound
    };

    void begin_around_a();
    bool begin_from(const Planes& last);
    bool invert();
    void find_entering();
    [[nodiscard]] Plane plane_called(std::uint32_t name) const;
    [[nodiscard]] std::size_t leaving_for(const std::array<double, 4>& share) const;

    const ConvexPair& pair_;
    RelativePose relative_;
    double growth_; ///< B's unit of length in A's
    double tolerance_;
    std::array<Plane, 4> active_;
    std::array<Vec4, 4> inverse_; ///< columns of the inverse of the rows (normal, 1) of active_
    Vec4 solution_;
    Entering entering_;
    int steps_ = 0;
};

} // namespace impinge::inline v0
