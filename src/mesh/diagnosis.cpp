// SPDX-License-Identifier: Apache-2.0
#include "mesh/diagnosis.hpp"

#include "base/no_throw.hpp"
#include "base/parallel.hpp"
#include "impinge/mesh.hpp"
#include "impinge/predicates.hpp"
#include "mesh/positions.hpp"
#include "mesh/surface_topology.hpp"
#include "mesh/weld.hpp"

namespace impinge::inline v0 {

ExaminedMesh examine_mesh(const MeshView& mesh, unsigned threads) {
    const Context uninterrupted(threads);
    std::vector<Vec3d> positions = gather_positions(mesh);
    std::vector<TriangleIndices> triangles =
        welded_triangles(mesh.triangles(), weld_map(positions, uninterrupted), uninterrupted);
    EdgeTable edges(triangles, positions.size());
    const EdgeCensus census = impinge::edge_census(edges);
    Components components = triangle_components(edges);
    const bool all_balanced = census.open == 0 && census.misoriented == 0;
    ShellCensus shells = examine_shells(positions, triangles, components,
                                        all_balanced ? std::vector<std::uint8_t>{}
                                                     : balanced_components(edges, components),
                                        ShellQuestions::All, uninterrupted);
    return {std::move(positions),  std::move(triangles), std::move(edges), census,
            std::move(components), std::move(shells)};
}

std::vector<std::uint32_t> degenerate_faces(std::span<const Vec3d> positions,
                                            std::span<const TriangleIndices> triangles,
                                            const Context& context) {
    constexpr std::size_t chunk_size = 16384;
    return gather_chunks<std::uint32_t>(
        context, triangles.size(), chunk_size, [&](const Chunk& chunk) {
            std::vector<std::uint32_t> found;
            for (std::size_t index = chunk.begin; index < chunk.end; ++index) {
                const auto& [a, b, c] = triangles[index];
                if (collinear(positions[a], positions[b], positions[c])) {
                    found.push_back(static_cast<std::uint32_t>(index));
                }
            }
            return found;
        });
}

namespace {

Diagnosis diagnose_all(const MeshView& mesh, const Context& context) {
    const PositionArray positions(mesh, context);
    const std::vector<TriangleIndices> triangles =
        welded_triangles(mesh.triangles(), weld_map(positions.span(), context), context);
    const SurfaceTopology topology =
        surface_topology(triangles, mesh.vertex_count(), AtImbalance::GoOn, context);
    const ShellCensus shells =
        examine_shells(positions.span(), triangles, topology.components,
                       topology.balanced_components, ShellQuestions::All, context);
    return {
        .triangles = triangles.size(),
        .components = topology.components.count,
        .degenerate_faces = degenerate_faces(positions.span(), triangles, context).size(),
        .duplicate_faces = count_duplicate_faces(triangles, mesh.vertex_count(), context),
        .open_edges = topology.edges.open,
        .non_manifold_edges = topology.edges.non_manifold,
        .misoriented_edges = topology.edges.misoriented,
        .inside_out_components = shells.inside_out.size(),
        .redundant_components = shells.redundant.size(),
        .inside_out = shells.all_inside_out,
        .encloses_volume = shells.encloses_volume,
    };
}

} // namespace

Expected<Diagnosis> diagnose(const MeshView& mesh, const Context& context) {
    return no_throw([&]() -> Expected<Diagnosis> {
        // A context of its own: a diagnosis is finished even if the caller's has been cancelled.
        const Context uninterrupted(context.threads());
        if (Status status = validate_in_parallel(mesh, uninterrupted); !status) {
            return status.error();
        }
        return diagnose_all(mesh, uninterrupted);
    });
}

// --- words -------------------------------------------------------------------------------------
//
// What a diagnosis says to a person. Plain clauses without a full stop; users see them one a line.

namespace {

void add_count(std::vector<std::string>& words, std::size_t count, const char* one,
               const char* many) {
    if (count > 0) {
        words.push_back(std::to_string(count) + ' ' + (count == 1 ? one : many));
    }
}

} // namespace

std::vector<std::string> Diagnosis::reasons() const {
    if (triangles == 0) {
        return {"no triangles"};
    }
    std::vector<std::string> words;
    add_count(words, open_edges, "open edge", "open edges");
    add_count(words, misoriented_edges, "misoriented edge", "misoriented edges");
    add_count(words, inside_out_components, "component inside out", "components inside out");
    if (words.empty() && !encloses_volume) {
        words.emplace_back("encloses no volume");
    }
    return words;
}

std::vector<std::string> Diagnosis::remarks() const {
    std::vector<std::string> words = reasons();
    if (inside_out) {
        words.emplace_back("inside out: normals point inwards");
    }
    add_count(words, non_manifold_edges, "edge of more than two faces",
              "edges of more than two faces");
    add_count(words, degenerate_faces, "degenerate face", "degenerate faces");
    add_count(words, duplicate_faces, "duplicate face", "duplicate faces");
    add_count(words, redundant_components, "component that bounds nothing",
              "components that bound nothing");
    if (components > 1) {
        words.push_back(std::to_string(components) + " components");
    }
    return words;
}

} // namespace impinge::inline v0
