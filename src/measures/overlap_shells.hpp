// SPDX-License-Identifier: Apache-2.0
//
// What the closed parts of an overlap's surface measure.
#pragma once

#include "measures/orderless_sum.hpp"
#include "measures/overlap_pair.hpp"
#include "measures/overlap_surface.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace impinge::inline v0 {

struct OverlapShell {
    OrderlessSum volume;
    std::array<OrderlessSum, 3> moment; ///< about the origin of the space
    std::array<OrderlessSum, 2> area;   ///< by owner
    Box3 box;
    std::vector<std::uint32_t> pieces;               ///< of the surface
    std::array<std::vector<std::uint32_t>, 2> whole; ///< triangles of the meshes
};

/// Where the overlap is.
struct OverlapSpace {
    Box3 common;  ///< holds it
    Vec3d origin; ///< in its middle: there, least is rounded
};

/// By their numbers.
std::vector<OverlapShell> measure_shells(const OverlapPair& pair, const OverlapSurface& surface,
                                         const OverlapSpace& space);

/// What rounding may have done to the volume: each point was moved by half a step of its
/// coordinates, and each product by a few steps of its size.
double volume_error(const OverlapShell& shell);

/// What one body has of a shell, as triangles with their normals outwards. `sources`, if given,
/// names the triangles of the mesh that they are parts of.
void append_shell(Owner owner, const OverlapPair& pair, const OverlapShell& shell,
                  const OverlapSurface& surface, std::vector<Triangle>& triangles,
                  std::vector<std::uint32_t>* sources = nullptr);

/// The triangles of one body that bound a shell, each once, in order.
std::vector<std::uint32_t> triangles_of_shell(Owner owner, const OverlapShell& shell,
                                              const OverlapSurface& surface);

} // namespace impinge::inline v0
