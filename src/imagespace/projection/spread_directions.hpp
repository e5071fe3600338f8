// SPDX-License-Identifier: Apache-2.0
//
// Directions spread evenly over the lines through a point: what one of them sees edge-on, another
// one sees face on.
#pragma once

#include "impinge/vec3.hpp"

#include <cstddef>
#include <vector>

namespace impinge::inline v0::imagespace {

/// The most that can be spread: the lines from the middle of a grid of 5 x 5 x 5 points.
inline constexpr int most_spread_directions = 49;

/// The directions given, and behind them others until there are `count` (never fewer than were
/// given). The lines are those of a cube that has the first one as its axis, each the one farthest
/// from all before: two more axes, the four diagonals (7 in all), those of its six pairs of edges
/// (13), and so on. So the first of many are the same as those of a few. Lines within 14 degrees of
/// one that was given are left out. Those added are of unit length and point the way of the first
/// one, as seen along `a_to_b`; the lines do not depend on which end of the first one is its head.
std::vector<Vec3d> spread_directions(std::vector<Vec3d> given, std::size_t count, Vec3d a_to_b);

} // namespace impinge::inline v0::imagespace
