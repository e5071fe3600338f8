// SPDX-License-Identifier: Apache-2.0
//
// Contexts that an application made by GLX, as libraries for windows do on X11.
#pragma once

namespace impinge::inline v0::raster::opengl {

/// Whether one is current on the calling thread. Loads nothing.
bool is_current_by_glx();

} // namespace impinge::inline v0::raster::opengl
