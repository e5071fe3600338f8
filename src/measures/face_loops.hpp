// SPDX-License-Identifier: Apache-2.0
//
// Loops in a face: which of them run around holes, and in what.
#pragma once

#include "impinge/triangle.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// The axis along which a face is seen largest.
int widest_axis(const Triangle& face);

/// Loops that do not cross, counter-clockwise seen from the front of the face around what is meant
/// and clockwise around holes, by number: each list begins with the loop around a piece, and goes
/// on with the holes in it.
std::vector<std::vector<std::size_t>> pieces_of_loops(std::span<const std::vector<Vec3d>> loops,
                                                      const Triangle& face);

} // namespace impinge::inline v0
