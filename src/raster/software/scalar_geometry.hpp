// SPDX-License-Identifier: Apache-2.0
//
// One triangle in exact integers, for plain scalar code: turned counter-clockwise, its plane of
// depth, and the pixels its bounds meet. Int has 64 or 128 bits, as far corners ask for.
#pragma once

#include "raster/software/corner.hpp"
#include "raster/software/fragment.hpp"
#include "raster/software/scalar_triangle.hpp"

#include <algorithm>
#include <bit>

namespace impinge::inline v0::raster {

inline constexpr int half_pixel = subpixel_steps / 2;
inline constexpr int pixel_shift = std::countr_zero(unsigned{subpixel_steps});

struct Interval {
    double min = 0;
    double max = 0;
};

/// The triangle turned counter-clockwise.
template <typename Int> struct Turned {
    Corners corners;
    Face face = Face::Front;
    Int area = 0;
    Interval z_range;

    explicit Turned(const Corners& given) : corners(given), area(doubled_area<Int>(given)) {
        if (area < 0) {
            face = Face::Back;
            area = -area;
            std::swap(corners[1], corners[2]);
        }
        z_range.min = std::min({corners[0].z, corners[1].z, corners[2].z});
        z_range.max = std::max({corners[0].z, corners[1].z, corners[2].z});
    }
};

template <typename Int> Int size_of(Int value) { return value < 0 ? -value : value; }

/// Depth over a triangle with an area, at centres of pixels.
template <typename Int> class DepthPlane {
  public:
    explicit DepthPlane(const Turned<Int>& triangle)
        : e1_(triangle.corners[2], triangle.corners[0]),
          e2_(triangle.corners[0], triangle.corners[1]), z0_(triangle.corners[0].z),
          z1_(double{triangle.corners[1].z} - z0_), z2_(double{triangle.corners[2].z} - z0_),
          area_(static_cast<double>(triangle.area)),
          slope_x_(-((number(e1_.dy) * z1_ + number(e2_.dy) * z2_) / area_)),
          slope_y_((number(e1_.dx) * z1_ + number(e2_.dx) * z2_) / area_) {
        const double size =
            number(std::max({size_of(e1_.dx), size_of(e2_.dx), size_of(e1_.dy), size_of(e2_.dy)}));
        needle_ = size * size > area_ * needle_ratio;
    }
    [[nodiscard]] double at(Int x, Int y) const {
        if (needle_) {
            return by_weights(x, y);
        }
        return (z0_ + number(y - e2_.y) * slope_y_) + number(x - e2_.x) * slope_x_;
    }

    /// The depth, and the size of what was added up to get it: the rounding is at most
    /// depth_rounding times that. Good everywhere, also far from the triangle.
    struct Bounded {
        double depth;
        double terms;
    };
    [[nodiscard]] Bounded bounded_at(Int x, Int y) const {
        const double part_1 = number(e1_.at(x, y)) * (z1_ / area_);
        const double part_2 = number(e2_.at(x, y)) * (z2_ / area_);
        return {z0_ + (part_1 + part_2), std::abs(z0_) + (std::abs(part_1) + std::abs(part_2))};
    }
    /// By how much the depth changes at most within half a pixel in x and in y, or more.
    [[nodiscard]] double reach() const {
        const double terms = (size_of(number(e1_.dy) * z1_) + size_of(number(e2_.dy) * z2_)) +
                             (size_of(number(e1_.dx) * z1_) + size_of(number(e2_.dx) * z2_));
        return half_pixel *
               (std::abs(slope_x_) + std::abs(slope_y_) + terms / area_ * depth_rounding);
    }

  private:
    static double number(Int value) { return static_cast<double>(value); }
    /// Each product is at most a difference of two depths, however thin the triangle is.
    [[nodiscard]] double by_weights(Int x, Int y) const { return bounded_at(x, y).depth; }

    EdgeFunction<Int> e1_;
    EdgeFunction<Int> e2_;
    double z0_;
    double z1_;
    double z2_;
    double area_;
    double slope_x_;
    double slope_y_;
    bool needle_ = false;
};

inline float clamped(double depth) { return static_cast<float>(std::clamp(depth, 0.0, 1.0)); }

template <typename Int> struct Bounds {
    Int min_x, min_y, max_x, max_y;

    explicit Bounds(const Corners& c)
        : min_x(static_cast<Int>(std::min({c[0].x, c[1].x, c[2].x}))),
          min_y(static_cast<Int>(std::min({c[0].y, c[1].y, c[2].y}))),
          max_x(static_cast<Int>(std::max({c[0].x, c[1].x, c[2].x}))),
          max_y(static_cast<Int>(std::max({c[0].y, c[1].y, c[2].y}))) {}
};

template <typename Int> int into(Int value, int low, int high) {
    return static_cast<int>(std::clamp<Int>(value, Int{low} - 1, Int{high} + 1));
}

/// Pixels of the box whose centres lie in the bounds, or which touch them.
template <typename Int>
PixelBox pixels(const Bounds<Int>& bounds, Coverage coverage, const PixelBox& box) {
    const bool touching = coverage == Coverage::Conservative;
    const Int before = touching ? subpixel_steps - 1 : half_pixel - 1;
    const Int after = touching ? 0 : half_pixel;
    const Int less = touching ? 1 : 0;
    const auto first = [&](Int v, int low, int high) {
        return std::max(low, into(((v + before) >> pixel_shift) - less, low, high));
    };
    const auto last = [&](Int v, int low, int high) {
        return std::min(high, into((v - after) >> pixel_shift, low, high));
    };
    return {first(bounds.min_x, box.min_x, box.max_x), first(bounds.min_y, box.min_y, box.max_y),
            last(bounds.max_x, box.min_x, box.max_x), last(bounds.max_y, box.min_y, box.max_y)};
}

template <typename Number> Number centre(int pixel) {
    return static_cast<Number>(pixel) * subpixel_steps + half_pixel;
}

} // namespace impinge::inline v0::raster
