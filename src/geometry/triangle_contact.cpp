// SPDX-License-Identifier: Apache-2.0
#include "geometry/triangle_contact.hpp"

#include "math/measures.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0 {

std::array<Sign, 3> plane_sides(const Triangle& plane, const Triangle& points) {
    const Vec3d u = plane[1] - plane[0];
    const Vec3d v = plane[2] - plane[0];
    const std::array<Vec3d, 3> w{points[0] - plane[0], points[1] - plane[0], points[2] - plane[0]};
    const Vec3d size = max(max(absolute(u), absolute(v)),
                           max(absolute(w[0]), max(absolute(w[1]), absolute(w[2]))));
    const double smallest = std::min({size.x, size.y, size.z});
    const double largest = std::max({size.x, size.y, size.z});
    // The same error bound as in orient3d, taken for the largest of the three corners. Where it
    // does not decide, `uncertain` stays above every value and orient3d decides.
    const bool in_range = smallest > 1e-95 && largest < 1e100;
    const double uncertain =
        in_range ? 5.5e-15 * (size.x * size.y * size.z) : std::numeric_limits<double>::infinity();
    const Vec3d normal = cross(u, v);
    std::array<Sign, 3> sides{};
    for (int i = 0; i < 3; ++i) {
        const auto k = static_cast<std::size_t>(i);
        const double volume = dot(normal, w[k]);
        sides[k] = volume > uncertain    ? 1
                   : volume < -uncertain ? -1
                                         : orient3d(plane[0], plane[1], plane[2], points[i]);
    }
    return sides;
}

bool is_degenerate(const Triangle& triangle) {
    return collinear(triangle[0], triangle[1], triangle[2]);
}

bool triangles_intersect(const Triangle& a, const Triangle& b) {
    return classify_triangles(a, b) != PairKind::Apart;
}

PairKind classify_triangles(const Triangle& a, const Triangle& b) {
    const auto sides_b = plane_sides(a, b);
    if (one_sided(sides_b)) {
        return PairKind::Apart;
    }
    const auto sides_a = plane_sides(b, a);
    if (one_sided(sides_a)) {
        return PairKind::Apart;
    }
    if (!all_zero(sides_a) && !all_zero(sides_b)) {
        return classify_transversal(a, b, sides_a, sides_b);
    }
    if (is_degenerate(a) || is_degenerate(b)) {
        return degenerate_contact(a, b).kind;
    }
    return coplanar_triangles_intersect(a, b) ? PairKind::Touching : PairKind::Apart;
}

TriangleContact triangle_contact(const Triangle& a, const Triangle& b, Positions positions) {
    const auto sides_b = plane_sides(a, b);
    const auto sides_a = plane_sides(b, a);
    if (one_sided(sides_a) || one_sided(sides_b)) {
        return {};
    }
    if (!all_zero(sides_a) && !all_zero(sides_b)) {
        return transversal_contact(a, b, sides_a, sides_b, positions);
    }
    if (is_degenerate(a) || is_degenerate(b)) {
        return degenerate_contact(a, b);
    }
    return coplanar_contact(a, b, positions);
}

TriangleContact triangle_contact(const Triangle& a, const Triangle& b) {
    return triangle_contact(a, b, Positions::Rounded);
}

} // namespace impinge::inline v0
