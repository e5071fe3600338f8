// SPDX-License-Identifier: Apache-2.0
#include "draw/interface_drawing.hpp"

#include "draw/shaders.hpp"
#include "draw/uniforms.hpp"
#include "raster/opengl/program.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <imgui.h>

namespace impinge::viewer {

Expected<InterfaceDrawing> InterfaceDrawing::make() {
    auto program =
        raster::opengl::link_plain_program(shaders::interface_vertex, shaders::interface_fragment);
    if (!program) {
        return program.error();
    }
    InterfaceDrawing made;
    made.program_ = std::move(*program);
    made.arrays_ = raster::opengl::make_vertex_array();
    made.vertices_ = raster::opengl::make_buffer();
    made.corners_ = raster::opengl::make_buffer();
    const GLuint arrays = made.arrays_.get();
    for (GLuint i = 0; i < 3; ++i) {
        glEnableVertexArrayAttrib(arrays, i);
        glVertexArrayAttribBinding(arrays, i, 0);
    }
    glVertexArrayAttribFormat(arrays, 0, 2, GL_FLOAT, GL_FALSE, offsetof(ImDrawVert, pos));
    glVertexArrayAttribFormat(arrays, 1, 2, GL_FLOAT, GL_FALSE, offsetof(ImDrawVert, uv));
    glVertexArrayAttribFormat(arrays, 2, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(ImDrawVert, col));
    glVertexArrayVertexBuffer(arrays, 0, made.vertices_.get(), 0, sizeof(ImDrawVert));
    glVertexArrayElementBuffer(arrays, made.corners_.get());
    return made;
}

void InterfaceDrawing::send_letters() {
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    letters_ = make_texture(GL_RGBA8, width, height);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTextureSubImage2D(letters_.get(), 0, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    glTextureParameteri(letters_.get(), GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTextureParameteri(letters_.get(), GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    ImGui::GetIO().Fonts->SetTexID( // NOLINTNEXTLINE(performance-no-int-to-ptr)
        reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(letters_.get())));
}

void InterfaceDrawing::draw(const ImDrawData& data) {
    const int width = static_cast<int>(data.DisplaySize.x);
    const int height = static_cast<int>(data.DisplaySize.y);
    glClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
    glViewport(0, 0, width, height);
    glEnable(GL_SCISSOR_TEST);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    const GLuint program = program_.get();
    glProgramUniform2f(program, at(program, "window"), data.DisplaySize.x, data.DisplaySize.y);
    glUseProgram(program);
    glBindVertexArray(arrays_.get());
    constexpr GLenum index_type = sizeof(ImDrawIdx) == 2 ? GL_UNSIGNED_SHORT : GL_UNSIGNED_INT;
    for (int i = 0; i < data.CmdListsCount; ++i) {
        const ImDrawList& list = *data.CmdLists[i];
        glNamedBufferData(vertices_.get(), list.VtxBuffer.size_in_bytes(), list.VtxBuffer.Data,
                          GL_STREAM_DRAW);
        glNamedBufferData(corners_.get(), list.IdxBuffer.size_in_bytes(), list.IdxBuffer.Data,
                          GL_STREAM_DRAW);
        for (const ImDrawCmd& command : list.CmdBuffer) {
            const int left = std::max(0, static_cast<int>(command.ClipRect.x));
            const int top = std::max(0, static_cast<int>(command.ClipRect.y));
            const int right = static_cast<int>(command.ClipRect.z);
            const int bottom = static_cast<int>(command.ClipRect.w);
            if (command.ElemCount == 0 || right <= left || bottom <= top) {
                continue;
            }
            glScissor(left, height - bottom, right - left, bottom - top);
            glBindTextureUnit(
                0, static_cast<GLuint>(reinterpret_cast<std::uintptr_t>(command.GetTexID())));
            const std::size_t first = command.IdxOffset * sizeof(ImDrawIdx);
            glDrawElementsBaseVertex(GL_TRIANGLES, static_cast<GLsizei>(command.ElemCount),
                                     // NOLINTNEXTLINE(performance-no-int-to-ptr)
                                     index_type, reinterpret_cast<const void*>(first),
                                     static_cast<GLint>(command.VtxOffset));
        }
    }
    glDisable(GL_BLEND);
    glDisable(GL_SCISSOR_TEST);
}

} // namespace impinge::viewer
