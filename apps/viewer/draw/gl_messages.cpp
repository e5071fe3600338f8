// SPDX-License-Identifier: Apache-2.0
#include "draw/gl_messages.hpp"

namespace impinge::viewer {

void GlMessages::listen() {
    listens_ = true;
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, nullptr, GL_TRUE);
    glDebugMessageCallback(hear, this);
}

void GLAPIENTRY GlMessages::hear(GLenum source, GLenum type, GLuint /*id*/, GLenum severity,
                                 GLsizei length, const GLchar* text, const void* self) {
    const bool severe =
        severity == GL_DEBUG_SEVERITY_HIGH && source != GL_DEBUG_SOURCE_SHADER_COMPILER;
    if (severe || type == GL_DEBUG_TYPE_ERROR || type == GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR) {
        // The driver hands back the pointer it was given, as const.
        auto& messages = *static_cast<GlMessages*>(const_cast<void*>(self));
        messages.faults_.emplace_back(
            length < 0 ? std::string(text) : std::string(text, static_cast<std::size_t>(length)));
    }
}

} // namespace impinge::viewer
