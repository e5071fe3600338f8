// SPDX-License-Identifier: Apache-2.0
//
// Whether the closed parts of a mesh are turned the right way round: outward, or inward if they lie
// within the material of others and so bound a cavity.
#pragma once

#include "impinge/predicates.hpp"
#include "mesh/topology.hpp"

#include <span>
#include <vector>

namespace impinge::inline v0 {

struct ShellCensus {
    std::vector<std::uint32_t> inside_out; ///< components that wind the wrong way round
    bool all_inside_out = false; ///< turning every part would set all right; then none is listed
    bool encloses_volume = false;
};

/// Looks at the balanced components only: an open part has no inside, neither has it material.
///
/// A part with negative volume is right if the other closed parts wind around it at least once. One
/// of its vertices decides, the first that is on no other part; failing that the centre of a
/// face, rounded; failing that too the part counts as turned the wrong way.
ShellCensus examine_shells(std::span<const Vec3d> positions,
                           std::span<const TriangleIndices> triangles, const Components& components,
                           std::span<const std::uint8_t> balanced);

} // namespace impinge::inline v0
