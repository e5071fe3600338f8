// SPDX-License-Identifier: Apache-2.0
#include "exact/surface_parts.hpp"

#include "mesh/topology.hpp"
#include "mesh/weld.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

namespace impinge::inline v0 {

SurfaceParts::SurfaceParts(const WorldMesh& mesh, std::size_t components) {
    if (components != 1) {
        const auto welded = welded_triangles(mesh.triangles, weld_map(mesh.vertices));
        part_of_ = triangle_components(EdgeTable(welded, mesh.vertices.size())).of_triangle;
    }
    for (std::uint32_t triangle = 0; triangle < mesh.triangles.size(); ++triangle) {
        if (part_of(triangle) == parts_.size()) {
            parts_.push_back({.box = {}, .first_triangle = triangle});
        }
        Part& part = parts_[part_of(triangle)];
        part.box = united(part.box, box_of(mesh.triangle(triangle)));
    }
}

std::vector<Box3> boxes_of_rims(const WorldMesh& mesh) {
    const auto welded = welded_triangles(mesh.triangles, weld_map(mesh.vertices));
    std::vector<std::array<std::uint32_t, 2>> open;
    EdgeTable(welded, mesh.vertices.size()).for_each_edge([&](const EdgeFaces& edge) {
        if (is_open(count_faces(edge))) {
            open.push_back({edge.smaller, edge.larger});
        }
    });
    std::vector<std::uint32_t> up(mesh.vertices.size()); // to a vertex of the same rim, or itself
    std::iota(up.begin(), up.end(), 0U);
    const auto top_of = [&](std::uint32_t vertex) {
        while (up[vertex] != vertex) {
            up[vertex] = up[up[vertex]];
            vertex = up[vertex];
        }
        return vertex;
    };
    for (const auto& [smaller, larger] : open) {
        const std::uint32_t a = top_of(smaller);
        const std::uint32_t b = top_of(larger);
        up[std::max(a, b)] = std::min(a, b);
    }
    std::map<std::uint32_t, Box3> boxes;
    for (const auto& [smaller, larger] : open) {
        Box3& box = boxes[top_of(smaller)];
        box = extend(extend(box, mesh.vertices[smaller]), mesh.vertices[larger]);
    }
    std::vector<Box3> list;
    list.reserve(boxes.size());
    for (const auto& [top, box] : boxes) {
        list.push_back(box);
    }
    return list;
}

} // namespace impinge::inline v0
