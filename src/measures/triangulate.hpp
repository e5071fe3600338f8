// SPDX-License-Identifier: Apache-2.0
//
// A polygon with holes cut into triangles.
#pragma once

#include "impinge/predicates.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

struct PlanePoint {
    Vec2d place{};
    std::uint32_t name = 0;
};

/// Appends triangles of names, counter-clockwise, whose border as a sum of directed edges is that
/// of the loops, whatever these look like: the first runs counter-clockwise around the polygon, the
/// others clockwise around holes. Where rounding has folded a loop, triangles are folded, too.
void triangulate(std::span<const PlanePoint> points, std::span<const std::uint32_t> loop_ends,
                 std::vector<std::array<std::uint32_t, 3>>& triangles);

} // namespace impinge::inline v0
