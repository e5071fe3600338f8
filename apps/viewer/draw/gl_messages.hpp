// SPDX-License-Identifier: Apache-2.0
//
// What the driver finds fault with, through KHR_debug.
#pragma once

#include <epoxy/gl.h>

#include <string>
#include <vector>

namespace impinge::viewer {

class GlMessages {
  public:
    /// Listens to the current context, if that is one for debugging, until it goes.
    void listen();
    [[nodiscard]] bool listens() const { return listens_; }
    /// Errors, and what is undefined or severe; notes of compilers and about speed are none.
    [[nodiscard]] const std::vector<std::string>& faults() const { return faults_; }

  private:
    static void GLAPIENTRY hear(GLenum source, GLenum type, GLuint id, GLenum severity,
                                GLsizei length, const GLchar* text, const void* self);

    std::vector<std::string> faults_;
    bool listens_ = false;
};

} // namespace impinge::viewer
