// SPDX-License-Identifier: Apache-2.0
#include "raster/opengl/gl_libraries.hpp"

#include <dlfcn.h>

namespace impinge::inline v0::raster::opengl {
namespace {

/// Leaves the library loaded: libepoxy will open it again, and unloading drivers is asking for
/// trouble.
bool loads(const char* library) { return dlopen(library, RTLD_LAZY | RTLD_LOCAL) != nullptr; }

} // namespace

Status check_gl_libraries() {
    // Looked for once: what is loaded stays.
    static const bool has_egl = loads("libEGL.so.1");
    static const bool has_gl = loads("libOpenGL.so.0") || loads("libGL.so.1");
    if (!has_egl) {
        return Error{ErrorCode::Unsupported, "opengl: libEGL.so.1 is not installed"};
    }
    if (!has_gl) {
        return Error{ErrorCode::Unsupported,
                     "opengl: neither libOpenGL.so.0 nor libGL.so.1 is installed"};
    }
    return {};
}

} // namespace impinge::inline v0::raster::opengl
