// SPDX-License-Identifier: Apache-2.0
//
// Second stage: throw away what lies outside the region of interest, the common part of the two
// bodies' boxes. Every vertex is turned once into three 16-bit codes along the axes of the region;
// from then on triangles are compared by small integers.
//
// The code is a non-decreasing function of the coordinate, also after rounding, so boxes that
// overlap in space overlap in codes: nothing that meets is ever lost, whatever the scale.
#pragma once

#include "exact/world_mesh.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace impinge {

using Code = std::uint16_t;
constexpr Code below_region = 0;
constexpr Code above_region = 65535;

/// A triangle that reaches into the region: its box in codes and its index. 16 bytes.
struct CodedTriangle {
    std::array<Code, 3> low;
    std::array<Code, 3> high;
    std::uint32_t index;
};

/// The triangles of the mesh whose boxes reach into the region, in their order in the mesh.
std::vector<CodedTriangle> cull(const WorldMesh& mesh, const Box3& region, const Context& context);

} // namespace impinge
