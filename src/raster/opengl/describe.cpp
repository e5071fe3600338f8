// SPDX-License-Identifier: Apache-2.0
#include "raster/opengl/describe.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <array>

namespace impinge::inline v0::raster::opengl {
namespace {

/// Beyond this the hardware's floats no longer name every sub-pixel step.
constexpr int largest_window = 16384;

std::string text(GLenum name) {
    const auto* bytes = glGetString(name);
    return bytes == nullptr ? "unknown" : reinterpret_cast<const char*>(bytes);
}

int largest_target() {
    GLint texture = 0;
    std::array<GLint, 2> viewport{};
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &texture);
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport.data());
    return std::min({texture, viewport[0], viewport[1], largest_window});
}

bool has_gl_extension(const char* name) {
    GLint count = 0;
    glGetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint i = 0; i < count; ++i) {
        const auto* bytes = glGetStringi(GL_EXTENSIONS, static_cast<GLuint>(i));
        if (bytes != nullptr && std::string(reinterpret_cast<const char*>(bytes)) == name) {
            return true;
        }
    }
    return false;
}

std::vector<std::string> telling_extensions(EGLDisplay display) {
    std::vector<std::string> present;
    for (const char* name : {hardware_conservative, hardware_dilation, "GL_KHR_robustness",
                             "GL_KHR_debug", "GL_KHR_context_flush_control"}) {
        if (has_gl_extension(name)) {
            present.emplace_back(name);
        }
    }
    const char* of_display = eglQueryString(display, EGL_EXTENSIONS);
    for (const char* name :
         {"EGL_KHR_no_config_context", "EGL_KHR_surfaceless_context",
          "EGL_KHR_context_flush_control", "EGL_EXT_create_context_robustness"}) {
        if (has_word(of_display, name)) {
            present.emplace_back(name);
        }
    }
    return present;
}

} // namespace

DeviceInfo describe(const EglAdapter& adapter) {
    return {.kind = DeviceKind::OpenGl,
            .name = text(GL_RENDERER),
            .driver = text(GL_VENDOR) + ", " + adapter.platform,
            .version = text(GL_VERSION),
            .max_size = largest_target(),
            .conservative = true,
            .on_processor = adapter.is_software,
            .extensions = telling_extensions(adapter.display)};
}

} // namespace impinge::inline v0::raster::opengl
