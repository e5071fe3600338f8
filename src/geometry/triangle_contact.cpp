// SPDX-License-Identifier: Apache-2.0
#include "geometry/triangle_contact.hpp"

#include "geometry/coplanar_contact.hpp"
#include "geometry/degenerate_contact.hpp"
#include "geometry/plane_sides.hpp"
#include "geometry/transversal_contact.hpp"

namespace impinge::inline v0 {

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
