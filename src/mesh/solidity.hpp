// SPDX-License-Identifier: Apache-2.0
//
// Whether a mesh is a solid, and no more: what queries ask where diagnose() would count defects
// that nobody reads. The answers are those of diagnose(), in every case.
//
// Edges that are balanced by their indices stay balanced when vertices with equal coordinates are
// merged. So of a mesh that hangs together by its indices only the volume has to be known, and
// coordinates are compared only where that does not do.
#pragma once

#include "impinge/context.hpp"
#include "impinge/expected.hpp"
#include "impinge/mesh.hpp"
#include "mesh/shells.hpp"
#include "mesh/surface_topology.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace impinge::inline v0 {

/// How the triangles of a mesh hang together by their indices. Positions have no part in it, so it
/// stays true while they change.
class IndexTopology {
  public:
    /// Every index must be below the vertex count. Means nothing once the context is cancelled.
    IndexTopology(std::span<const TriangleIndices> triangles, std::size_t vertex_count,
                  const Context& context);

    /// Every edge is run through equally often both ways.
    [[nodiscard]] bool balanced() const { return balanced_; }
    /// Parts that are connected through edges. Only if balanced.
    [[nodiscard]] const Components& components() const { return components_; }

  private:
    bool balanced_ = false;
    Components components_;
};

/// What Diagnosis says of a solid.
struct MeshSolidity {
    bool solid = false;
    bool inside_out = false; ///< a solid with all its normals turned inwards
    std::size_t components = 0;
    std::vector<std::string> reasons; ///< why it is no solid, in words; empty if it is one

    friend bool operator==(const MeshSolidity&, const MeshSolidity&) = default;
};

MeshSolidity solidity_of(const Diagnosis& diagnosis);

/// Fails on what validate() refuses. 20 ns per triangle and thread where indices tell all but the
/// volume, about twice that where vertices have to be welded. The same for any number of threads;
/// means nothing once the context is cancelled.
Expected<MeshSolidity> examine_solidity(const MeshView& mesh, const Context& context);

/// The same for a mesh that validate() accepts; it is not called again.
MeshSolidity solidity_of_valid(const MeshView& mesh, const Context& context);
/// The same once more with its index topology, for who keeps it.
MeshSolidity solidity_of_valid(const MeshView& mesh, const IndexTopology& topology,
                               const Context& context);

/// What diagnose_solidity() says with ShellQuestions::Orientation.
Diagnosis diagnosis_of_valid(const MeshView& mesh, const IndexTopology& topology,
                             const Context& context);

/// A diagnosis with degenerate_faces, duplicate_faces and non_manifold_edges left at 0, and
/// redundant_components too unless all questions are asked: enough for solid(), reasons(),
/// inside_out and the number of components. Fails on what validate() refuses. Means nothing once
/// the context is cancelled.
Expected<Diagnosis> diagnose_solidity(const MeshView& mesh, ShellQuestions questions,
                                      const Context& context);
/// The same for a mesh that validate() accepts; it is not called again.
Expected<Diagnosis> diagnose_solidity_of_valid(const MeshView& mesh, ShellQuestions questions,
                                               const Context& context);

} // namespace impinge::inline v0
