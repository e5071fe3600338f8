// SPDX-License-Identifier: Apache-2.0
#include "measures/overlap_mesh.hpp"

#include "base/sort_unique.hpp"
#include "measures/triangulate.hpp"

#include "geometry/projection.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace impinge::inline v0 {

Mesh mesh_of_pieces(const CutSurfaces& cut, const OverlapPieces& pieces,
                    std::span<const std::uint32_t> chosen) {
    std::vector<std::array<Node, 3>> triangles;
    std::vector<PlanePoint> points;
    std::vector<std::uint32_t> loop_ends;
    for (const std::uint32_t index : chosen) {
        const SurfacePiece& piece = pieces.pieces()[index];
        const Triangle face = cut.surface(piece.owner).shape(piece.face);
        const int axis = widest_axis(face);
        const bool turned = orient_projected(face[0], face[1], face[2], axis) < 0;
        points.clear();
        loop_ends.clear();
        for (std::uint32_t loop = piece.first_loop; loop < piece.end_loop; ++loop) {
            for (const Node node : pieces.loop(loop)) {
                const Vec2d flat = project(cut.position(node), axis);
                points.push_back({turned ? Vec2d{flat.y, flat.x} : flat, node});
            }
            loop_ends.push_back(static_cast<std::uint32_t>(points.size()));
        }
        triangulate(points, loop_ends, triangles);
    }
    std::vector<Node> used;
    used.reserve(3 * triangles.size());
    for (const auto& triangle : triangles) {
        used.insert(used.end(), triangle.begin(), triangle.end());
    }
    sort_unique(used);
    const auto number_of = [&](Node node) {
        return static_cast<std::uint32_t>(std::lower_bound(used.begin(), used.end(), node) -
                                          used.begin());
    };
    Mesh mesh;
    for (const Node node : used) {
        mesh.positions.push_back(cut.position(node));
    }
    for (const auto& [a, b, c] : triangles) {
        mesh.triangles.push_back({number_of(a), number_of(b), number_of(c)});
    }
    return mesh;
}

} // namespace impinge::inline v0
