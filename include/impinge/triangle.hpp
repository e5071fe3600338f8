// SPDX-License-Identifier: Apache-2.0
//
// Two triangles: whether they meet, how, and in which point set. Exact for every finite input.
//
//     void print_contact(const impinge::Triangle& a, const impinge::Triangle& b) {
//         const impinge::TriangleContact contact = impinge::triangle_contact(a, b);
//         for (const impinge::ContactPoint& point : contact.points()) {
//             std::printf("%g %g %g\n", point.position.x, point.position.y, point.position.z);
//         }
//     }
//
// A triangle here is a closed set: its interior, edges and corners. Corners may be collinear or
// equal; the set is then a segment or a point and is treated as such.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/export.h"
#include "impinge/vec3.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace impinge::inline v0 {

struct Triangle {
    std::array<Vec3d, 3> corners;

    const Vec3d& operator[](int i) const { return corners[static_cast<std::size_t>(i)]; }
};

/// How two closed triangles meet.
enum class PairKind : std::uint8_t {
    Apart,    ///< no common point
    Touching, ///< common points, but not Crossing: coplanar, or meeting only at a border
    /// Both of non-zero area, not coplanar, and their relative interiors share a point. (A segment
    /// or a point through a triangle is Touching: it has no two sides.)
    Crossing,
};

/// A part of a triangle. Edge i runs from corner i to corner (i + 1) % 3.
enum class Feature : std::uint8_t { Face, Edge0, Edge1, Edge2, Vertex0, Vertex1, Vertex2 };

enum class ContactShape : std::uint8_t { None, Point, Segment, Polygon };

/// A corner of the contact set. `on_a` and `on_b` name the smallest features that hold it, which
/// describe the point exactly (for triangles of non-zero area). `position` is the exact point with
/// each coordinate rounded once to the nearest double: equal points have equal positions, whichever
/// pair of triangles, and in whichever order, they came from.
struct ContactPoint {
    Vec3d position;
    Feature on_a = Feature::Face;
    Feature on_b = Feature::Face;
};

/// The exact intersection of two closed triangles: nothing, a point, a segment, or a convex polygon
/// of three to six corners in order around it.
class TriangleContact {
  public:
    PairKind kind = PairKind::Apart;

    [[nodiscard]] ContactShape shape() const {
        return count_ >= 3 ? ContactShape::Polygon : static_cast<ContactShape>(count_);
    }
    [[nodiscard]] std::span<const ContactPoint> points() const& { return {points_.data(), count_}; }
    /// A view of a temporary would outlive it: name the contact first.
    std::span<const ContactPoint> points() const&& = delete;

    /// The smallest features of A and of B that hold the whole contact set.
    Feature carrier_a = Feature::Face;
    Feature carrier_b = Feature::Face;

    void add(const ContactPoint& point) { points_[count_++] = point; }

  private:
    std::array<ContactPoint, 6> points_{};
    std::size_t count_ = 0;
};

/// Whether the two closed sets have a common point. Symmetric in its arguments.
IMPINGE_API bool triangles_intersect(const Triangle& a, const Triangle& b);

/// As triangles_intersect, with the kind of the meeting. About as fast.
IMPINGE_API PairKind classify_triangles(const Triangle& a, const Triangle& b);

/// The contact set itself. Costs microseconds: positions are rounded from exact fractions.
IMPINGE_API TriangleContact triangle_contact(const Triangle& a, const Triangle& b);

/// Whether the three corners lie on one line.
IMPINGE_API bool is_degenerate(const Triangle& triangle);

/// Closest points of two triangles.
struct TriangleDistance {
    double squared_distance = 0; ///< exactly 0 if and only if the triangles intersect
    Vec3d point_a;               ///< on A, to rounding of its coordinates
    Vec3d point_b;               ///< on B
};

/// Smallest distance of two closed triangles, with witness points. Swapping the arguments swaps
/// the points and keeps every bit.
IMPINGE_API TriangleDistance triangle_distance(const Triangle& a, const Triangle& b);

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
