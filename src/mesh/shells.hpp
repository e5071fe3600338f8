// SPDX-License-Identifier: Apache-2.0
//
// Whether the closed parts of a mesh are turned the right way round: outward, or inward if they lie
// within the material of others and so bound a cavity. And whether they bound anything at all.
#pragma once

#include "impinge/context.hpp"
#include "impinge/predicates.hpp"
#include "mesh/topology.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

struct ShellCensus {
    std::vector<std::uint32_t> inside_out; ///< components that wind the wrong way round
    /// Components around both of whose sides the others wind at least once: they bound nothing.
    std::vector<std::uint32_t> redundant;
    bool all_inside_out = false; ///< turning every part would set all right; then none is listed
    bool encloses_volume = false;
};

/// Which questions are asked: redundant parts are no matter of being a solid, and take a while to
/// find where parts are nested.
enum class ShellQuestions : std::uint8_t { Orientation, All };

/// Looks at the balanced components only: an open part has no inside, neither has it material.
///
/// A part with negative volume is right if the other closed parts wind around it at least once. One
/// of its vertices decides, the first that is on no other part; failing that the centre of a
/// face, rounded; failing that too the part counts as turned the wrong way.
///
/// Redundant parts are looked for where no part is turned the wrong way, and only among those that
/// meet no other closed part: how often the others wind around such a part is one number.
///
/// `balanced` is what balanced_components() says; empty if all are. Means nothing once the context
/// is cancelled.
ShellCensus examine_shells(std::span<const Vec3d> positions,
                           std::span<const TriangleIndices> triangles, const Components& components,
                           std::span<const std::uint8_t> balanced, ShellQuestions questions,
                           const Context& context);

} // namespace impinge::inline v0
