// SPDX-License-Identifier: Apache-2.0
//
// The closed surface around what two solids have in common, cut and rounded: what regions are
// measured from, however it was cut.
#pragma once

#include "impinge/triangle.hpp"
#include "measures/shifted_signs.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// What lies of a triangle in the other body, or a connected part of that: a polygon with holes.
struct CutPiece {
    Owner owner = Owner::First;
    std::uint32_t triangle = 0; ///< of the mesh
    Triangle face;              ///< the same, its normal outwards
    std::uint32_t first_loop = 0;
    std::uint32_t end_loop = 0;
    std::uint32_t shell = 0; ///< pieces of one number form a closed surface
};

/// A triangle of a mesh that lies in the other body as a whole.
struct WholeTriangle {
    std::uint32_t triangle = 0;
    std::uint32_t shell = 0;
};

/// Where the surface changes hands: what lies to the left, seen from outside, is of the first body.
struct HandOver {
    Vec3d from;
    Vec3d to;
    std::uint32_t shell = 0;
};

struct OverlapSurface {
    std::vector<CutPiece> pieces;
    /// Loops: those around a piece run counter-clockwise seen from outside, those around holes
    /// clockwise.
    std::vector<Vec3d> points;
    std::vector<std::uint32_t> loop_start{0};
    std::array<std::vector<WholeTriangle>, 2> whole; ///< by owner
    std::vector<HandOver> hand_overs;
    std::size_t shell_count = 0;

    [[nodiscard]] std::span<const Vec3d> loop(std::uint32_t loop) const {
        return {points.data() + loop_start[loop], loop_start[loop + 1] - loop_start[loop]};
    }
};

} // namespace impinge::inline v0
