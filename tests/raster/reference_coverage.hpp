// SPDX-License-Identifier: Apache-2.0
//
// What one triangle on the grid says of one pixel, in integers: whether it owns the centre
// (top-left rule), the depth of its plane there, and, for conservative passes, whether it touches
// the pixel's square and between which depths.
#pragma once

#include "tests/raster/reference_shapes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace impinge::tests {

inline GridCorner pixel_centre(int x, int y) { return {256 * x + 128, 256 * y + 128, 0}; }

inline bool has_area(const Shape& shape) {
    return doubled_area(shape.corner[0], shape.corner[1], shape.corner[2]) != 0;
}

/// Edges and what has no area count as front faces.
inline bool is_front(const Shape& shape) {
    return shape.is_edge || doubled_area(shape.corner[0], shape.corner[1], shape.corner[2]) >= 0;
}

/// The corners counter-clockwise.
inline std::array<GridCorner, 3> turned(const Shape& shape) {
    std::array<GridCorner, 3> c = shape.corner;
    if (doubled_area(c[0], c[1], c[2]) < 0) {
        std::swap(c[1], c[2]);
    }
    return c;
}

/// Of a counter-clockwise triangle with y upwards: left edges go down, top edges to the left.
inline bool owns_its_points(const GridCorner& from, const GridCorner& to) {
    return to.y < from.y || (to.y == from.y && to.x < from.x);
}

inline bool covers_centre(const Shape& shape, int x, int y) {
    const std::array<GridCorner, 3> c = turned(shape);
    if (doubled_area(c[0], c[1], c[2]) == 0) {
        return false;
    }
    const GridCorner centre = pixel_centre(x, y);
    for (std::size_t i = 0; i < 3; ++i) {
        const GridCorner& from = c[i];
        const GridCorner& to = c[(i + 1) % 3];
        const Integer side = doubled_area(from, to, centre);
        if (side < 0 || (side == 0 && !owns_its_points(from, to))) {
            return false;
        }
    }
    return true;
}

/// depth * 2^60: whole for floats above 2^-36.
inline Integer scaled_depth(float depth) {
    return static_cast<Integer>(std::ldexp(static_cast<long double>(depth), 60));
}

/// The depth of the plane at the pixel's centre: a fraction of 128-bit integers, not clamped.
inline long double exact_depth(const Shape& shape, int x, int y) {
    const std::array<GridCorner, 3>& c = shape.corner;
    const GridCorner centre = pixel_centre(x, y);
    Integer top = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        top += doubled_area(c[(i + 1) % 3], c[(i + 2) % 3], centre) * scaled_depth(c[i].depth);
    }
    const Integer bottom = doubled_area(c[0], c[1], c[2]);
    return std::ldexp(static_cast<long double>(top) / static_cast<long double>(bottom), -60);
}

/// How fast the depth of the plane changes per pixel, along x and y together.
inline double depth_slope(const Shape& shape, int x, int y) {
    const long double here = exact_depth(shape, x, y);
    return static_cast<double>(std::abs(exact_depth(shape, x + 1, y) - here) +
                               std::abs(exact_depth(shape, x, y + 1) - here));
}

/// The largest window coordinate that floats had to hold, in pixels.
inline double farthest_place(const Shape& shape, int width, int height) {
    std::int64_t farthest = 256 * std::int64_t{std::max(width, height)};
    for (const GridCorner& corner : shape.corner) {
        farthest = std::max({farthest, std::abs(corner.x), std::abs(corner.y)});
    }
    return static_cast<double>(farthest) / 256;
}

/// What cancels when slopes are computed in floats: the range of depths times the squared size of
/// the triangle over its area.
inline double sliver_effect(const Shape& shape) {
    const auto& c = shape.corner;
    const auto [left, right] = std::minmax({c[0].x, c[1].x, c[2].x});
    const auto [low, high] = std::minmax({c[0].y, c[1].y, c[2].y});
    const auto [near, far] = std::minmax({c[0].depth, c[1].depth, c[2].depth});
    const auto length = static_cast<double>(right - left + high - low);
    const double area = std::abs(static_cast<double>(doubled_area(c[0], c[1], c[2])));
    return static_cast<double>(far - near) * length * length / area;
}

/// Whether the window holds it whole, so that no driver has a reason to clip it.
inline bool is_inside(const Shape& shape, int width, int height) {
    return std::all_of(shape.corner.begin(), shape.corner.end(), [&](const GridCorner& c) {
        return c.x >= 0 && c.y >= 0 && c.x <= 256 * std::int64_t{width} &&
               c.y <= 256 * std::int64_t{height};
    });
}

inline float clamped_depth(long double depth) {
    return static_cast<float>(std::clamp(depth, 0.0L, 1.0L));
}

/// Whether p lies within `steps` of the closed segment.
inline bool within_steps(const GridCorner& p, const GridCorner& from, const GridCorner& to,
                         int steps) {
    const auto squared = [](const GridCorner& a, const GridCorner& b) {
        return Integer{a.x - b.x} * (a.x - b.x) + Integer{a.y - b.y} * (a.y - b.y);
    };
    const Integer reach = Integer{steps} * steps;
    if (squared(p, from) <= reach || squared(p, to) <= reach) {
        return true;
    }
    const Integer along =
        Integer{to.x - from.x} * (p.x - from.x) + Integer{to.y - from.y} * (p.y - from.y);
    const Integer length = squared(from, to);
    const Integer across = doubled_area(from, to, p);
    // Far triangles would overflow the square, and are far.
    const auto reach_bound =
        static_cast<long double>(steps) * std::sqrt(static_cast<long double>(length));
    return length > 0 && along >= 0 && along <= length &&
           std::abs(static_cast<long double>(across)) <= reach_bound * (1 + 1e-15L);
}

