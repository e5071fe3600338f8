// SPDX-License-Identifier: Apache-2.0
//
// Whether two oriented surfaces are the same, however each is cut into triangles, without looking
// at pairs of triangles: two fans of n triangles over one polygon have n^2 pairs that overlap.
#pragma once

#include "exact/world_mesh.hpp"
#include "impinge/context.hpp"
#include "impinge/predicates.hpp"

#include <cstdint>
#include <span>

namespace impinge::inline v0 {

/// Triangles of a mesh.
struct SurfacePiece {
    const WorldMesh& mesh;
    std::span<const std::uint32_t> triangles; ///< each once
};

/// Whether, of almost every point in space, either surface passes through it as often as the other,
/// fronts counted +1 and backs -1; with `turn` -1 the second surface is seen turned over. Closed
/// surfaces of which this holds wind around every point equally often. Exact. A microsecond per
/// triangle that is not the same in both, less if they differ in area or in place; says no if their
/// boxes differ, which for surfaces that do not cancel themselves is right. Says no once the
/// context is cancelled.
bool are_same_surface(const SurfacePiece& a, const SurfacePiece& b, Sign turn,
                      const Context& context);

} // namespace impinge::inline v0
