// SPDX-License-Identifier: Apache-2.0
//
// The places EGL can open a context on without a window.
#pragma once

#include "impinge/expected.hpp"

#include <epoxy/egl.h>

#include <string>
#include <vector>

namespace impinge::inline v0::raster::opengl {

/// One GPU, or Mesa on the processor.
struct EglAdapter {
    EGLDisplay display = EGL_NO_DISPLAY;
    const char* platform = ""; ///< the road it was found by
    bool is_software = false;
};

/// Hardware first, else in EGL's order; if EGL knows no devices, Mesa without a surface. Fails if
/// there is nothing at all. Asked anew each time, so that nothing is kept between devices.
Expected<std::vector<EglAdapter>> find_adapters();

/// Makes the display ready. Displays are shared by all who name the same adapter, in this library
/// or elsewhere in the program, and EGL does not count them: so they are never terminated. Their
/// number is that of the adapters.
Status initialize(const EglAdapter& adapter);

/// Whether `name` stands in a list of words.
bool has_word(const char* words, const char* name);

/// What eglGetError() says, in words.
std::string egl_error_text();

} // namespace impinge::inline v0::raster::opengl
