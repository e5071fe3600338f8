// SPDX-License-Identifier: Apache-2.0
//
// Small things that all of the viewer's drawing needs of OpenGL.
#pragma once

#include "impinge/picture.hpp"
#include "impinge/vec3.hpp"
#include "raster/opengl/gl_names.hpp"

#include <array>
#include <vector>

namespace impinge::viewer {

inline GLint at(GLuint program, const char* name) { return glGetUniformLocation(program, name); }

inline void set(GLuint program, const char* name, float value) {
    glProgramUniform1f(program, at(program, name), value);
}
inline void set(GLuint program, const char* name, const std::array<float, 4>& value) {
    glProgramUniform4fv(program, at(program, name), 1, value.data());
}
inline void set(GLuint program, const char* name, Vec3d value) {
    glProgramUniform3f(program, at(program, name), static_cast<float>(value.x),
                       static_cast<float>(value.y), static_cast<float>(value.z));
}

inline std::array<float, 4> floats(render::Colour colour) {
    const auto part = [](std::uint8_t value) { return static_cast<float>(value) / 255; };
    return {part(colour.r), part(colour.g), part(colour.b), part(colour.a)};
}

template <typename T> void store(const raster::opengl::Buffer& buffer, const std::vector<T>& data) {
    glNamedBufferData(buffer.get(), static_cast<GLsizeiptr>(data.size() * sizeof(T)), data.data(),
                      GL_STATIC_DRAW);
}

inline raster::opengl::Texture make_texture(GLenum format, int width, int height) {
    GLuint name = 0;
    glCreateTextures(GL_TEXTURE_2D, 1, &name);
    glTextureStorage2D(name, 1, format, width, height);
    return raster::opengl::Texture(name);
}

} // namespace impinge::viewer
