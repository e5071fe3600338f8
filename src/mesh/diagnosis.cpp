// SPDX-License-Identifier: Apache-2.0
#include "mesh/diagnosis.hpp"

#include "base/no_throw.hpp"
#include "base/parallel.hpp"
#include "impinge/mesh.hpp"
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

Expected<Diagnosis> diagnose(const MeshView& mesh, const Context& context) {
    return no_throw([&]() -> Expected<Diagnosis> {
        if (Status status = validate(mesh); !status) {
            return status.error();
        }
        const ExaminedMesh examined = examine_mesh(mesh);
        return Diagnosis{
            .triangles = examined.triangles.size(),
            .components = examined.components.count,
            .degenerate_faces = degenerate_faces(examined, context.threads()).size(),
            .duplicate_faces = count_duplicates(examined.triangles, examined.positions.size()),
            .open_edges = examined.edge_census.open,
            .non_manifold_edges = examined.edge_census.non_manifold,
            .misoriented_edges = examined.edge_census.misoriented,
            .inside_out_components = examined.shells.inside_out.size(),
            .redundant_components = examined.shells.redundant.size(),
            .inside_out = examined.shells.all_inside_out,
            .encloses_volume = examined.shells.encloses_volume,
        };
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
