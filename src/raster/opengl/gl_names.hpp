// SPDX-License-Identifier: Apache-2.0
//
// Owners of OpenGL's names. Made and destroyed only while their context is current.
#pragma once

#include <epoxy/gl.h>

#include <utility>

namespace impinge::inline v0::raster::opengl {

template <typename Kind> class GlName {
  public:
    GlName() = default;
    explicit GlName(GLuint name) : name_(name) {}
    ~GlName() {
        if (name_ != 0) {
            Kind::destroy(name_);
        }
    }
    GlName(GlName&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
    GlName& operator=(GlName&& other) noexcept {
        std::swap(name_, other.name_);
        return *this;
    }
    GlName(const GlName&) = delete;
    GlName& operator=(const GlName&) = delete;

    [[nodiscard]] GLuint get() const { return name_; }
    explicit operator bool() const { return name_ != 0; }

  private:
    GLuint name_ = 0;
};

struct BufferKind {
    static void destroy(GLuint name) { glDeleteBuffers(1, &name); }
};
struct TextureKind {
    static void destroy(GLuint name) { glDeleteTextures(1, &name); }
};
struct FramebufferKind {
    static void destroy(GLuint name) { glDeleteFramebuffers(1, &name); }
};
struct VertexArrayKind {
    static void destroy(GLuint name) { glDeleteVertexArrays(1, &name); }
};
struct QueryObjectKind {
    static void destroy(GLuint name) { glDeleteQueries(1, &name); }
};
struct ProgramKind {
    static void destroy(GLuint name) { glDeleteProgram(name); }
};
struct ShaderKind {
    static void destroy(GLuint name) { glDeleteShader(name); }
};

using Buffer = GlName<BufferKind>;
using Texture = GlName<TextureKind>;
using Framebuffer = GlName<FramebufferKind>;
using VertexArray = GlName<VertexArrayKind>;
using QueryObject = GlName<QueryObjectKind>;
using Program = GlName<ProgramKind>;
using Shader = GlName<ShaderKind>;

inline Buffer make_buffer() {
    GLuint name = 0;
    glCreateBuffers(1, &name);
    return Buffer(name);
}
inline Framebuffer make_framebuffer() {
    GLuint name = 0;
    glCreateFramebuffers(1, &name);
    return Framebuffer(name);
}
inline VertexArray make_vertex_array() {
    GLuint name = 0;
    glCreateVertexArrays(1, &name);
    return VertexArray(name);
}

} // namespace impinge::inline v0::raster::opengl
