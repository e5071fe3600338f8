// SPDX-License-Identifier: Apache-2.0
//
// From the ids that pixels show to triangles.
#pragma once

#include "exact/pairs/box_columns.hpp"
#include "exact/world_mesh.hpp"
#include "impinge/peeling.hpp"

#include <span>
#include <vector>

namespace impinge::inline v0::imagespace {

/// The triangles that two ids stand for (section 5 of the paper), each with each; sorted, each
/// once. Of a body and itself, the smaller index first and none with itself.
std::vector<Candidate> triangles_of(std::span<const raster::IdPair> ids, TriangleIds meaning,
                                    const WorldMesh& a, const WorldMesh& b);

} // namespace impinge::inline v0::imagespace
