// SPDX-License-Identifier: Apache-2.0
//
// All primitives of one mesh, in their order, into the planes of a target.
#pragma once

#include "raster/software/kernels.hpp"

namespace impinge::inline v0::raster {

/// All of job.placed.mesh; check_reach() has been asked. `window` is memory to work in, and what
/// job.window becomes. Returns the number of fragments that passed.
std::uint64_t draw_mesh(const Context& context, PrimitiveJob job, WindowVertices& window);

/// The same, pixel by pixel in plain scalar code.
std::uint64_t draw_mesh_scalar(const PrimitiveJob& job);

/// One front-facing fragment on every pixel.
std::uint64_t cover_pixels(const Context& context, const FragmentStage& stage,
                           const Fragment& fragment);

} // namespace impinge::inline v0::raster
