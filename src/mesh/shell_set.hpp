// SPDX-License-Identifier: Apache-2.0
//
// The closed parts of a mesh that enclose something, and how they lie to each other.
#pragma once

#include "impinge/predicates.hpp"
#include "mesh/topology.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// The balanced components with a volume, and nothing else, renumbered.
struct Shells {
    std::vector<TriangleIndices> triangles;
    std::vector<std::uint32_t> of_triangle;
    std::vector<std::vector<std::uint32_t>> triangles_of; ///< per shell, into `triangles`
    std::vector<Sign> signs;
    std::vector<std::uint32_t> component; ///< the one each shell is
};

Shells collect_shells(std::span<const TriangleIndices> triangles, const Components& components,
                      std::span<const std::uint8_t> balanced, std::span<const Sign> signs);

/// For each of the shells that are asked about how often all others wind around one of its points
/// that is on none of them; 0 for a shell that has no such point among those tried, and for those
/// that are not asked about.
std::vector<int> windings_of_others(const Shells& shells, std::vector<std::uint32_t> asked,
                                    std::span<const Vec3d> positions);

/// The components that meet no other shell and around both of whose sides the others wind at least
/// once, in increasing order; `turn` is -1 if every shell is to be seen turned over, else 1. Costs
/// next to nothing where no shell's box lies in that of another.
std::vector<std::uint32_t> redundant_shells(const Shells& shells, int turn,
                                            std::span<const Vec3d> positions);

} // namespace impinge::inline v0
