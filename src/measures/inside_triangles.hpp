// SPDX-License-Identifier: Apache-2.0
//
// What lies of a surface behind the places where another body cuts it.
#pragma once

#include "exact/verdict/surface.hpp"
#include "measures/shifted_signs.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// Triangles that are reached from the vertices without passing a triangle that meets the other
/// body, sorted. `met` is sorted.
std::vector<std::uint32_t> triangles_behind(const WorldMesh& mesh,
                                            std::span<const std::uint32_t> met,
                                            std::span<const Vec3d> corners, const Context& context);

/// The triangles of all connected parts that meet the other solid nowhere and lie in it, sorted.
std::vector<std::uint32_t> parts_inside(const Solid& solid, std::span<const std::uint32_t> met,
                                        const WorldMesh& other, Normals normals_of_other,
                                        const Context& context);

} // namespace impinge::inline v0
