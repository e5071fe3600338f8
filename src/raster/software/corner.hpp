// SPDX-License-Identifier: Apache-2.0
//
// Corners of triangles on the sub-pixel grid (fixed point), edge functions and exact areas.
#pragma once

#include "impinge/raster.hpp"

#include <cmath>
#include <utility>

namespace impinge::inline v0::raster {

/// In steps; x and y are whole numbers. A double holds every number a rounded float can be.
struct Corner {
    double x = 0;
    double y = 0;
    float z = 0;
};

using Corners = std::array<Corner, 3>;

/// Corners farther than this many steps (2^52 pixels) from the window's origin are refused.
inline constexpr double farthest_step = 0x1p60;
/// Up to here 64-bit integers hold every edge function; beyond, 128 bits do.
inline constexpr double farthest_step_of_64_bits = 0x1p28;
/// Up to here doubles hold every edge function exactly.
inline constexpr double farthest_step_of_doubles = 0x1p24;

/// Depth is found from the plane's slopes, whose rounding grows with size^2 / area. From this ratio
/// on it could be seen in a float, and depth is found from the edge functions instead.
inline constexpr double needle_ratio = 0x1p24;

__extension__ using Int128 = __int128;

inline bool within(const Corner& corner, double limit) {
    return std::abs(corner.x) < limit && std::abs(corner.y) < limit;
}
inline bool within(const Corners& corners, double limit) {
    return within(corners[0], limit) && within(corners[1], limit) && within(corners[2], limit);
}
/// Also false for NaN.
inline bool reachable(const Corner& corner) {
    return within(corner, farthest_step) && std::isfinite(corner.z);
}

/// E(p) = cross product of (end - begin) and (p - begin): positive on the left of the edge.
template <typename Int> struct EdgeFunction {
    Int x = 0; ///< begin
    Int y = 0;
    Int dx = 0; ///< end - begin
    Int dy = 0;

    EdgeFunction(const Corner& begin, const Corner& end)
        : x(static_cast<Int>(begin.x)), y(static_cast<Int>(begin.y)),
          dx(static_cast<Int>(end.x) - x), dy(static_cast<Int>(end.y) - y) {}

    [[nodiscard]] Int at(Int px, Int py) const { return dx * (py - y) - dy * (px - x); }
    /// The top-left rule, y upwards and the inside on the left: what runs downwards is a left edge,
    /// what runs level to the left is a top edge. Points on those are inside (0), on others outside
    /// (1): E(p) - bias >= 0 says both.
    [[nodiscard]] int bias() const { return dy < 0 || (dy == 0 && dx < 0) ? 0 : 1; }
};

/// Twice the area, positive if counter-clockwise.
template <typename Int> Int doubled_area(const Corners& corners) {
    return EdgeFunction<Int>(corners[0], corners[1])
        .at(static_cast<Int>(corners[2].x), static_cast<Int>(corners[2].y));
}

} // namespace impinge::inline v0::raster
