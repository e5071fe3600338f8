// SPDX-License-Identifier: Apache-2.0
#include "mesh/solidity.hpp"

#include "base/no_throw.hpp"
#include "mesh/edge_pairing.hpp"
#include "mesh/positions.hpp"
#include "mesh/volume.hpp"
#include "mesh/weld.hpp"

namespace impinge::inline v0 {
namespace {

void enter_shells(Diagnosis& diagnosis, const ShellCensus& shells) {
    diagnosis.inside_out_components = shells.inside_out.size();
    diagnosis.redundant_components = shells.redundant.size();
    diagnosis.inside_out = shells.all_inside_out;
    diagnosis.encloses_volume = shells.encloses_volume;
}

bool merges_none(std::span<const std::uint32_t> weld_map) {
    for (std::size_t vertex = 0; vertex < weld_map.size(); ++vertex) {
        if (weld_map[vertex] != vertex) {
            return false;
        }
    }
    return true;
}

/// Without a shortcut, but that indices which name every place once need no welding.
Diagnosis diagnose_welded(const MeshView& mesh, const IndexTopology& by_index,
                          ShellQuestions questions, const Context& context) {
    const PositionArray positions(mesh, context);
    const auto map = weld_map(positions.span(), context);
    const bool as_it_is = merges_none(map);
    const std::vector<TriangleIndices> welded =
        as_it_is ? std::vector<TriangleIndices>{}
                 : welded_triangles(mesh.triangles(), map, context);
    const std::span<const TriangleIndices> triangles =
        as_it_is ? mesh.triangles() : std::span<const TriangleIndices>(welded);
    SurfaceTopology found;
    if (!as_it_is || !by_index.balanced()) {
        found = surface_topology(triangles, mesh.vertex_count(), AtImbalance::GoOn, context);
    }
    const Components& components =
        as_it_is && by_index.balanced() ? by_index.components() : found.components;
    Diagnosis diagnosis{.triangles = mesh.triangle_count(),
                        .components = components.count,
                        .open_edges = found.edges.open,
                        .misoriented_edges = found.edges.misoriented};
    if (!context.cancelled()) {
        enter_shells(diagnosis, examine_shells(positions.span(), triangles, components,
                                               found.balanced_components, questions, context));
    }
    return diagnosis;
}

Diagnosis diagnose_valid(const MeshView& mesh, const IndexTopology& by_index,
                         ShellQuestions questions, const Context& context) {
    if (mesh.triangle_count() == 0 || context.cancelled()) {
        return {};
    }
    if (by_index.balanced() && by_index.components().count == 1) {
        // An edge without length is none: where such edges hold parts together, these are several.
        const WholeVolume volume = volume_of_whole(mesh, context);
        if (!volume.may_have_short_edge) {
            return {.triangles = mesh.triangle_count(),
                    .components = 1,
                    .inside_out = volume.sign < 0,
                    .encloses_volume = volume.sign != 0};
        }
    }
    return context.cancelled() ? Diagnosis{} : diagnose_welded(mesh, by_index, questions, context);
}

IndexTopology topology_by_index(const MeshView& mesh, const Context& context) {
    return {mesh.triangles(), mesh.vertex_count(), context};
}

} // namespace

IndexTopology::IndexTopology(std::span<const TriangleIndices> triangles, std::size_t vertex_count,
                             const Context& context) {
    const EdgePairing pairing = pair_edges(triangles, context);
    balanced_ = pairing.balanced;
    components_.count = pairing.pieces;
    if (balanced_ && pairing.pieces > 1 && !context.cancelled()) {
        components_ =
            surface_topology(triangles, vertex_count, AtImbalance::GoOn, context).components;
    }
}

MeshSolidity solidity_of(const Diagnosis& diagnosis) {
    return {diagnosis.solid(), diagnosis.inside_out, diagnosis.components, diagnosis.reasons()};
}

Diagnosis diagnosis_of_valid(const MeshView& mesh, const IndexTopology& topology,
                             const Context& context) {
    return diagnose_valid(mesh, topology, ShellQuestions::Orientation, context);
}

MeshSolidity solidity_of_valid(const MeshView& mesh, const IndexTopology& topology,
                               const Context& context) {
    return solidity_of(diagnosis_of_valid(mesh, topology, context));
}

MeshSolidity solidity_of_valid(const MeshView& mesh, const Context& context) {
    return solidity_of_valid(mesh, topology_by_index(mesh, context), context);
}

Expected<MeshSolidity> examine_solidity(const MeshView& mesh, const Context& context) {
    return no_throw([&]() -> Expected<MeshSolidity> {
        if (Status status = validate_in_parallel(mesh, context); !status) {
            return status.error();
        }
        return solidity_of_valid(mesh, context);
    });
}

Expected<Diagnosis> diagnose_solidity(const MeshView& mesh, ShellQuestions questions,
                                      const Context& context) {
    return no_throw([&]() -> Expected<Diagnosis> {
        if (Status status = validate_in_parallel(mesh, context); !status) {
            return status.error();
        }
        return diagnose_valid(mesh, topology_by_index(mesh, context), questions, context);
    });
}

Expected<Diagnosis> diagnose_solidity_of_valid(const MeshView& mesh, ShellQuestions questions,
                                               const Context& context) {
    return no_throw([&]() -> Expected<Diagnosis> {
        return diagnose_valid(mesh, topology_by_index(mesh, context), questions, context);
    });
}

} // namespace impinge::inline v0
