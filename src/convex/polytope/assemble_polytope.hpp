// SPDX-License-Identifier: Apache-2.0
//
// Everything a polytope knows, from its faces.
#pragma once

#include "convex/polytope/polytope_faces.hpp"
#include "convex/polytope_data.hpp"

namespace impinge::inline v0 {

PolytopeData assemble_polytope(PolytopeFaces faces);

// Its steps; each reads what the ones before it have filled in.
void connect_features(PolytopeData& polytope); ///< edges and neighbours, from the corners of faces
void lay_planes(PolytopeData& polytope);       ///< planes, sides of faces, edge vectors
void measure_polytope(PolytopeData& polytope); ///< centre, radius, volume, bounds of rounding
void fill_columns(PolytopeData& polytope);
void fill_direction_table(PolytopeData& polytope);

} // namespace impinge::inline v0
