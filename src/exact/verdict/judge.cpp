// SPDX-License-Identifier: Apache-2.0
#include "exact/verdict/judge.hpp"

#include "base/sort_unique.hpp"
#include "impinge/predicates.hpp"

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
                                        std::span<const std::uint32_t> touched_triangles,
                                        const Context& context) {
    const WorldMesh& mesh = solid.mesh;
    if (solid.components == 1) { // most bodies: no need to find out which triangle is in which part
        return touched_triangles.empty() ? std::vector{mesh.vertices[mesh.triangles[0][0]]}
                                         : std::vector<Vec3d>{};
    }
    const auto parts = parts_of_surface(mesh, solid.components, context);
    if (context.cancelled()) {
        return {};
    }
    std::vector<bool> touched(parts->list().size(), false);
    for (const std::uint32_t triangle : touched_triangles) {
        touched[parts->part_of(triangle)] = true;
    }
    std::vector<Vec3d> points;
    for (std::size_t part = 0; part < touched.size(); ++part) {
        if (!touched[part]) {
            points.push_back(mesh.vertices[mesh.triangles[parts->list()[part].first_triangle][0]]);
        }
    }
    return points;
}

FreeParts locate_free_parts(const Solid& solid, std::span<const std::uint32_t> touched_triangles,
                            const Solid& other, const Context& context) {
    std::vector<Vec3d> points = points_of_free_parts(solid, touched_triangles, context);
    FreeParts parts;
    parts.outside = points.size();
    std::erase_if(points, [&](Vec3d p) { return !contains(other.mesh.box, p); });
    if (points.empty()) {
        return parts;
    }
    const Sign sign = other.normals == Normals::Outward ? 1 : -1;
    for (const auto& winding : windings_around(points, other.mesh, context)) {
        if (winding && *winding * sign >= 1) {
            ++parts.inside;
            --parts.outside;
        }
    }
    return parts;
}

/// No triangles meet: every part of a surface lies wholly inside or outside the other body.
std::optional<Verdict> judge_without_contact(const Solid& a, const Solid& b,
                                             const Context& context) {
    const FreeParts of_a = locate_free_parts(a, {}, b, context);
    const FreeParts of_b = locate_free_parts(b, {}, a, context);
    if (of_a.inside == 0 && of_b.inside == 0) {
        return Verdict::Apart;
    }
    // Where all of A's surface lies in B and none of B's in A, so does all of A: a region of A
    // outside of B would be bounded by A's surface, which is not there, or hold some of B's.
    if (of_a.outside == 0 && of_b.inside == 0) {
        return Verdict::AInsideB;
    }
    if (of_b.outside == 0 && of_a.inside == 0) {
        return Verdict::BInsideA;
    }
    return judge_cells(a, b, {}, context);
}

/// No triangle crosses another. Pairs may be left out that have but a corner in common, if each of
/// their triangles is in another: all of them speak of the same place. Nothing if the surfaces are
/// not plain where they meet, or that is not enough to tell.
std::optional<Verdict> judge_touching(const Solid& a, const Solid& b,
                                      std::span<const TrianglePair> pairs, const Context& context) {
    const auto touched_a = triangles_in(pairs, &TrianglePair::a);
    const auto touched_b = triangles_in(pairs, &TrianglePair::b);
    const SolidSurface surface_a(a, touched_a, context);
    const SolidSurface surface_b(b, touched_b, context);
    if (context.cancelled() || !is_plain_border(a, surface_a, touched_a, context) ||
        !is_plain_border(b, surface_b, touched_b, context)) {
        return std::nullopt;
    }
    const SurfaceEquality equality = compare_surfaces(a, touched_a, b, touched_b, context);
    if (equality != SurfaceEquality::Different) {
        return equality == SurfaceEquality::Equal ? std::optional(Verdict::Same) : std::nullopt;
    }
    if (interiors_overlap_at_contact(surface_a, surface_b, pairs, context)) {
        return Verdict::Crossing;
    }
    const FreeParts of_a = locate_free_parts(a, touched_a, b, context);
    const FreeParts of_b = locate_free_parts(b, touched_b, a, context);
    return of_a.inside + of_b.inside == 0 ? std::optional(Verdict::Touching) : std::nullopt;
}

} // namespace

std::optional<Verdict> judge_solids(const Solid& a, const Solid& b,
                                    std::span<const TrianglePair> pairs, const AllPairs& all,
                                    const Context& context) {
    if (pairs.empty()) {
        return judge_without_contact(a, b, context);
    }
    if (are_same_as_a_whole(a.mesh, b.mesh, a.normals == b.normals ? 1 : -1, context)) {
        return Verdict::Same;
    }
    if (judge_surfaces(pairs) == Verdict::Crossing) {
        constexpr std::size_t tries = 16;
        if (borders_cross(a, b, pairs, tries, context)) {
            return Verdict::Crossing;
        }
    } else if (const auto verdict = judge_touching(a, b, pairs, context)) {
        return verdict;
    }
    if (context.cancelled()) {
        return std::nullopt;
    }
    return all ? judge_cells(a, b, all(), context) : judge_cells(a, b, pairs, context);
}

std::vector<std::uint32_t> triangles_in(std::span<const TrianglePair> pairs,
                                        std::uint32_t TrianglePair::*side) {
    std::vector<std::uint32_t> triangles;
    std::uint32_t highest = 0;
    for (const TrianglePair& pair : pairs) {
        highest = std::max(highest, pair.*side);
    }
    constexpr std::size_t triangles_worth_a_pair = 64; // marks cost less than sorting
    if (highest / triangles_worth_a_pair < pairs.size()) {
        std::vector<std::uint8_t> marked(std::size_t{highest} + 1, 0);
        for (const TrianglePair& pair : pairs) {
            marked[pair.*side] = 1;
        }
        for (std::uint32_t triangle = 0; triangle <= highest; ++triangle) {
            if (marked[triangle] != 0) {
                triangles.push_back(triangle);
            }
        }
        return pairs.empty() ? std::vector<std::uint32_t>{} : triangles;
    }
    for (const TrianglePair& pair : pairs) {
        triangles.push_back(pair.*side);
    }
    sort_unique(triangles);
    return triangles;
}

Verdict judge_surfaces(std::span<const TrianglePair> pairs) {
    const bool crossing = std::any_of(pairs.begin(), pairs.end(), [](const TrianglePair& pair) {
        return pair.kind == PairKind::Crossing;
    });
    return crossing ? Verdict::Crossing : pairs.empty() ? Verdict::Apart : Verdict::Touching;
}

} // namespace impinge::inline v0
