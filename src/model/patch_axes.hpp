// SPDX-License-Identifier: Apache-2.0
//
// The axes of eight boxes around patches of a surface at once.
#pragma once

#include <array>
#include <cstddef>

namespace impinge::inline v0::model {

using EightDoubles = std::array<double, 8>;

/// Of eight patches: the sum of their normals, which is not nothing, and the covariance of their
/// corners (xx, yy, zz, xy, yz, zx), times any positive number.
struct alignas(32) EightPatches {
    std::array<EightDoubles, 3> normal;
    std::array<EightDoubles, 6> covariance;
};

/// [which][coordinate], orthonormal: along the normal, and in its plane along the direction in
/// which the corners spread most, and across.
struct alignas(32) EightAxes {
    std::array<std::array<EightDoubles, 3>, 3> axis;
};

void patch_axes(const EightPatches& patches, EightAxes& axes);

} // namespace impinge::inline v0::model
