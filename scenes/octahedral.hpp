// SPDX-License-Identifier: Apache-2.0
//
// Closed surfaces around the origin, seen whole from there: an octahedron whose faces are cut into
// even triangles and blown up to a ball or pulled in to a star.
#pragma once

#include "impinge/mesh.hpp"

#include <cstdint>

namespace impinge::scenes {

/// 8 cuts * cuts triangles.
Mesh octahedral_sphere(double radius, std::uint32_t cuts);

/// Six thorns that end in points at plus and minus each of `tips`: where the square roots of
/// |x / tips.x|, |y / tips.y| and |z / tips.z| add up to 1, but no thinner than `core` around the
/// middle.
Mesh thorny_star(Vec3d tips, double core, std::uint32_t cuts);

} // namespace impinge::scenes
