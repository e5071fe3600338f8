// SPDX-License-Identifier: Apache-2.0
//
// What OpenGL leaves to the driver and we must know: found by drawing a little and looking at it.
#pragma once

#include "raster/opengl/gl_context.hpp"

namespace impinge::inline v0::raster::opengl {

/// Who gets a pixel centre that lies exactly on an edge? Ours are the upper and left edges on every
/// device. Where a driver has the lower ones instead, pictures are handed over upside down and
/// turned back by the same driver: the rule turns with them.
enum class Upright : std::uint8_t { AsIs, Mirrored };

/// Is the depth a shader sees the one that is tested and stored, to the last bit? Where it is not,
/// shaders write the depth they see, so that a pass can be compared with an earlier one.
enum class DepthSource : std::uint8_t { FromRasteriser, FromShader };

struct DriverHabits {
    Upright upright = Upright::AsIs;
    DepthSource depth = DepthSource::FromRasteriser;
};

/// Sets the origin and the front face of the context that is current accordingly.
Expected<DriverHabits> settle_habits(const std::shared_ptr<GlContext>& context);

} // namespace impinge::inline v0::raster::opengl
