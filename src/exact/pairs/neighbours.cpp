// SPDX-License-Identifier: Apache-2.0
//
// Triangles of one surface.
#include "exact/pairs/find_pairs.hpp"
#include "geometry/triangle_contact.hpp"

#include <algorithm>
#include <array>

namespace impinge::inline v0 {
namespace {

/// Different corners that two triangles have in common, by coordinates.
struct CommonCorners {
    std::array<Vec3d, 3> points;
    std::size_t count = 0;

    [[nodiscard]] bool holds(Vec3d p) const {
        return std::find(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(count), p) !=
               points.begin() + static_cast<std::ptrdiff_t>(count);
    }
};

CommonCorners common_corners(const Triangle& s, const Triangle& t) {
    CommonCorners common;
    for (const Vec3d& p : s.corners) {
        const bool shared = std::find(t.corners.begin(), t.corners.end(), p) != t.corners.end();
        if (shared && !common.holds(p)) {
            common.points[common.count++] = p;
        }
    }
    return common;
}

/// The everyday neighbours: a triangle that leaves the plane of the other at their common corner or
/// edge, all of the rest on one side, meets it nowhere else.
bool leaves_plane(const Triangle& plane, const Triangle& other, std::size_t common) {
    const auto sides = plane_sides(plane, other);
    const auto on_side = [&](Sign side) { return std::count(sides.begin(), sides.end(), side); };
    const auto rest = static_cast<std::ptrdiff_t>(3 - common);
    return on_side(1) == rest || on_side(-1) == rest;
}

/// Whether the contact is no more than the common corner or edge.
bool only_shared(const TriangleContact& contact, const CommonCorners& common) {
    const auto points = contact.points();
    return common.count < 3 && points.size() == common.count &&
           std::all_of(points.begin(), points.end(),
                       [&](const ContactPoint& point) { return common.holds(point.position); });
}

} // namespace

PairKind classify_neighbours(const Triangle& s, const Triangle& t) {
    const CommonCorners common = common_corners(s, t);
    if (common.count == 0) {
        return classify_triangles(s, t);
    }
    if (common.count < 3 &&
        (leaves_plane(s, t, common.count) || leaves_plane(t, s, common.count))) {
        return PairKind::Apart;
    }
    const TriangleContact contact = triangle_contact(s, t);
    return only_shared(contact, common) ? PairKind::Apart : contact.kind;
}

} // namespace impinge::inline v0
