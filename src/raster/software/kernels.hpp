// SPDX-License-Identifier: Apache-2.0
//
// The loops that run on vectors, as plain functions over plain data. Each picks the best
// instructions of the processor when called; all give the same bits.
#pragma once

#include "raster/software/fragment.hpp"
#include "raster/software/vertex_stage.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace impinge::inline v0::raster {

/// The instructions that were picked: "AVX2", "AVX3", ...
const char* lane_instructions();

/// Vertices begin..end of the mesh into the window. `begin` is a multiple of lane_padding.
void transform_vertices(const PlacedMesh& placed, const LaneMesh& lanes, std::size_t begin,
                        std::size_t end, const WindowVertices& window);

/// Primitives of one mesh on their way into a target.
struct PrimitiveJob {
    FragmentStage stage;
    PlacedMesh placed;
    const LaneMesh* lanes = nullptr;
    const WindowVertices* window = nullptr;
};

/// What a primitive writes into an id plane, unless that is a depth.
inline std::uint32_t id_of(const PrimitiveJob& job, IdSource source, std::uint32_t primitive) {
    return source == IdSource::Body              ? job.stage.body
           : source == IdSource::ProvokingVertex ? job.lanes->corners[2][primitive]
                                                 : primitive;
}

/// Which primitives: either all of begin..end, or those listed there.
struct PrimitiveRange {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    const std::uint32_t* list = nullptr; ///< with room for lane_padding more to be read
};

/// In their order; what lies in the box, whose left end is a multiple of lane_padding. Returns how
/// many fragments passed.
std::uint64_t draw_primitives(const PrimitiveJob& job, const PrimitiveRange& range,
                              const PixelBox& box);

/// One front-facing fragment on every pixel of the box.
std::uint64_t cover_box(const FragmentStage& stage, const Fragment& fragment, const PixelBox& box);

/// draw_primitives() for one primitive, pixel by pixel in plain scalar code.
std::uint64_t draw_primitive_scalar(const PrimitiveJob& job, std::uint32_t primitive,
                                    const PixelBox& box);

/// Shapes set up for the pixel loops, a few dozen at a time: arrays of one number each, so that
/// vectors of shapes write them and loops over pixels read them. A shape is a triangle, with three
/// sides, or the parallelogram of an edge, with four.
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
