// SPDX-License-Identifier: Apache-2.0
//
// The loops that run on vectors, as plain functions over plain data. Each picks the best
// instructions of the processor when called; all give the same bits.
#pragma once

#include "raster/software/fragment.hpp"
#include "raster/software/lane_mesh.hpp"
#include "raster/software/vertex_stage.hpp"

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

} // namespace impinge::inline v0::raster
