// SPDX-License-Identifier: Apache-2.0
//
// A sheet that hangs through forty balls and tears: in each state it has other triangles.
#pragma once

#include "impinge/mesh.hpp"

#include <cstddef>
#include <vector>

namespace impinge::bench::peers {

/// `torn` from 0 to 1. Along each tear the vertices are there twice and drawn apart, and some cells
/// beside it are lost; the rest of the sheet swings. `triangles` is met within 10 %.
Mesh tearing_cloth(std::size_t triangles, double torn);

/// Forty bumpy balls of 1,000 triangles each, all of which the sheet passes through.
std::vector<Mesh> bodies_under_cloth();

} // namespace impinge::bench::peers
