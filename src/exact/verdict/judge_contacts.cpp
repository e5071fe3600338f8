// SPDX-License-Identifier: Apache-2.0
#include "exact/verdict/judge.hpp"

#include "base/sort_unique.hpp"
#include "exact/verdict/neighbourhood.hpp"
#include "geometry/feature.hpp"
#include "geometry/projection.hpp"
#include "geometry/triangle_contact.hpp"
#include "predicates/exact_number.hpp"

#include <algorithm>

namespace impinge::inline v0 {
namespace {

/// A place where the surfaces meet, by what of A and what of B meets there. The many pairs of
/// triangles around an edge or a vertex name the same place.
struct Place {
    SurfaceFeature on_a;
    SurfaceFeature on_b;

    friend auto operator<=>(const Place&, const Place&) = default;
};

struct Places {
    std::vector<Place> points;
    std::vector<Place> lines;
    std::vector<TrianglePair> areas;
};

Places collect_places(const SolidSurface& a, const SolidSurface& b,
                      std::span<const TrianglePair> pairs) {
    Places places;
    for (const TrianglePair& pair : pairs) {
        const TriangleContact contact =
            triangle_contact(a.triangle(pair.a), b.triangle(pair.b), Positions::Omitted);
        for (const ContactPoint& point : contact.points()) {
            places.points.push_back(
                {name_feature(a, pair.a, point.on_a), name_feature(b, pair.b, point.on_b)});
        }
        if (contact.shape() == ContactShape::Segment) {
            places.lines.push_back({name_feature(a, pair.a, contact.carrier_a),
                                    name_feature(b, pair.b, contact.carrier_b)});
        } else if (contact.shape() == ContactShape::Polygon) {
            places.areas.push_back(pair);
        }
    }
    sort_unique(places.points);
    sort_unique(places.lines);
    return places;
}

// --- lines: an edge along a face or an edge ---------------------------------------------------

Axis axis_of(const SolidSurface& surface, const SurfaceFeature& edge) {
    return {surface.vertices()[edge.first], surface.vertices()[edge.second]};
}

bool overlap_along(const SolidSurface& a, const SolidSurface& b, const Place& line) {
    // Two faces that are not coplanar and meet in a line inside both would be a Crossing pair.
    const Axis axis =
        line.on_a.kind == SurfaceFeatureKind::Edge ? axis_of(a, line.on_a) : axis_of(b, line.on_b);
    return interiors_overlap_around(axis, half_planes(a, line.on_a, axis),
                                    half_planes(b, line.on_b, axis));
}

// --- points: a corner on anything, two edges crossing -----------------------------------------

/// Directions from the place into the feature's surroundings, at least one on every sheet of the
/// surface that comes together there. Each is given by a vertex to go towards.
std::vector<Vec3d> directions_from(const SolidSurface& surface, const SurfaceFeature& feature) {
    std::vector<Vec3d> targets;
    switch (feature.kind) {
    case SurfaceFeatureKind::Face:
        targets.push_back(surface.triangle(feature.first)[0]);
        break;
    case SurfaceFeatureKind::Edge:
        targets.push_back(surface.vertices()[feature.first]);
        break;
    case SurfaceFeatureKind::Vertex:
        for (const std::uint32_t face : surface.faces_at(feature.first)) {
            const TriangleIndices& f = surface.faces()[face];
            const auto corner = std::find(f.begin(), f.end(), feature.first) - f.begin();
            targets.push_back(surface.vertices()[f[static_cast<std::size_t>((corner + 1) % 3)]]);
        }
        break;
    }
    return targets;
}

Where locate(const SolidSurface& surface, const SurfaceFeature& feature, Vec3d target) {
    switch (feature.kind) {
    case SurfaceFeatureKind::Face: {
        const Triangle face = surface.triangle(feature.first);
        const Sign side = orient3d(face[0], face[1], face[2], target);
        return side < 0 ? Where::Inside : side > 0 ? Where::Outside : Where::OnSurface;
    }
    case SurfaceFeatureKind::Edge: {
        const Axis axis = axis_of(surface, feature);
        return locate_around(axis, half_planes(surface, feature, axis), target);
    }
    case SurfaceFeatureKind::Vertex:
        return locate_around_vertex(surface, feature.first, target);
    }
    return Where::OnSurface;
}

bool some_direction_leads_inside(const SolidSurface& from, const SurfaceFeature& feature,
                                 const SolidSurface& into, const SurfaceFeature& target_feature) {
    const auto targets = directions_from(from, feature);
    return std::any_of(targets.begin(), targets.end(), [&](Vec3d target) {
        return locate(into, target_feature, target) == Where::Inside;
    });
}

bool overlap_at(const SolidSurface& a, const SolidSurface& b, const Place& point) {
    return some_direction_leads_inside(a, point.on_a, b, point.on_b) ||
           some_direction_leads_inside(b, point.on_b, a, point.on_a);
}

} // namespace

bool interiors_overlap_at_contact(const SolidSurface& a, const SolidSurface& b,
                                  std::span<const TrianglePair> pairs) {
    const Places places = collect_places(a, b, pairs);
    // Flush faces with agreeing normals: both solids lie behind the common piece of wall.
    return std::any_of(places.areas.begin(), places.areas.end(),
                       [&](const TrianglePair& pair) {
                           return normals_agree(a.triangle(pair.a), b.triangle(pair.b)) > 0;
                       }) ||
           std::any_of(places.lines.begin(), places.lines.end(),
                       [&](const Place& line) { return overlap_along(a, b, line); }) ||
           std::any_of(places.points.begin(), places.points.end(),
                       [&](const Place& point) { return overlap_at(a, b, point); });
}

// --- equal surfaces ------------------------------------------------------------------------------

namespace {

struct Fraction {
    ExactNumber numerator;
    ExactNumber denominator{1.0};
};

Fraction operator+(const Fraction& a, const Fraction& b) {
    return {a.numerator * b.denominator + b.numerator * a.denominator,
            a.denominator * b.denominator};
}

Fraction without_sign(Fraction value) {
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
    return without_sign(area);
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
    return without_sign(
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
