// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "impinge/predicates.hpp"
#include "impinge/triangle.hpp"

#include <array>

namespace impinge::inline v0 {

/// On which side of the plane of `plane` each corner of `points` lies: orient3d for all three
/// corners, sharing the work they have in common.
std::array<Sign, 3> plane_sides(const Triangle& plane, const Triangle& points);

inline bool all_zero(const std::array<Sign, 3>& sides) {
    return sides[0] == 0 && sides[1] == 0 && sides[2] == 0;
}
/// All three strictly on one side.
inline bool one_sided(const std::array<Sign, 3>& sides) {
    return sides[0] != 0 && sides[0] == sides[1] && sides[0] == sides[2];
}

} // namespace impinge::inline v0
