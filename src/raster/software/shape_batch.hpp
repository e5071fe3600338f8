// SPDX-License-Identifier: Apache-2.0
//
// Shapes set up for the pixel loops, a few dozen at a time: arrays of one number each, so that
// vectors of shapes write them and loops over pixels read them. A shape is a triangle, with three
// sides, or the parallelogram of an edge, with four.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace impinge::inline v0::raster {

struct ShapeBatch {
    static constexpr std::size_t capacity = 64;
    template <typename T> using Array = std::array<T, capacity>;

    /// Edge functions at the centre of pixel (x, y), each less the 1 that keeps points on the edge
    /// out if it is neither left nor top: all are >= 0 where a centre is covered. Whole
    /// numbers below 2^53, therefore exact.
    alignas(64) std::array<Array<double>, 4> edge;
    alignas(64) std::array<Array<double>, 4> step_x; ///< from one pixel to the next
    alignas(64) std::array<Array<double>, 4> step_y;
    /// depth = (z0 + from_y * slope_y) + from_x * slope_x, where from_x and from_y lead from the
    /// first corner, or from where the edge begins, to a pixel's centre: here to that of (x, y).
    alignas(64) Array<double> z0;
    alignas(64) Array<double> slope_x;
    alignas(64) Array<double> slope_y;
    alignas(64) Array<double> from_x;
    alignas(64) Array<double> from_y;
    alignas(64) Array<std::int32_t> x; ///< the first pixel of a vector
    alignas(64) Array<std::int32_t> y;
    alignas(64) Array<std::int32_t> last_x;
    alignas(64) Array<std::int32_t> last_y;
    std::uint64_t alive = 0; ///< bit i: shape i may cover a centre in the box
    std::uint64_t back = 0;  ///< bit i: it shows its back
    std::uint64_t far = 0;   ///< bit i: left to draw_scalar(): far away, or a needle
};

} // namespace impinge::inline v0::raster