inline bool centre_near_edge(const Shape& shape, int x, int y, int steps) {
    const std::array<GridCorner, 3>& c = shape.corner;
    const GridCorner centre = pixel_centre(x, y);
    return within_steps(centre, c[0], c[1], steps) || within_steps(centre, c[1], c[2], steps) ||
           within_steps(centre, c[2], c[0], steps);
}

/// The pixels a shape could touch, within the window.
struct PixelRange {
    int x_begin = 0;
    int x_end = 0;
    int y_begin = 0;
    int y_end = 0;
};

inline PixelRange pixel_range(const Shape& shape, int width, int height) {
    const auto& c = shape.corner;
    const auto [left, right] = std::minmax({c[0].x, c[1].x, c[2].x});
    const auto [low, high] = std::minmax({c[0].y, c[1].y, c[2].y});
    const auto pixel = [](std::int64_t steps, int size) {
        return static_cast<int>(std::clamp<std::int64_t>(steps >> 8, 0, size));
    };
    return {pixel(left - 256, width), pixel(right + 512, width), pixel(low - 256, height),
            pixel(high + 512, height)};
}

/// Whether no line along one of the edges' directions or the axes separates the closed triangle (or
/// the segment or point it shrank to) from the closed square [x0, x1] x [y0, y1]. In the plane that
/// means they meet.
inline bool touches_square(const Shape& shape, std::int64_t x0, std::int64_t y0, std::int64_t x1,
                           std::int64_t y1) {
    const std::array<GridCorner, 4> square{GridCorner{x0, y0}, GridCorner{x1, y0},
                                           GridCorner{x1, y1}, GridCorner{x0, y1}};
    const auto& c = shape.corner;
    const std::array<std::array<std::int64_t, 2>, 5> normals{{{1, 0},
                                                              {0, 1},
                                                              {c[0].y - c[1].y, c[1].x - c[0].x},
                                                              {c[1].y - c[2].y, c[2].x - c[1].x},
                                                              {c[2].y - c[0].y, c[0].x - c[2].x}}};
    const auto span_of = [](const auto& points, const std::array<std::int64_t, 2>& normal) {
        const auto height = [&](const GridCorner& p) {
            return Integer{normal[0]} * p.x + Integer{normal[1]} * p.y;
        };
        std::pair<Integer, Integer> span{height(points[0]), height(points[0])};
        for (const GridCorner& p : points) {
            span = {std::min(span.first, height(p)), std::max(span.second, height(p))};
        }
        return span;
    };
    return std::all_of(normals.begin(), normals.end(), [&](const auto& normal) {
        const auto a = span_of(c, normal);
        const auto b = span_of(square, normal);
        return a.first <= b.second && b.first <= a.second;
    });
}

inline bool touches_pixel(const Shape& shape, int x, int y) {
    return touches_square(shape, 256 * x, 256 * y, 256 * (x + 1), 256 * (y + 1));
}

struct DepthRange {
    double near = std::numeric_limits<double>::infinity();
    double far = -std::numeric_limits<double>::infinity();
};

/// A point of a clipped triangle, in steps, with its depth.
using SolidPoint = std::array<long double, 3>;

inline std::vector<SolidPoint> cut(const std::vector<SolidPoint>& loop, std::size_t axis,
                                   long double sign, long double bound) {
    std::vector<SolidPoint> kept;
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const SolidPoint& p = loop[i];
        const SolidPoint& q = loop[(i + 1) % loop.size()];
        const long double height_p = sign * (p[axis] - bound);
        const long double height_q = sign * (q[axis] - bound);
        if (height_p >= 0) {
            kept.push_back(p);
        }
        if ((height_p > 0 && height_q < 0) || (height_p < 0 && height_q > 0)) {
            const long double share = height_p / (height_p - height_q);
            SolidPoint crossing{};
            for (std::size_t k = 0; k < 3; ++k) {
                crossing[k] = p[k] + share * (q[k] - p[k]);
            }
            crossing[axis] = bound;
            kept.push_back(crossing);
        }
    }
    return kept;
}

/// The depths over the part of the pixel that the triangle covers, clamped to 0..1: exact to about
/// 2^-55, as corners are small integers and 64 bits are carried. Empty where rounding lost a part
/// that touches the square in a point.
inline DepthRange depth_range(const Shape& shape, int x, int y) {
    std::vector<SolidPoint> loop;
    for (const GridCorner& c : shape.corner) {
        loop.push_back({static_cast<long double>(c.x), static_cast<long double>(c.y), c.depth});
    }
    loop = cut(loop, 0, 1, 256.0L * x);
    loop = cut(loop, 0, -1, 256.0L * (x + 1));
    loop = cut(loop, 1, 1, 256.0L * y);
    loop = cut(loop, 1, -1, 256.0L * (y + 1));
    DepthRange range;
    for (const SolidPoint& p : loop) {
        const auto depth = static_cast<double>(std::clamp(p[2], 0.0L, 1.0L));
        range = {std::min(range.near, depth), std::max(range.far, depth)};
    }
    return range;
}

} // namespace impinge::tests
