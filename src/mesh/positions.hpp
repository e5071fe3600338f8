// SPDX-License-Identifier: Apache-2.0
//
// The positions of a view as an array of doubles, for code that reads each of them many times.
#pragma once

#include "impinge/mesh.hpp"

#include <vector>

namespace impinge::inline v0 {

/// All stored positions, widened without change. About 1 ns per vertex.
std::vector<Vec3d> gather_positions(const MeshView& mesh);

} // namespace impinge::inline v0
