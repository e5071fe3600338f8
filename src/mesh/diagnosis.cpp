// SPDX-License-Identifier: Apache-2.0
#include "base/parallel.hpp"
#include "impinge/mesh.hpp"
#include "impinge/predicates.hpp"
#include "mesh/positions.hpp"
#include "mesh/shells.hpp"
#include "mesh/topology.hpp"
#include "mesh/weld.hpp"

#include <numeric>

namespace impinge {
namespace {

std::size_t count_degenerate(std::span<const Vec3d> positions,
                             std::span<const TriangleIndices> triangles, unsigned threads) {
    constexpr std::size_t chunk_size = 16384;
    std::vector<std::size_t> counts(chunk_count(triangles.size(), chunk_size), 0);
    // A context of its own: a diagnosis is finished even if the caller's has been cancelled.
    for_each_chunk(Context(threads), triangles.size(), chunk_size, [&](const Chunk& chunk) {
        std::size_t count = 0;
        for (std::size_t index = chunk.begin; index < chunk.end; ++index) {
            const auto& [a, b, c] = triangles[index];
            count += collinear(positions[a], positions[b], positions[c]) ? 1 : 0;
        }
        counts[chunk.index] = count;
    });
    return std::accumulate(counts.begin(), counts.end(), std::size_t{0});
}

} // namespace

Expected<Diagnosis> diagnose(const MeshView& mesh, const Context& context) {
    if (Status error = validate(mesh)) {
        return *std::move(error);
    }
    const std::vector<Vec3d> positions = gather_positions(mesh);
    const std::vector<TriangleIndices> triangles =
        welded_triangles(mesh.triangles(), weld_map(positions));
    const EdgeTable edges(triangles, positions.size());
    const EdgeCensus census = edge_census(edges);
    const Components components = triangle_components(edges);
    const bool all_balanced = census.open == 0 && census.misoriented == 0;
    const ShellCensus shells =
        examine_shells(positions, triangles, components,
                       all_balanced ? std::vector<std::uint8_t>(components.count, 1)
                                    : balanced_components(edges, components));
    return Diagnosis{
        .triangles = triangles.size(),
        .components = components.count,
        .degenerate_faces = count_degenerate(positions, triangles, context.threads()),
        .duplicate_faces = count_duplicates(triangles, positions.size()),
        .open_edges = census.open,
        .non_manifold_edges = census.non_manifold,
        .misoriented_edges = census.misoriented,
        .inside_out_components = shells.inside_out,
        .inside_out = shells.all_inside_out,
        .encloses_volume = shells.encloses_volume,
    };
}

} // namespace impinge
