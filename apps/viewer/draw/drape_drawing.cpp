// SPDX-License-Identifier: Apache-2.0
//
// Numbers on surfaces: a value for each vertex, and a row of colours that they are looked up in.
#include "draw/scene_drawing.hpp"
#include "draw/uniforms.hpp"

namespace impinge::viewer {
namespace {

/// Squares of colours, so that bands keep sharp borders.
raster::opengl::Texture row_texture(const std::vector<render::Colour>& colours) {
    const auto width = static_cast<GLsizei>(colours.size());
    raster::opengl::Texture texture = make_texture(GL_RGBA8, width, 1);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTextureSubImage2D(texture.get(), 0, 0, 0, width, 1, GL_RGBA, GL_UNSIGNED_BYTE,
                        colours.data());
    for (const auto filter :
         std::initializer_list<GLenum>{GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER}) {
        glTextureParameteri(texture.get(), filter, GL_NEAREST);
    }
    for (const auto wrap : std::initializer_list<GLenum>{GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T}) {
        glTextureParameteri(texture.get(), wrap, GL_CLAMP_TO_EDGE);
    }
    return texture;
}

} // namespace

const SceneDrawing::Numbers& SceneDrawing::numbers_of(const DrawnBody& body) {
    Numbers& numbers = numbers_[body.drape.values.get()];
    if (!numbers.values) {
        numbers.values = body.drape.values;
        numbers.buffer = raster::opengl::make_buffer();
        store(numbers.buffer, *numbers.values);
    }
    return numbers;
}

const SceneDrawing::Colours& SceneDrawing::colours_of(const DrawnBody& body) {
    Colours& colours = colours_[body.drape.colours.get()];
    if (!colours.row) {
        colours.row = body.drape.colours;
        colours.texture = row_texture(colours.row->colours);
    }
    return colours;
}

void SceneDrawing::draw_opaque_one(const DrawnBody& body, const raster::View& view) {
    DrawnBody opaque = body;
    opaque.colour.a = 255;
    const Instance instance = instance_of(opaque, view);
    draw_instances(shapes_.at(body.shape.get()), {&instance, 1});
}

/// Opaque, whatever their colour says: a map that is looked through cannot be read.
void SceneDrawing::draw_draped(const DrawnScene& scene) {
    constexpr GLuint values = 7;
    for (const DrawnBody& body : scene.bodies) {
        if (!body.drape.values) {
            continue;
        }
        const ColourRow& row = *body.drape.colours;
        set(bodies_.get(), "drape",
            std::array<float, 4>{1, static_cast<float>(row.from), static_cast<float>(row.to),
                                 Drape::no_value * 1e-9F});
        glBindTextureUnit(0, colours_of(body).texture.get());
        const GLuint arrays = shapes_.at(body.shape.get()).arrays.get();
        glEnableVertexArrayAttrib(arrays, values);
        glVertexArrayAttribBinding(arrays, values, 2);
        glVertexArrayAttribFormat(arrays, values, 1, GL_FLOAT, GL_FALSE, 0);
        glVertexArrayVertexBuffer(arrays, 2, numbers_of(body).buffer.get(), 0, sizeof(float));
        draw_opaque_one(body, scene.view);
        glDisableVertexArrayAttrib(arrays, values);
    }
    set(bodies_.get(), "drape", std::array<float, 4>{});
}

} // namespace impinge::viewer
