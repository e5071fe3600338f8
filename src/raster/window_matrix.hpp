// SPDX-License-Identifier: Apache-2.0
//
// The one matrix a vertex is multiplied with on every device: pose, view, projection and viewport.
#pragma once

#include "impinge/rigid.hpp"
#include "impinge/view.hpp"

#include <array>

namespace impinge::inline v0::raster {

/// Rows to be multiplied with (x, y, z, 1) of a position relative to `origin`, in floats and in
/// this order on every device: ((m0 * x + m1 * y) + m2 * z) + m3. `x` and `y` give window
/// coordinates in sub-pixel steps, `z` depth and `w` the distance, by which the other three are
/// divided in a perspective view; in an orthographic one `w` is 1. Steps are then rounded to whole
/// numbers, ties to even.
struct WindowMatrix {
    std::array<float, 4> x{};
    std::array<float, 4> y{};
    std::array<float, 4> z{};
    std::array<float, 4> w{};
};

/// Composed in double and rounded once, so that bodies far from the world's origin keep their
/// shape.
WindowMatrix window_matrix(const View& view, const Rigid& pose, Vec3d origin);

} // namespace impinge::inline v0::raster
