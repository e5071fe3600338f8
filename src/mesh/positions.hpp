// SPDX-License-Identifier: Apache-2.0
//
// The memory of a view: whether it can be there at all, and its positions as an array of doubles,
// for code that reads each of them many times.
#pragma once

#include "impinge/mesh.hpp"

#include <vector>

namespace impinge::inline v0 {

/// What validate() refuses before it reads anything: more vertices or triangles than a mesh may
/// have, or vertices beyond the address space.
Status check_layout(const MeshView& mesh);

/// All stored positions, widened without change. About 1 ns per vertex.
std::vector<Vec3d> gather_positions(const MeshView& mesh);

} // namespace impinge::inline v0
