// SPDX-License-Identifier: Apache-2.0
//
// Points between vertices, without rounding: weighted means of input points, with weights of any
// length. What decides about them is affine in the point (orient3d in its last argument, ...), so
// it is the weighted sum of what the same polynomial says of the input points. Where these agree
// in sign, or the rounded position tells, nothing needs to be summed.
//
// For what is rare enough to take microseconds: bodies whose walls cross or lie on each other.
#pragma once

#include "impinge/predicates.hpp"
#include "impinge/triangle.hpp"
#include "predicates/exact_number.hpp"

#include <span>
#include <vector>

namespace impinge::inline v0 {

class WeightedPoint {
  public:
    /// An input point.
    explicit WeightedPoint(Vec3d point);
    /// (p * weight_p + q * weight_q) / (weight_p + weight_q); neither weight negative, not
    /// both zero.
    static WeightedPoint between(const WeightedPoint& p, const ExactNumber& weight_p,
                                 const WeightedPoint& q, const ExactNumber& weight_q);

    struct Term {
        Vec3d point;
        ExactNumber weight; ///< positive
    };
    [[nodiscard]] std::span<const Term> terms() const { return terms_; }
    /// The sum of the weights.
    [[nodiscard]] const ExactNumber& total() const { return total_; }
    /// Each coordinate rounded to the nearest double.
    [[nodiscard]] Vec3d position() const { return position_; }
    /// Holds the point; no larger than rounding makes it.
    [[nodiscard]] const Box3& box() const { return box_; }

  private:
    WeightedPoint() = default;
    void add(Vec3d point, const ExactNumber& weight);
    void round();

    std::vector<Term> terms_;
    ExactNumber total_;
    Vec3d position_;
    Box3 box_;
};

WeightedPoint midpoint(const WeightedPoint& p, const WeightedPoint& q);

/// A corner of the contact set of two triangles with an area.
WeightedPoint contact_corner(const Triangle& a, const Triangle& b, const ContactPoint& corner);

Sign orient3d(Vec3d a, Vec3d b, Vec3d c, const WeightedPoint& d);

/// orient3d of the plane and the point, times the point's total weight.
ExactNumber weighted_orient3d(Vec3d a, Vec3d b, Vec3d c, const WeightedPoint& d);

/// orient2d of the points as seen along the axis.
Sign orient_projected(Vec3d a, Vec3d b, const WeightedPoint& c, int dropped_axis);
ExactNumber weighted_orient_projected(Vec3d a, Vec3d b, const WeightedPoint& c, int dropped_axis);

/// The same for a line through two such points.
Sign orient_projected(const WeightedPoint& a, const WeightedPoint& b, Vec3d c, int dropped_axis);

/// Sign of p - q along a coordinate axis.
Sign compare_along(const WeightedPoint& p, const WeightedPoint& q, int axis);

bool equal(const WeightedPoint& p, const WeightedPoint& q);

/// Where a point in the plane of a triangle with an area lies: +1 within, 0 on its border, -1
/// outside.
Sign place_in_triangle(const Triangle& triangle, const WeightedPoint& point);

} // namespace impinge::inline v0
