// SPDX-License-Identifier: Apache-2.0
//
// What a context tells about itself.
#pragma once

#include "raster/opengl/egl_adapter.hpp"

#include "impinge/raster.hpp"

namespace impinge::inline v0::raster::opengl {

inline constexpr const char* hardware_conservative = "GL_NV_conservative_raster";
/// Only with it are pixels sure to be seen that a triangle merely touches.
inline constexpr const char* hardware_dilation = "GL_NV_conservative_raster_dilate";

/// Of the context that is current.
DeviceInfo describe(const EglAdapter& adapter);

} // namespace impinge::inline v0::raster::opengl
