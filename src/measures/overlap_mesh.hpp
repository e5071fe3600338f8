// SPDX-License-Identifier: Apache-2.0
//
// Pieces of surface as a mesh.
#pragma once

#include "impinge/mesh.hpp"
#include "measures/overlap_pieces.hpp"

#include <cstdint>
#include <span>

namespace impinge::inline v0 {

/// Some pieces, by number. If they form closed surfaces, so does the mesh: what they share is one
/// vertex. Vertices may lie so close to each other that rounding put them into one place.
Mesh mesh_of_pieces(const CutSurfaces& cut, const OverlapPieces& pieces,
                    std::span<const std::uint32_t> chosen);

} // namespace impinge::inline v0
