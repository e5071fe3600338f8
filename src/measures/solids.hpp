// SPDX-License-Identifier: Apache-2.0
//
// What is measured: bodies that have an inside, and why others have none.
#pragma once

#include "exact/snapshot_data.hpp"
#include "exact/verdict/surface.hpp"
#include "predicates/mirrors.hpp"

#include <string>
#include <vector>

namespace impinge::inline v0 {

/// From the diagnosis that the caller gave, if any.
inline MeshSolidity solidity_of_body(const SnapshotData& snapshot, const Context& context) {
    const Diagnosis* const known = snapshot.body().diagnosis;
    return known != nullptr ? solidity_of(*known) : snapshot.solidity(context);
}

/// Which way the normals of a solid point where it stands: a pose may mirror it.
inline Normals normals_of(const SnapshotData& snapshot, const MeshSolidity& solidity) {
    return solidity.inside_out != mirrors(snapshot.body().pose) ? Normals::Inward
                                                                : Normals::Outward;
}

/// The snapshot must outlive it.
inline Solid solid_from(const SnapshotData& snapshot, const MeshSolidity& solidity) {
    return {snapshot.mesh(), normals_of(snapshot, solidity), solidity.components};
}

/// A triangle of the mesh, its normal out of the solid.
inline Triangle outward_triangle(const Solid& solid, std::uint32_t triangle) {
    const Triangle t = solid.mesh.triangle(triangle);
    return solid.normals == Normals::Inward ? Triangle{{t[0], t[2], t[1]}} : t;
}

/// Why they are not both solids, naming the bodies.
std::vector<std::string> reasons_not_solid(const MeshSolidity& a, const MeshSolidity& b);

} // namespace impinge::inline v0
