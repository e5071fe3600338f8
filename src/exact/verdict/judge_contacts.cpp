// SPDX-License-Identifier: Apache-2.0
#include "exact/verdict/judge.hpp"

#include "base/sort_unique.hpp"
#include "exact/verdict/equal_surfaces.hpp"
#include "exact/verdict/neighbourhood.hpp"
#include "geometry/feature.hpp"
#include "geometry/triangle_contact.hpp"

#include <algorithm>
#include <numeric>

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

/// -1 if the normals of one mesh point outwards and those of the other inwards.
Sign turn_between(const Solid& a, const Solid& b) { return a.normals == b.normals ? 1 : -1; }

} // namespace

SurfaceEquality compare_surfaces(const Solid& a, std::span<const std::uint32_t> touched_a,
                                 const Solid& b, std::span<const std::uint32_t> touched_b,
                                 const Context& context) {
    if (!are_same_surface({a.mesh, touched_a}, {b.mesh, touched_b}, turn_between(a, b), context)) {
        return SurfaceEquality::Different;
    }
    const bool all_touched =
        touched_a.size() == a.mesh.triangles.size() && touched_b.size() == b.mesh.triangles.size();
    return all_touched ? SurfaceEquality::Equal : SurfaceEquality::WhereTouched;
}

bool are_same_as_a_whole(const WorldMesh& a, const WorldMesh& b, Sign turn,
                         const Context& context) {
    if (a.box != b.box) {
        return false;
    }
    std::vector<std::uint32_t> all(std::max(a.triangles.size(), b.triangles.size()));
    std::iota(all.begin(), all.end(), std::uint32_t{0});
    const std::span<const std::uint32_t> numbers(all);
    return are_same_surface({a, numbers.first(a.triangles.size())},
                            {b, numbers.first(b.triangles.size())}, turn, context);
}

} // namespace impinge::inline v0
