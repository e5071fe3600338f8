// SPDX-License-Identifier: Apache-2.0
#include "measures/overlap_mesh.hpp"

#include "base/sort_unique.hpp"
#include "geometry/projection.hpp"
#include "measures/face_loops.hpp"
#include "measures/triangulate.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace impinge::inline v0 {

void append_triangles(const OverlapSurface& surface, const CutPiece& piece,
                      std::vector<Triangle>& triangles) {
    const Triangle& face = piece.face;
    const int axis = widest_axis(face);
    const bool turned = orient_projected(face[0], face[1], face[2], axis) < 0;
    std::vector<PlanePoint> points;
    std::vector<std::uint32_t> loop_ends;
    for (std::uint32_t at = surface.loop_start[piece.first_loop];
         at < surface.loop_start[piece.end_loop]; ++at) {
        const Vec2d flat = project(surface.points[at], axis);
        points.push_back({turned ? Vec2d{flat.y, flat.x} : flat, at});
    }
    for (std::uint32_t loop = piece.first_loop; loop < piece.end_loop; ++loop) {
        loop_ends.push_back(surface.loop_start[loop + 1] - surface.loop_start[piece.first_loop]);
    }
    std::vector<std::array<std::uint32_t, 3>> of_points;
    triangulate(points, loop_ends, of_points);
    for (const auto& [a, b, c] : of_points) {
        triangles.push_back({{surface.points[a], surface.points[b], surface.points[c]}});
    }
}

Mesh mesh_of_triangles(std::span<const Triangle> triangles, std::vector<std::uint32_t>* origins) {
    Mesh mesh;
    for (const Triangle& t : triangles) {
        for (int i = 0; i < 3; ++i) {
            mesh.positions.push_back({t[i].x + 0.0, t[i].y + 0.0, t[i].z + 0.0}); // -0 is 0
        }
    }
    sort_unique(mesh.positions);
    const auto number_of = [&](Vec3d p) {
        return static_cast<std::uint32_t>(
            std::lower_bound(mesh.positions.begin(), mesh.positions.end(), p) -
            mesh.positions.begin());
    };
    std::vector<std::pair<TriangleIndices, std::uint32_t>> kept;
    for (std::uint32_t i = 0; i < triangles.size(); ++i) {
        const Triangle& t = triangles[i];
        TriangleIndices corners{number_of(t[0]), number_of(t[1]), number_of(t[2])};
        std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()),
                    corners.end());
        if (corners[0] != corners[1] && corners[1] != corners[2]) {
            kept.emplace_back(corners, i);
        }
    }
    std::sort(kept.begin(), kept.end());
    for (const auto& [corners, origin] : kept) {
        mesh.triangles.push_back(corners);
        if (origins != nullptr) {
            origins->push_back(origin);
        }
    }
    return mesh;
}

void append(Mesh& mesh, const Mesh& more) {
    const auto before = static_cast<std::uint32_t>(mesh.positions.size());
    mesh.positions.insert(mesh.positions.end(), more.positions.begin(), more.positions.end());
    for (const auto& [a, b, c] : more.triangles) {
        mesh.triangles.push_back({before + a, before + b, before + c});
    }
}

} // namespace impinge::inline v0
