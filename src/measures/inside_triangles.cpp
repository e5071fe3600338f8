// SPDX-License-Identifier: Apache-2.0
#include "measures/inside_triangles.hpp"

#include "base/buckets.hpp"
#include "math/measures.hpp"
#include "mesh/weld.hpp"

#include <algorithm>
#include <limits>

namespace impinge::inline v0 {
namespace {

/// From the corners that lie inside, over triangles that do not meet the other body.
void add_behind_contact(Owner owner, const CutSurfaces& cut, const WorldMesh& mesh,
                        std::span<const std::uint32_t> met, const Box3& box_of_foreign,
                        InsideTriangles& result, const Context& context) {
    const LocalSurface& surface = cut.surface(owner);
    result.group_at_corner.assign(surface.corners.size(), 0);
    std::uint32_t first = 0;
    while (first < surface.corners.size() && !cut.is_inside(owner, first)) {
        ++first;
    }
    if (first == surface.corners.size()) {
        return;
    }
    const std::vector<std::uint32_t> welded = weld_map(mesh.vertices, context);
    std::vector<bool> is_known(mesh.triangles.size(), false); // met, or found
    for (const std::uint32_t triangle : met) {
        is_known[triangle] = true;
    }
    std::vector<std::uint8_t> may_be_inside(mesh.vertices.size());
    std::transform(mesh.vertices.begin(), mesh.vertices.end(), may_be_inside.begin(),
                   [&](Vec3d p) { return contains(box_of_foreign, p) ? 1 : 0; });
    const Buckets<std::uint32_t> around(mesh.vertices.size(), [&](const auto& put) {
        for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
            const auto& [a, b, c] = mesh.triangles[i];
            if ((may_be_inside[a] & may_be_inside[b] & may_be_inside[c]) != 0) {
                put(welded[a], i);
                put(welded[b], i);
                put(welded[c], i);
            }
        }
    });
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> group_of(mesh.vertices.size(), none);
    std::vector<std::uint32_t> reached;
    const auto reach = [&](std::uint32_t vertex, std::uint32_t group) {
        if (group_of[vertex] == none) {
            group_of[vertex] = group;
            reached.push_back(vertex);
        }
    };
    for (std::uint32_t corner = first; corner < surface.corners.size(); ++corner) {
        if (!cut.is_inside(owner, corner)) {
            continue;
        }
        const std::uint32_t start = welded[surface.vertex[corner]];
        if (group_of[start] == none) {
            const std::uint32_t group = result.group_count++;
            reached.clear();
            reach(start, group);
            for (std::size_t i = 0; i < reached.size(); ++i) {
                for (const std::uint32_t triangle : around[reached[i]]) {
                    if (!is_known[triangle]) {
                        is_known[triangle] = true;
                        result.list.push_back({triangle, group});
                        for (const std::uint32_t vertex : mesh.triangles[triangle]) {
                            reach(welded[vertex], group);
                        }
                    }
                }
            }
        }
        result.group_at_corner[corner] = group_of[start];
    }
}

/// All connected parts that meet the other solid nowhere and lie in it.
void add_whole_parts(const Solid& solid, std::span<const std::uint32_t> met, const Solid& foreign,
                     InsideTriangles& result, const Context& context) {
    if (solid.components == 1 && !met.empty()) {
        return;
    }
    const auto parts = parts_of_surface(solid.mesh, solid.components, context);
    std::vector<bool> is_met(parts->list().size(), false);
    for (const std::uint32_t triangle : met) {
        is_met[parts->part_of(triangle)] = true;
    }
    std::vector<Vec3d> points;
    std::vector<std::size_t> asked;
    for (std::size_t i = 0; i < parts->list().size(); ++i) {
        const SurfaceParts::Part& part = parts->list()[i];
        if (!is_met[i] && holds(foreign.mesh.box, part.box)) {
            asked.push_back(i);
            points.push_back(solid.mesh.vertices[solid.mesh.triangles[part.first_triangle][0]]);
        }
    }
    const auto windings = windings_around(points, foreign.mesh, context);
    const int outward = foreign.normals == Normals::Outward ? 1 : -1;
    constexpr std::uint32_t outside = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> group_of(parts->list().size(), outside);
    const std::uint32_t before = result.group_count;
    for (std::size_t i = 0; i < asked.size(); ++i) {
        if (windings[i].value_or(0) * outward > 0) {
            group_of[asked[i]] = result.group_count++;
        }
    }
    for (std::uint32_t i = 0; result.group_count > before && i < solid.mesh.triangles.size(); ++i) {
        if (const std::uint32_t group = group_of[parts->part_of(i)]; group != outside) {
            result.list.push_back({i, group});
        }
    }
}

} // namespace

InsideTriangles inside_triangles(Owner owner, const CutSurfaces& cut, const Solid& solid,
                                 std::span<const std::uint32_t> met, const Solid& foreign,
                                 const Context& context) {
    InsideTriangles result;
    add_behind_contact(owner, cut, solid.mesh, met, foreign.mesh.box, result, context);
    add_whole_parts(solid, met, foreign, result, context);
    return result;
}

} // namespace impinge::inline v0
