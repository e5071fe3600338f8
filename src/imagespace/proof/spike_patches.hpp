// SPDX-License-Identifier: Apache-2.0
//
// From thin triangles to spikes.
#pragma once

#include "mesh/topology.hpp"

#include <vector>

namespace impinge::inline v0::imagespace {

/// A mesh with welded corners.
struct Surface {
    std::vector<Vec3d> positions;
    std::vector<TriangleIndices> triangles;
};

/// The triangle of an entry of EdgeFaces.
inline std::uint32_t triangle_at(std::uint64_t entry) { return static_cast<std::uint32_t>(entry); }

/// Takes in what closes the ends of needles and the rims of sheets: neighbours whose corners are
/// all corners of thin triangles, or no farther than `reach` from the place where they begin.
void take_in_rims(std::vector<std::uint8_t>& thin, const Surface& surface, const EdgeTable& edges,
                  double reach);

/// The thin triangles that are connected through edges, in the order of their first triangles,
/// without those whose box has a diagonal below `least_length`.
std::vector<std::vector<std::uint32_t>> connected_patches(const std::vector<std::uint8_t>& thin,
                                                          const Surface& surface,
                                                          const EdgeTable& edges,
                                                          double least_length);

} // namespace impinge::inline v0::imagespace
