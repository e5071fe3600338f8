// SPDX-License-Identifier: Apache-2.0
#include "exact/judge.hpp"

#include "exact/equal_surfaces.hpp"
#include "exact/find_pairs.hpp"
#include "exact/judge_contacts.hpp"
#include "impinge/predicates.hpp"
#include "mesh/topology.hpp"
#include "mesh/weld.hpp"
#include "mesh/winding.hpp"

#include <algorithm>
#include <vector>

namespace impinge::inline v0 {
namespace {

/// How the parts of one surface that do not meet the other surface lie to the other solid.
struct FreeParts {
    std::size_t inside = 0;
    std::size_t outside = 0;
};

/// One corner of each part that holds none of the triangles named.
std::vector<Vec3d> points_of_free_parts(const Solid& solid,
                                        std::span<const std::uint32_t> touched_triangles) {
    const WorldMesh& mesh = solid.mesh;
    if (solid.components == 1) { // most bodies: no need to find out which triangle is in which part
        return touched_triangles.empty() ? std::vector{mesh.vertices[mesh.triangles[0][0]]}
                                         : std::vector<Vec3d>{};
    }
    const auto welded = welded_triangles(mesh.triangles, weld_map(mesh.vertices));
    const Components parts = triangle_components(EdgeTable(welded, mesh.vertices.size()));
    std::vector<bool> done(parts.count, false);
    for (const std::uint32_t triangle : touched_triangles) {
        done[parts.of_triangle[triangle]] = true;
    }
    std::vector<Vec3d> points;
    for (std::size_t triangle = 0; triangle < mesh.triangles.size(); ++triangle) {
        const std::uint32_t part = parts.of_triangle[triangle];
        if (!done[part]) {
            done[part] = true;
            points.push_back(mesh.vertices[mesh.triangles[triangle][0]]);
        }
    }
    return points;
}

FreeParts locate_free_parts(const Solid& solid, std::span<const std::uint32_t> touched_triangles,
                            const Solid& other) {
    std::vector<Vec3d> points = points_of_free_parts(solid, touched_triangles);
    FreeParts parts;
    parts.outside = points.size();
    std::erase_if(points, [&](Vec3d p) { return !contains(other.mesh.box, p); });
    if (points.empty()) {
        return parts;
    }
    const Sign sign = other.normals == Normals::Outward ? 1 : -1;
    for (const auto& winding : winding_numbers(points, other.mesh.vertices, other.mesh.triangles)) {
        if (winding && *winding * sign >= 1) {
            ++parts.inside;
            --parts.outside;
        }
    }
    return parts;
}

template <typename Member>
std::vector<std::uint32_t> triangles_in(std::span<const TrianglePair> pairs, Member member) {
    std::vector<std::uint32_t> triangles;
    triangles.reserve(pairs.size());
    for (const TrianglePair& pair : pairs) {
        triangles.push_back(pair.*member);
    }
    return triangles;
}

Verdict verdict_without_contact(const FreeParts& of_a, const FreeParts& of_b) {
    if (of_a.inside == 0 && of_b.inside == 0) {
        return Verdict::Apart;
    }
    if (of_a.outside == 0 && of_b.inside == 0) {
        return Verdict::AInsideB;
    }
    if (of_b.outside == 0 && of_a.inside == 0) {
        return Verdict::BInsideA;
    }
    return Verdict::Crossing;
}

/// Whether the interiors of two solids overlap that meet in `pairs`, none of them crossing.
bool interiors_overlap(const Solid& a, const SolidSurface& surface_a, const Solid& b,
                       const SolidSurface& surface_b, std::span<const TrianglePair> pairs) {
    if (interiors_overlap_at_contact(surface_a, surface_b, pairs)) {
        return true;
    }
    const FreeParts of_a = locate_free_parts(a, triangles_in(pairs, &TrianglePair::a), b);
    const FreeParts of_b = locate_free_parts(b, triangles_in(pairs, &TrianglePair::b), a);
    return of_a.inside + of_b.inside > 0;
}

Verdict judge_apart(const Solid& a, const Solid& b) {
    return verdict_without_contact(locate_free_parts(a, {}, b), locate_free_parts(b, {}, a));
}

} // namespace

std::optional<Verdict> judge_solids(const Solid& a, const Solid& b,
                                    std::span<const TrianglePair> pairs, const Context& context) {
    if (pairs.empty()) {
        return judge_apart(a, b);
    }
    if (surfaces_equal(a, b, pairs)) {
        return Verdict::Same;
    }
    const auto surface_a = make_solid_surface(a);
    const auto surface_b = make_solid_surface(b);
    if (!surface_a || !surface_b) {
        return std::nullopt;
    }
    if (surface_a->faces_are_triangles() && surface_b->faces_are_triangles()) {
        return interiors_overlap(a, *surface_a, b, *surface_b, pairs) ? Verdict::Crossing
                                                                      : Verdict::Touching;
    }
    // Cleaning renumbered the faces: find out again where they meet.
    const WorldMesh mesh_a = surface_a->as_mesh();
    const WorldMesh mesh_b = surface_b->as_mesh();
    const FoundPairs found = find_pairs(mesh_a, mesh_b, Stop::Never, context);
    return interiors_overlap({mesh_a}, *surface_a, {mesh_b}, *surface_b, found.pairs)
               ? Verdict::Crossing
               : Verdict::Touching;
}

Verdict judge_surfaces(std::span<const TrianglePair> pairs) {
    const bool crossing = std::any_of(pairs.begin(), pairs.end(), [](const TrianglePair& pair) {
        return pair.kind == PairKind::Crossing;
    });
    return crossing ? Verdict::Crossing : pairs.empty() ? Verdict::Apart : Verdict::Touching;
}

} // namespace impinge::inline v0
