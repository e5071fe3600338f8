// SPDX-License-Identifier: Apache-2.0
#include "exact/verdict/surface.hpp"

#include "base/disjoint_sets.hpp"
#include "geometry/bvh.hpp"
#include "mesh/topology.hpp"
#include "mesh/weld.hpp"

#include <array>
#include <map>
#include <utility>

namespace impinge::inline v0 {

SolidSurface::SolidSurface(const Solid& solid)
    : vertices_(solid.mesh.vertices),
      faces_(welded_triangles(solid.mesh.triangles, weld_map(solid.mesh.vertices))) {
    if (solid.normals == Normals::Inward) {
        for (TriangleIndices& f : faces_) {
            std::swap(f[1], f[2]);
        }
    }
    incident_ = {vertices_.size(), [&](auto put) {
                     for (std::uint32_t face = 0; face < faces_.size(); ++face) {
                         for (const std::uint32_t corner : faces_[face]) {
                             put(corner, face);
                         }
                     }
                 }};
}

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
    DisjointSets rims(mesh.vertices.size());
    for (const auto& [smaller, larger] : open) {
        rims.unite(smaller, larger);
    }
    std::map<std::uint32_t, Box3> boxes;
    for (const auto& [smaller, larger] : open) {
        Box3& box = boxes[rims.root(smaller)];
        box = extend(extend(box, mesh.vertices[smaller]), mesh.vertices[larger]);
    }
    std::vector<Box3> list;
    list.reserve(boxes.size());
    for (const auto& [rim, box] : boxes) {
        list.push_back(box);
    }
    return list;
}

} // namespace impinge::inline v0
