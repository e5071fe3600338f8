// SPDX-License-Identifier: Apache-2.0
//
// The verdict for two bodies of which at least one has no inside, and whether it is the last word.
//
// What is proved: where a surface without an inside lies to a solid. Parts that do not meet the
// solid's surface lie on one side of it, so one vertex of each decides. Of a part that touches
// without crossing, the vertices of the triangles in contact are asked: every piece into which the
// contact cuts the part, and that has a vertex at all, has one of those.
//
// What cannot be proved: that a body does not lie in a mesh without an inside. If the mesh had one
// it would lie in its box, and what closes a hole in the box of the hole's rim. So that is left
// open where a part of the other body lies in the box of the mesh (strictly, if it does not meet
// the surface) or may reach through a hole.
#include "exact/verdict/judge.hpp"

#include "base/sort_unique.hpp"
#include "exact/verdict/surface.hpp"
#include "geometry/bvh.hpp"

#include <algorithm>
#include <vector>

namespace impinge::inline v0 {
namespace {

/// A connected part of a surface.
struct SurfacePart {
    Box3 box;
    Vec3d vertex; ///< one of its vertices
    bool touches = false;
};

/// A surface with what these questions ask of it.
struct OpenSurface {
    const OpenOrSolid& body;
    std::vector<std::uint32_t> contact_triangles; ///< sorted, each once
    std::vector<SurfacePart> parts;
    Box3 box; ///< of its triangles

    [[nodiscard]] const WorldMesh& mesh() const { return body.surface.mesh; }
    [[nodiscard]] bool has_inside() const { return body.inside == Inside::Known; }
};

OpenSurface make_open_surface(const OpenOrSolid& body, std::span<const TrianglePair> pairs,
                              std::uint32_t TrianglePair::*side, const Context& context) {
    OpenSurface surface{
        .body = body, .contact_triangles = triangles_in(pairs, side), .parts = {}, .box = {}};
    const WorldMesh& mesh = body.surface.mesh;
    const auto parts = parts_of_surface(mesh, body.surface.components, context);
    for (const SurfaceParts::Part& part : parts->list()) {
        surface.parts.push_back({part.box, mesh.vertices[mesh.triangles[part.first_triangle][0]]});
        surface.box = united(surface.box, part.box);
    }
    for (const std::uint32_t triangle : surface.contact_triangles) {
        surface.parts[parts->part_of(triangle)].touches = true;
    }
    return surface;
}

/// Vertices that tell for every piece of the surface on which side of the other it lies.
std::vector<Vec3d> telling_vertices(const OpenSurface& surface) {
    std::vector<Vec3d> points;
    for (const SurfacePart& part : surface.parts) {
        if (!part.touches) {
            points.push_back(part.vertex);
        }
    }
    for (const std::uint32_t triangle : surface.contact_triangles) {
        const Triangle corners = surface.mesh().triangle(triangle);
        points.insert(points.end(), corners.corners.begin(), corners.corners.end());
    }
    sort_unique(points);
    return points;
}

/// How many of the points lie in the interior of a solid; those on its surface do not.
std::size_t count_inside(std::vector<Vec3d> points, const OpenSurface& solid,
                         const Context& context) {
    std::erase_if(points, [&](Vec3d p) { return !contains(solid.box, p); });
    if (points.empty()) {
        return 0;
    }
    const int sign = solid.body.surface.normals == Normals::Outward ? 1 : -1;
    const auto numbers = windings_around(points, solid.mesh(), context);
    return static_cast<std::size_t>(
        std::count_if(numbers.begin(), numbers.end(),
                      [sign](const auto& number) { return number && *number * sign >= 1; }));
}

/// How an open surface lies in a solid: Apart or Touching if none of it is known to.
Verdict verdict_in_solid(const OpenSurface& open, const OpenSurface& solid, Verdict of_surfaces,
                         Verdict wholly_inside, const Context& context) {
    const std::vector<Vec3d> points = telling_vertices(open);
    const std::size_t inside = count_inside(points, solid, context);
    if (inside == 0) {
        return of_surfaces;
    }
    const bool wholly = inside == points.size() && of_surfaces == Verdict::Apart;
    return wholly ? wholly_inside : Verdict::Crossing;
}

bool lies_strictly_within(const Box3& inner, const Box3& outer) {
    return outer.min.x < inner.min.x && outer.min.y < inner.min.y && outer.min.z < inner.min.z &&
           inner.max.x < outer.max.x && inner.max.y < outer.max.y && inner.max.z < outer.max.z;
}

/// Whether some point of the box lies in the interior of the other.
bool reaches_into(const Box3& box, const Box3& other) {
    for (int axis = 0; axis < 3; ++axis) {
        if (!(box.min[axis] < other.max[axis] && other.min[axis] < box.max[axis] &&
              other.min[axis] < other.max[axis])) {
            return false;
        }
    }
    return true;
}

/// Whether the part may go through what would close a hole with this rim. A part that touches the
/// surface touches rims, too, without going through them.
bool may_go_through(const SurfacePart& part, const Box3& rim) {
    return part.touches ? reaches_into(rim, part.box) || reaches_into(part.box, rim)
                        : boxes_overlap(part.box, rim);
}

/// Whether some part of the one may lie in the other, or partly so, for all that was proved.
bool may_lie_in(const OpenSurface& one, const OpenSurface& other, const Context& context) {
    const bool wholly =
        std::any_of(one.parts.begin(), one.parts.end(), [&](const SurfacePart& part) {
            if (part.touches) { // between its vertices it may lie in a solid, too
                return reaches_into(part.box, other.box);
            }
            return !other.has_inside() && lies_strictly_within(part.box, other.box);
        });
    if (wholly || other.has_inside() || !boxes_overlap(one.box, other.box)) {
        return wholly;
    }
    const auto shared_rims = boxes_of_rims(other.mesh(), context);
    const std::vector<Box3>& rims = *shared_rims;
    const Bvh tree(rims, Context(1));
    return std::any_of(one.parts.begin(), one.parts.end(), [&](const SurfacePart& part) {
        bool through = false;
        visit_related(
            tree, [&](const Box3& box) { return boxes_overlap(box, part.box); },
            [&](std::uint32_t rim) {
                through = may_go_through(part, rims[rim]);
                return !through;
            });
        return through;
    });
}

} // namespace

Judgement judge_open(const OpenOrSolid& a, const OpenOrSolid& b,
                     std::span<const TrianglePair> pairs, OpenMeshes meant,
                     const Context& context) {
    const OpenSurface surface_a = make_open_surface(a, pairs, &TrianglePair::a, context);
    const OpenSurface surface_b = make_open_surface(b, pairs, &TrianglePair::b, context);
    const Verdict of_surfaces = judge_surfaces(pairs);
    Verdict verdict = of_surfaces;
    if (surface_b.has_inside()) {
        verdict = verdict_in_solid(surface_a, surface_b, of_surfaces, Verdict::AInsideB, context);
    } else if (surface_a.has_inside()) {
        verdict = verdict_in_solid(surface_b, surface_a, of_surfaces, Verdict::BInsideA, context);
    }
    if (verdict != of_surfaces || meant == OpenMeshes::Surfaces) {
        return {verdict, Decision::Final};
    }
    const bool open =
        may_lie_in(surface_a, surface_b, context) || may_lie_in(surface_b, surface_a, context);
    return {verdict, open ? Decision::ContainmentOpen : Decision::Final};
}

} // namespace impinge::inline v0
