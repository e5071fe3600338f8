// SPDX-License-Identifier: Apache-2.0
#include "imagespace/proof/spike_thickness.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impinge::inline v0::imagespace {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Where the ray enters the box, or infinity.
double entry(const Box3& box, Vec3d start, Vec3d direction) {
    double first = 0;
    double last = infinity;
    for (int axis = 0; axis < 3; ++axis) {
        if (direction[axis] == 0) {
            if (start[axis] < box.min[axis] || start[axis] > box.max[axis]) {
                return infinity;
            }
            continue;
        }
        const double one = (box.min[axis] - start[axis]) / direction[axis];
        const double other = (box.max[axis] - start[axis]) / direction[axis];
        first = std::max(first, std::min(one, other));
        last = std::min(last, std::max(one, other));
    }
    // Flat boxes, and rounding.
    return first <= last + 1e-9 * (1 + last) ? first : infinity;
}

/// Where the ray meets the triangle, a little larger than it is so that no ray slips through
/// between two; infinity if it does not.
double hit(const Triangle& t, Vec3d start, Vec3d direction) {
    constexpr double border = 1e-9;
    const Vec3d edge_u = t[1] - t[0];
    const Vec3d edge_v = t[2] - t[0];
    const Vec3d p = cross(direction, edge_v);
    const double determinant = dot(edge_u, p);
    if (determinant == 0) {
        return infinity;
    }
    const Vec3d from_corner = start - t[0];
    const Vec3d q = cross(from_corner, edge_u);
    const double u = dot(from_corner, p) / determinant;
    const double v = dot(direction, q) / determinant;
    const bool inside = u >= -border && v >= -border && u + v <= 1 + border;
    return inside ? dot(edge_v, q) / determinant : infinity;
}

} // namespace

Thickness::Thickness(std::span<const Vec3d> positions, std::span<const TriangleIndices> triangles,
                     const Context& context)
    : positions_(positions), triangles_(triangles) {
    std::vector<Box3> boxes;
    boxes.reserve(triangles.size());
    normals_.reserve(triangles.size());
    double volume = 0;
    for (std::uint32_t i = 0; i < triangles.size(); ++i) {
        const Triangle t = triangle(i);
        const Vec3d normal = cross(t[1] - t[0], t[2] - t[0]);
        const double size = length(normal);
        volume += dot(normal, t[0] - positions[triangles[0][0]]);
        normals_.push_back(size > 0 ? normal * (1 / size) : Vec3d{});
        boxes.push_back(box_of(t));
    }
    if (volume < 0) {
        for (Vec3d& normal : normals_) {
            normal = -normal;
        }
    }
    tree_ = Bvh(boxes, context);
}

Triangle Thickness::triangle(std::uint32_t index) const {
    const TriangleIndices& t = triangles_[index];
    return {{positions_[t[0]], positions_[t[1]], positions_[t[2]]}};
}

bool Thickness::leaves(std::uint32_t from_triangle, Vec3d start, Vec3d unit_direction,
                       double reach) const {
    bool found = false;
    const double nothing_left = -1; // a limit below every bound ends the search
    visit_nearest_first(
        tree_, reach, [&](const Box3& box) { return entry(box, start, unit_direction); },
        [&](std::uint32_t item) {
            // A wall that lies flush on this one is another part, not the other side.
            const double at = hit(triangle(item), start, unit_direction);
            found = item != from_triangle && at <= reach && at > 1e-6 * reach;
            return found ? nothing_left : reach;
        });
    return found;
}

} // namespace impinge::inline v0::imagespace
