// SPDX-License-Identifier: Apache-2.0
#include "exact/equal_surfaces.hpp"

#include "geometry/coplanar_contact.hpp"
#include "geometry/feature.hpp"
#include "geometry/projection.hpp"
#include "geometry/triangle_contact.hpp"
#include "predicates/exact_number.hpp"

#include <algorithm>

namespace impinge::inline v0 {
namespace {

struct Fraction {
    ExactNumber numerator;
    ExactNumber denominator{1.0};
};

Fraction operator+(const Fraction& a, const Fraction& b) {
    return {a.numerator * b.denominator + b.numerator * a.denominator,
            a.denominator * b.denominator};
}

Fraction magnitude(Fraction value) {
    if (value.numerator.sign() * value.denominator.sign() < 0) {
        value.numerator = -value.numerator;
    }
    return value;
}

/// A point of the plane as (x / w, y / w).
struct PlanePoint {
    ExactNumber x;
    ExactNumber y;
    ExactNumber w{1.0};
};

PlanePoint plane_point(Vec2d p) { return {ExactNumber(p.x), ExactNumber(p.y)}; }

PlanePoint crossing(Vec2d p, Vec2d q, Vec2d r, Vec2d s) {
    const ExactNumber at_p = exact_orient2d(r, s, p);
    const ExactNumber at_q = exact_orient2d(r, s, q);
    return {ExactNumber(q.x) * at_p - ExactNumber(p.x) * at_q,
            ExactNumber(q.y) * at_p - ExactNumber(p.y) * at_q, at_p - at_q};
}

PlanePoint exact_corner(const Triangle& a, const Triangle& b, const ContactPoint& corner,
                        int axis) {
    if (is_vertex(corner.on_a)) {
        return plane_point(project(a[corner_of(corner.on_a)], axis));
    }
    if (is_vertex(corner.on_b)) {
        return plane_point(project(b[corner_of(corner.on_b)], axis));
    }
    const int i = corner_of(corner.on_a);
    const int j = corner_of(corner.on_b);
    return crossing(project(a[i], axis), project(a[(i + 1) % 3], axis), project(b[j], axis),
                    project(b[(j + 1) % 3], axis));
}

/// Twice the area of a polygon, as seen along the axis.
Fraction doubled_area(const std::vector<PlanePoint>& corners) {
    Fraction area;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const PlanePoint& p = corners[i];
        const PlanePoint& q = corners[(i + 1) % corners.size()];
        area = area + Fraction{p.x * q.y - p.y * q.x, p.w * q.w};
    }
    return magnitude(area);
}

/// A piece of wall that both surfaces share.
struct Overlap {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    Fraction doubled_area; ///< seen along the axis of their plane
};

std::vector<Overlap> flush_pairs(const Solid& a, const Solid& b,
                                 std::span<const TrianglePair> pairs) {
    const Sign wanted = a.normals == b.normals ? 1 : -1;
    std::vector<Overlap> overlaps;
    for (const TrianglePair& pair : pairs) {
        const Triangle s = a.mesh.triangle(pair.a);
        const Triangle t = b.mesh.triangle(pair.b);
        const TriangleContact contact = triangle_contact(s, t, Positions::Omitted);
        if (contact.shape() == ContactShape::Polygon && normals_agree(s, t) == wanted) {
            overlaps.push_back({pair.a, pair.b, {}});
        }
    }
    return overlaps;
}

Fraction common_doubled_area(const Triangle& s, const Triangle& t) {
    const int axis = projection_axis(s[0], s[1], s[2]);
    std::vector<PlanePoint> corners;
    const TriangleContact contact = triangle_contact(s, t, Positions::Omitted);
    for (const ContactPoint& corner : contact.points()) {
        corners.push_back(exact_corner(s, t, corner, axis));
    }
    return doubled_area(corners);
}

Fraction own_doubled_area(const Triangle& t) {
    const int axis = projection_axis(t[0], t[1], t[2]);
    return magnitude(
        {exact_orient2d(project(t[0], axis), project(t[1], axis), project(t[2], axis))});
}

/// Every triangle that was touched must lie flush on one of the other mesh somewhere.
bool every_face_is_named(std::span<const std::uint32_t> touched,
                         const std::vector<Overlap>& overlaps, std::uint32_t Overlap::*side) {
    std::vector<std::uint32_t> named;
    for (const Overlap& overlap : overlaps) {
        named.push_back(overlap.*side);
    }
    std::sort(named.begin(), named.end());
    return std::includes(named.begin(), named.end(), touched.begin(), touched.end());
}

bool every_face_is_covered(const WorldMesh& mesh, std::vector<Overlap>& overlaps,
                           std::uint32_t Overlap::*side) {
    std::stable_sort(overlaps.begin(), overlaps.end(),
                     [side](const Overlap& p, const Overlap& q) { return p.*side < q.*side; });
    for (auto first = overlaps.begin(); first != overlaps.end();) {
        const std::uint32_t face = (*first).*side;
        Fraction missing = own_doubled_area(mesh.triangle(face));
        for (; first != overlaps.end() && (*first).*side == face; ++first) {
            missing =
                missing + Fraction{-first->doubled_area.numerator, first->doubled_area.denominator};
        }
        if (missing.numerator.sign() != 0) {
            return false;
        }
    }
    return true;
}

} // namespace

SurfaceEquality compare_surfaces(const Solid& a, std::span<const std::uint32_t> touched_a,
                                 const Solid& b, std::span<const std::uint32_t> touched_b,
                                 std::span<const TrianglePair> pairs) {
    std::vector<Overlap> overlaps = flush_pairs(a, b, pairs);
    if (!every_face_is_named(touched_a, overlaps, &Overlap::a) ||
        !every_face_is_named(touched_b, overlaps, &Overlap::b)) {
        return SurfaceEquality::Different;
    }
    for (Overlap& overlap : overlaps) {
        overlap.doubled_area =
            common_doubled_area(a.mesh.triangle(overlap.a), b.mesh.triangle(overlap.b));
    }
    if (!every_face_is_covered(a.mesh, overlaps, &Overlap::a) ||
        !every_face_is_covered(b.mesh, overlaps, &Overlap::b)) {
        return SurfaceEquality::Different;
    }
    const bool all_touched =
        touched_a.size() == a.mesh.triangles.size() && touched_b.size() == b.mesh.triangles.size();
    return all_touched ? SurfaceEquality::Equal : SurfaceEquality::WhereTouched;
}

} // namespace impinge::inline v0
