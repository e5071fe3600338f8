// SPDX-License-Identifier: Apache-2.0
#include "raster/opengl/glx_context.hpp"

#include <dlfcn.h>
#include <initializer_list>

namespace impinge::inline v0::raster::opengl {

// Whoever made a context has loaded its library; and no header of X is needed here.
bool is_current_by_glx() {
    for (const char* const library : {"libGLX.so.0", "libGL.so.1"}) {
        void* const loaded = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
        if (loaded == nullptr) {
            continue;
        }
        const auto current = reinterpret_cast<void* (*)()>(dlsym(loaded, "glXGetCurrentContext"));
        const bool is_current = current != nullptr && current() != nullptr;
        dlclose(loaded);
        if (is_current) {
            return true;
        }
    }
    return false;
}

} // namespace impinge::inline v0::raster::opengl
