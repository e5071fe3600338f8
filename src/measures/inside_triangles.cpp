// SPDX-License-Identifier: Apache-2.0
#include "measures/inside_triangles.hpp"

#include "base/buckets.hpp"
#include "mesh/weld.hpp"

#include <algorithm>

namespace impinge::inline v0 {
namespace {

bool lies_in(const Box3& inner, const Box3& outer) {
    return inner.min.x >= outer.min.x && inner.min.y >= outer.min.y && inner.min.z >= outer.min.z &&
           inner.max.x <= outer.max.x && inner.max.y <= outer.max.y && inner.max.z <= outer.max.z;
}

} // namespace

std::vector<std::uint32_t> triangles_behind(const WorldMesh& mesh,
                                            std::span<const std::uint32_t> met,
                                            std::span<const Vec3d> corners,
                                            const Context& context) {
    if (corners.empty()) {
        return {};
    }
    const std::vector<std::uint32_t> welded = weld_map(mesh.vertices, context);
    std::vector<bool> is_known(mesh.triangles.size(), false); // met, or found
    for (const std::uint32_t triangle : met) {
        is_known[triangle] = true;
    }
    const Buckets<std::uint32_t> around(mesh.vertices.size(), [&](const auto& put) {
        for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
            for (const std::uint32_t corner : mesh.triangles[i]) {
                put(welded[corner], i);
            }
        }
    });
    std::vector<bool> is_reached(mesh.vertices.size(), false);
    std::vector<std::uint32_t> reached;
    const auto reach = [&](std::uint32_t vertex) {
        if (!is_reached[vertex]) {
            is_reached[vertex] = true;
            reached.push_back(vertex);
        }
    };
    for (const std::uint32_t triangle : met) {
        for (const std::uint32_t vertex : mesh.triangles[triangle]) {
            if (std::binary_search(corners.begin(), corners.end(), mesh.vertices[vertex])) {
                reach(welded[vertex]);
            }
        }
    }
    std::vector<std::uint32_t> found;
    for (std::size_t i = 0; i < reached.size(); ++i) {
        for (const std::uint32_t triangle : around[reached[i]]) {
            if (!is_known[triangle]) {
                is_known[triangle] = true;
                found.push_back(triangle);
                for (const std::uint32_t vertex : mesh.triangles[triangle]) {
                    reach(welded[vertex]);
                }
            }
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<std::uint32_t> parts_inside(const Solid& solid, std::span<const std::uint32_t> met,
                                        const WorldMesh& other, Normals normals_of_other,
                                        const Context& context) {
    if (solid.components == 1 && !met.empty()) {
        return {};
    }
    const auto parts = parts_of_surface(solid.mesh, solid.components, context);
    std::vector<bool> is_inside(parts->list().size(), false);
    std::vector<bool> is_met(parts->list().size(), false);
    for (const std::uint32_t triangle : met) {
        is_met[parts->part_of(triangle)] = true;
    }
    std::vector<Vec3d> points;
    std::vector<std::size_t> asked;
    for (std::size_t i = 0; i < parts->list().size(); ++i) {
        const SurfaceParts::Part& part = parts->list()[i];
        if (!is_met[i] && lies_in(part.box, other.box)) {
            asked.push_back(i);
            points.push_back(solid.mesh.vertices[solid.mesh.triangles[part.first_triangle][0]]);
        }
    }
    const auto windings = windings_around(points, other, context);
    const int outward = normals_of_other == Normals::Outward ? 1 : -1;
    bool any = false;
    for (std::size_t i = 0; i < asked.size(); ++i) {
        is_inside[asked[i]] = windings[i].value_or(0) * outward > 0;
        any = any || is_inside[asked[i]];
    }
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; any && i < solid.mesh.triangles.size(); ++i) {
        if (is_inside[parts->part_of(i)]) {
            found.push_back(i);
        }
    }
    return found;
}

} // namespace impinge::inline v0
