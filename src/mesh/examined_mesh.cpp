// SPDX-License-Identifier: Apache-2.0
#include "mesh/examined_mesh.hpp"

#include "base/parallel.hpp"
#include "impinge/predicates.hpp"
#include "mesh/positions.hpp"
#include "mesh/weld.hpp"

namespace impinge::inline v0 {

ExaminedMesh examine_mesh(const MeshView& mesh) {
    std::vector<Vec3d> positions = gather_positions(mesh);
    std::vector<TriangleIndices> triangles =
        welded_triangles(mesh.triangles(), weld_map(positions));
    EdgeTable edges(triangles, positions.size());
    const EdgeCensus census = impinge::edge_census(edges);
    Components components = triangle_components(edges);
    const bool all_balanced = census.open == 0 && census.misoriented == 0;
    ShellCensus shells =
        examine_shells(positions, triangles, components,
                       all_balanced ? std::vector<std::uint8_t>(components.count, 1)
                                    : balanced_components(edges, components));
    return {std::move(positions),  std::move(triangles), std::move(edges), census,
            std::move(components), std::move(shells)};
}

std::vector<std::uint32_t> degenerate_faces(const ExaminedMesh& mesh, unsigned threads) {
    constexpr std::size_t chunk_size = 16384;
    // A context of its own: a diagnosis is finished even if the caller's has been cancelled.
    return gather_chunks<std::uint32_t>(
        Context(threads), mesh.triangles.size(), chunk_size, [&](const Chunk& chunk) {
            std::vector<std::uint32_t> found;
            for (std::size_t index = chunk.begin; index < chunk.end; ++index) {
                const auto& [a, b, c] = mesh.triangles[index];
                if (collinear(mesh.positions[a], mesh.positions[b], mesh.positions[c])) {
                    found.push_back(static_cast<std::uint32_t>(index));
                }
            }
            return found;
        });
}

} // namespace impinge::inline v0
