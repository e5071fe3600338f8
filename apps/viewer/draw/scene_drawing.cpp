// SPDX-License-Identifier: Apache-2.0
#include "draw/scene_drawing.hpp"

#include "draw/shaders.hpp"
#include "draw/uniforms.hpp"
#include "raster/opengl/program.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::viewer {

using raster::opengl::make_buffer;
using raster::opengl::make_vertex_array;

namespace {

/// Rows of the matrix from coordinates of the eye to clip space; depths from 0 to 1.
std::array<float, 16> clip_rows(const raster::View& view) {
    const double wide = view.max_x - view.min_x;
    const double high = view.max_y - view.min_y;
    const double deep = view.far - view.near;
    const bool parallel = view.projection == raster::Projection::Orthographic;
    const double x = -(view.max_x + view.min_x) / wide;
    const double y = -(view.max_y + view.min_y) / high;
    const std::array<double, 16> rows =
        parallel ? std::array<double, 16>{2 / wide, 0,        0,         x,
                                          0,        2 / high, 0,         y, //
                                          0,        0,        -1 / deep, -view.near / deep,
                                          0,        0,        0,         1}
                 : std::array<double, 16>{2 / wide,
                                          0,
                                          -x,
                                          0,
                                          0,
                                          2 / high,
                                          -y,
                                          0, //
                                          0,
                                          0,
                                          -view.far / deep,
                                          -view.near * view.far / deep,
                                          0,
                                          0,
                                          -1,
                                          0};
    std::array<float, 16> out{};
    std::ranges::transform(rows, out.begin(), [](double v) { return static_cast<float>(v); });
    return out;
}

std::array<std::array<float, 4>, 3> rows_to_eye(const Rigid& pose, Vec3d origin,
                                                const raster::View& view) {
    const Vec3d from_eye = apply(pose, origin) - view.eye;
    const std::array<Vec3d, 3> axes{view.axis_x, view.axis_y, -view.axis_z};
    std::array<std::array<float, 4>, 3> rows{};
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3d row =
            (pose.row_x * axes[i].x + pose.row_y * axes[i].y + pose.row_z * axes[i].z) * pose.scale;
        rows[i] = {static_cast<float>(row.x), static_cast<float>(row.y), static_cast<float>(row.z),
                   static_cast<float>(dot(axes[i], from_eye))};
    }
    return rows;
}

Vec3d unit(Vec3d v) { return v * (1 / length(v)); }

bool mirrors(const Rigid& pose) { return dot(cross(pose.row_x, pose.row_y), pose.row_z) < 0; }

/// Each pixel once, however many pieces of a line cover it: they would add up to an opaque one.
void begin_hidden() {
    glDepthFunc(GL_GREATER);
    glClearStencil(0);
    glClear(GL_STENCIL_BUFFER_BIT);
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_EQUAL, 0, 0xFF);
    glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
}

void end_hidden() {
    glDisable(GL_STENCIL_TEST);
    glDepthFunc(GL_LEQUAL);
}

GLintptr offset_of(const void* member, const void* whole) {
    return static_cast<const char*>(member) - static_cast<const char*>(whole);
}

} // namespace

Expected<SceneDrawing> SceneDrawing::make() {
    using raster::opengl::link_plain_program;
    SceneDrawing made;
    const auto link = [](raster::opengl::Program& to, const char* vertex,
                         const char* fragment) -> Status {
        auto program = link_plain_program(vertex, fragment);
        if (!program) {
            return program.error();
        }
        to = std::move(*program);
        return {};
    };
    for (const Status& status :
         {link(made.bodies_, shaders::body_vertex, shaders::body_fragment),
          link(made.picking_, shaders::body_vertex, shaders::pick_fragment),
          link(made.lines_program_, shaders::line_vertex, shaders::line_fragment),
          link(made.ground_, shaders::ground_vertex, shaders::ground_fragment)}) {
        if (!status) {
            return status.error();
        }
    }
    made.nothing_ = make_vertex_array();
    made.line_arrays_ = make_vertex_array();
    for (const GLuint end : {0U, 1U}) {
        glEnableVertexArrayAttrib(made.line_arrays_.get(), end);
        glVertexArrayAttribFormat(made.line_arrays_.get(), end, 3, GL_FLOAT, GL_FALSE, 12 * end);
        glVertexArrayAttribBinding(made.line_arrays_.get(), end, 0);
    }
    glVertexArrayBindingDivisor(made.line_arrays_.get(), 0, 1);
    made.instances_ = make_buffer();
    return made;
}

SceneDrawing::Instance SceneDrawing::instance_of(const DrawnBody& body, const raster::View& view) {
    return {rows_to_eye(body.pose, body.shape->origin, view),
            floats(body.colour),
            {body.number, body.selected ? 1U : 0U}};
}

const SceneDrawing::Shape& SceneDrawing::shape_of(const std::shared_ptr<const ShapeData>& data) {
    Shape& shape = shapes_[data.get()];
    if (shape.data) {
        return shape;
    }
    shape.data = data;
    shape.corner_count = static_cast<GLsizei>(data->corners.size());
    shape.coarse_count = static_cast<GLsizei>(data->coarse.size());
    shape.vertices = make_buffer();
    shape.corners = make_buffer();
    shape.arrays = make_vertex_array();
    store(shape.vertices, data->vertices);
    std::vector<std::uint32_t> corners = data->corners;
    corners.insert(corners.end(), data->coarse.begin(), data->coarse.end());
    store(shape.corners, corners);
    const GLuint arrays = shape.arrays.get();
    glVertexArrayVertexBuffer(arrays, 0, shape.vertices.get(), 0, sizeof(ShapeVertex));
    glVertexArrayElementBuffer(arrays, shape.corners.get());
    const auto attribute = [&](GLuint name, GLuint binding) {
        glEnableVertexArrayAttrib(arrays, name);
        glVertexArrayAttribBinding(arrays, name, binding);
    };
    attribute(0, 0);
    glVertexArrayAttribFormat(arrays, 0, 3, GL_FLOAT, GL_FALSE, 0);
    attribute(1, 0);
    glVertexArrayAttribFormat(arrays, 1, 4, GL_INT_2_10_10_10_REV, GL_TRUE, 12);
    const Instance layout;
    for (GLuint i = 0; i < 3; ++i) {
        attribute(2 + i, 1);
        glVertexArrayAttribFormat(arrays, 2 + i, 4, GL_FLOAT, GL_FALSE,
                                  static_cast<GLuint>(offset_of(&layout.to_eye[i], &layout)));
    }
    attribute(5, 1);
    glVertexArrayAttribFormat(arrays, 5, 4, GL_FLOAT, GL_FALSE,
                              static_cast<GLuint>(offset_of(&layout.colour, &layout)));
    attribute(6, 1);
    glVertexArrayAttribIFormat(arrays, 6, 2, GL_UNSIGNED_INT,
                               static_cast<GLuint>(offset_of(&layout.number, &layout)));
    glVertexArrayBindingDivisor(arrays, 1, 1);
    return shape;
}

void SceneDrawing::forget_unused(const DrawnScene& scene) {
    std::erase_if(shapes_, [&](const auto& entry) {
        const auto has_it = [&](const DrawnBody& body) { return body.shape.get() == entry.first; };
        return std::ranges::none_of(scene.bodies, has_it) &&
               std::ranges::none_of(scene.through, has_it);
    });
    std::erase_if(marked_, [&](const auto& entry) {
        return std::ranges::none_of(
            scene.bodies, [&](const DrawnBody& body) { return body.marked.get() == entry.first; });
    });
    std::erase_if(numbers_, [&](const auto& entry) {
        return std::ranges::none_of(scene.bodies, [&](const DrawnBody& body) {
            return body.drape.values.get() == entry.first;
        });
    });
    std::erase_if(colours_, [&](const auto& entry) {
        return std::ranges::none_of(scene.bodies, [&](const DrawnBody& body) {
            return body.drape.colours.get() == entry.first;
        });
    });
    std::erase_if(lines_, [&](const auto& entry) {
        return std::ranges::none_of(scene.lines, [&](const DrawnLines& lines) {
            return lines.segments.get() == entry.first;
        });
    });
}

void SceneDrawing::set_view(GLuint program, const raster::View& view) {
    // Rows are what columns of the transposed matrix are; the shaders multiply from the left.
    glProgramUniformMatrix4fv(program, at(program, "to_clip"), 1, GL_FALSE, clip_rows(view).data());
    const bool parallel = view.projection == raster::Projection::Orthographic;
    set(program, "parallel", parallel ? 1 : 0);
}

void SceneDrawing::send_instances(std::span<const Instance> instances) {
    glNamedBufferData(instances_.get(), static_cast<GLsizeiptr>(instances.size_bytes()),
                      instances.data(), GL_STREAM_DRAW);
}

void SceneDrawing::draw_instances(const Shape& shape, std::span<const Instance> instances) {
    send_instances(instances);
    glVertexArrayVertexBuffer(shape.arrays.get(), 1, instances_.get(), 0, sizeof(Instance));
    glBindVertexArray(shape.arrays.get());
    const bool coarse = coarse_ && shape.coarse_count > 0;
    const std::size_t first = coarse ? static_cast<std::size_t>(shape.corner_count) : 0;
    glDrawElementsInstanced(GL_TRIANGLES, coarse ? shape.coarse_count : shape.corner_count,
                            GL_UNSIGNED_INT,
                            // NOLINTNEXTLINE(performance-no-int-to-ptr): how OpenGL takes places
                            reinterpret_cast<const void*>(first * sizeof(std::uint32_t)),
                            static_cast<GLsizei>(instances.size()));
}

void SceneDrawing::draw_opaque(const DrawnScene& scene) {
    std::map<const ShapeData*, std::vector<Instance>> groups;
    for (const DrawnBody& body : scene.bodies) {
        if (body.colour.a == 255 && !body.drape.values) {
            groups[body.shape.get()].push_back(instance_of(body, scene.view));
        }
    }
    for (const auto& [shape, instances] : groups) {
        draw_instances(shapes_.at(shape), instances);
    }
}

void SceneDrawing::draw_transparent(const DrawnScene& scene) {
    std::vector<const DrawnBody*> bodies;
    for (const DrawnBody& body : scene.bodies) {
        if (body.colour.a < 255 && !body.drape.values) {
            bodies.push_back(&body);
        }
    }
    const auto depth = [&](const DrawnBody* body) {
        return -dot(scene.view.axis_z, apply(body->pose, body->shape->origin));
    };
    std::ranges::stable_sort(bodies, {}, depth);
    glDepthMask(GL_FALSE);
    glEnable(GL_CULL_FACE);
    for (const DrawnBody* body : bodies) {
        const Instance instance = instance_of(*body, scene.view);
        glFrontFace(mirrors(body->pose) ? GL_CW : GL_CCW);
        for (const auto left_out : std::initializer_list<GLenum>{GL_FRONT, GL_BACK}) {
            glCullFace(left_out);
            draw_instances(shapes_.at(body->shape.get()), {&instance, 1});
        }
    }
    glFrontFace(GL_CCW);
    glDisable(GL_CULL_FACE);
    glDepthMask(GL_TRUE);
}

/// In a depth buffer of their own; of each pixel the nearest face, laid over what is there.
void SceneDrawing::draw_through(const DrawnScene& scene) {
    if (scene.through.empty()) {
        return;
    }
    glClear(GL_DEPTH_BUFFER_BIT);
    glUseProgram(bodies_.get());
    const auto draw_all = [&] {
        for (const DrawnBody& body : scene.through) {
            const Instance instance = instance_of(body, scene.view);
            draw_instances(shape_of(body.shape), {&instance, 1});
        }
    };
    std::array<GLboolean, 4> mask{}; // an eye of an anaglyph has some channels only
    glGetBooleanv(GL_COLOR_WRITEMASK, mask.data());
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    draw_all();
    glColorMask(mask[0], mask[1], mask[2], mask[3]);
    draw_all();
    draw_lines(scene, LinesToDraw::OnThrough);
}

const SceneDrawing::Marked& SceneDrawing::marked_of(const DrawnBody& body) {
    Marked& marked = marked_[body.marked.get()];
    if (!marked.triangles) {
        std::vector<std::uint32_t> corners;
        for (const std::uint32_t triangle : *body.marked) {
            for (std::size_t k = 0; k < 3; ++k) {
                corners.push_back(body.shape->corners[3 * std::size_t{triangle} + k]);
            }
        }
        marked.triangles = body.marked;
        marked.corners = make_buffer();
        marked.count = static_cast<GLsizei>(corners.size());
        store(marked.corners, corners);
    }
    return marked;
}

void SceneDrawing::draw_marked(const DrawnScene& scene) {
    set(bodies_.get(), "paint", floats(scene.marked_colour));
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(-1, -2);
    glDepthMask(GL_FALSE);
    for (const DrawnBody& body : scene.bodies) {
        if (!body.marked || body.marked->empty()) {
            continue;
        }
        const Marked& marked = marked_of(body);
        const Shape& shape = shapes_.at(body.shape.get());
        DrawnBody opaque = body;
        opaque.colour.a = 255;
        const Instance instance = instance_of(opaque, scene.view);
        send_instances({&instance, 1});
        glVertexArrayVertexBuffer(shape.arrays.get(), 1, instances_.get(), 0, sizeof(Instance));
        glVertexArrayElementBuffer(shape.arrays.get(), marked.corners.get());
        glBindVertexArray(shape.arrays.get());
        glDrawElementsInstanced(GL_TRIANGLES, marked.count, GL_UNSIGNED_INT, nullptr, 1);
        glVertexArrayElementBuffer(shape.arrays.get(), shape.corners.get());
    }
    glDepthMask(GL_TRUE);
    glDisable(GL_POLYGON_OFFSET_FILL);
    set(bodies_.get(), "paint", std::array<float, 4>{});
}

void SceneDrawing::draw_edges(const DrawnScene& scene) {
    set(bodies_.get(), "paint", std::array<float, 4>{0.1F, 0.12F, 0.16F, 0.4F});
    glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    glEnable(GL_POLYGON_OFFSET_LINE);
    glPolygonOffset(-1, -2);
    draw_opaque(scene);
    for (const DrawnBody& body : scene.bodies) {
        if (body.drape.values) {
            draw_opaque_one(body, scene.view);
        }
    }
    glDisable(GL_POLYGON_OFFSET_LINE);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    set(bodies_.get(), "paint", std::array<float, 4>{});
}

const SceneDrawing::Lines& SceneDrawing::lines_of(const std::shared_ptr<const Segments>& segments) {
    Lines& lines = lines_[segments.get()];
    if (!lines.segments) {
        lines.segments = segments;
        lines.origin = segments->empty() ? Vec3d{} : segments->front()[0];
        lines.count = static_cast<GLsizei>(segments->size());
        std::vector<float> ends;
        ends.reserve(6 * segments->size());
        for (const render::Segment& segment : *segments) {
            for (const Vec3d& end : segment) {
                const Vec3d near = end - lines.origin;
                ends.insert(ends.end(), {static_cast<float>(near.x), static_cast<float>(near.y),
                                         static_cast<float>(near.z)});
            }
        }
        lines.ends = make_buffer();
        store(lines.ends, ends);
    }
    return lines;
}

void SceneDrawing::draw_segments(const Lines& lines, const DrawnScene& scene, render::Colour colour,
                                 double width) {
    const GLuint program = lines_program_.get();
    const auto rows = rows_to_eye({}, lines.origin, scene.view);
    set(program, "to_eye_x", rows[0]);
    set(program, "to_eye_y", rows[1]);
    set(program, "to_eye_z", rows[2]);
    set(program, "line_colour", floats(colour));
    set(program, "half_width", static_cast<float>(width * scene.scale / 2));
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, lines.count);
}

void SceneDrawing::draw_lines(const DrawnScene& scene, LinesToDraw which) {
    const GLuint program = lines_program_.get();
    const raster::View& view = scene.view;
    set_view(program, view);
    glProgramUniform2f(program, at(program, "window"), static_cast<float>(view.width),
                       static_cast<float>(view.height));
    set(program, "near", static_cast<float>(view.near));
    set(program, "nearer", 0.0012F);
    set(program, "nearer_parallel", static_cast<float>(0.003 * (view.max_y - view.min_y)));
    glUseProgram(program);
    glBindVertexArray(line_arrays_.get());
    glDepthMask(GL_FALSE);
    for (const DrawnLines& drawn : scene.lines) {
        if (drawn.segments->empty() || (which == LinesToDraw::OnThrough && !drawn.on_through)) {
            continue;
        }
        const Lines& lines = lines_of(drawn.segments);
        glVertexArrayVertexBuffer(line_arrays_.get(), 0, lines.ends.get(), 0, 24);
        const render::Colour rim{60, 14, 20, 190};
        const double rim_width = drawn.width_pixels + drawn.rim_pixels;
        if (drawn.hidden_opacity > 0) {
            const auto draw = [&](render::Colour colour, double width) {
                draw_segments(lines, scene, render::faded(colour, drawn.hidden_opacity), width);
            };
            begin_hidden();
            set(program, "sharp", 1);
            draw(drawn.colour, drawn.width_pixels);
            if (drawn.rim_pixels > 0) {
                draw(rim, rim_width);
            }
            set(program, "sharp", 0);
            end_hidden();
        }
        if (drawn.rim_pixels > 0) {
            draw_segments(lines, scene, rim, rim_width);
        }
        draw_segments(lines, scene, drawn.colour, drawn.width_pixels);
    }
    glDepthMask(GL_TRUE);
}

void SceneDrawing::draw(const DrawnScene& scene) {
    forget_unused(scene);
    coarse_ = scene.coarse;
    for (const DrawnBody& body : scene.bodies) {
        shape_of(body.shape);
    }
    glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
    glViewport(scene.area.x, scene.area.y, scene.area.width, scene.area.height);
    glScissor(scene.area.x, scene.area.y, scene.area.width, scene.area.height);
    glEnable(GL_SCISSOR_TEST);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    glClearDepth(1);
    glClear(GL_DEPTH_BUFFER_BIT);
    set(ground_.get(), "top", floats({250, 251, 253, 255}));
    set(ground_.get(), "bottom", floats({222, 227, 233, 255}));
    glUseProgram(ground_.get());
    glBindVertexArray(nothing_.get());
    glDrawArrays(GL_TRIANGLES, 0, 3);

    const render::Light light;
    const GLuint program = bodies_.get();
    set_view(program, scene.view);
    set(program, "key_from", unit(light.key_from));
    set(program, "fill_from", unit(light.fill_from));
    set(program, "strengths",
        std::array<float, 4>{static_cast<float>(light.key), static_cast<float>(light.fill),
                             static_cast<float>(light.sky), static_cast<float>(light.rim)});
    set(program, "highlight_strength", static_cast<float>(light.highlight));
    set(program, "slant_opacity", 0.45F);
    set(program, "paint", std::array<float, 4>{});
    set(program, "drape", std::array<float, 4>{});
    glUseProgram(program);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    draw_opaque(scene);
    draw_draped(scene);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    if (scene.edges) {
        draw_edges(scene);
    }
    draw_marked(scene);
    draw_transparent(scene);
    draw_lines(scene, LinesToDraw::All);
    draw_through(scene);
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_SCISSOR_TEST);
}

std::optional<Picked> SceneDrawing::pick(const DrawnScene& scene, double x, double y) {
    // A window of that pixel alone.
    coarse_ = false;
    DrawnScene pixel = scene;
    raster::View& view = pixel.view;
    const double wide = (view.max_x - view.min_x) / view.width;
    const double high = (view.max_y - view.min_y) / view.height;
    view.min_x += wide * std::floor(x);
    view.max_x = view.min_x + wide;
    view.min_y += high * (scene.view.height - 1 - std::floor(y));
    view.max_y = view.min_y + high;
    view.width = view.height = 1;
    if (!picked_) {
        picked_number_ = make_texture(GL_RG32UI, 1, 1);
        picked_depth_ = make_texture(GL_DEPTH_COMPONENT32F, 1, 1);
        picked_ = raster::opengl::make_framebuffer();
        glNamedFramebufferTexture(picked_.get(), GL_COLOR_ATTACHMENT0, picked_number_.get(), 0);
        glNamedFramebufferTexture(picked_.get(), GL_DEPTH_ATTACHMENT, picked_depth_.get(), 0);
    }
    GLint bound = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
    glBindFramebuffer(GL_FRAMEBUFFER, picked_.get());
    glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
    glViewport(0, 0, 1, 1);
    glDisable(GL_SCISSOR_TEST);
    const std::array<GLuint, 4> none{};
    glClearNamedFramebufferuiv(picked_.get(), GL_COLOR, 0, none.data());
    const float farthest = 1;
    glClearNamedFramebufferfv(picked_.get(), GL_DEPTH, 0, &farthest);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDisable(GL_BLEND);
    set_view(picking_.get(), view);
    glUseProgram(picking_.get());
    for (const DrawnBody& body : pixel.bodies) {
        const Instance instance = instance_of(body, view);
        draw_instances(shape_of(body.shape), {&instance, 1});
    }
    std::array<GLuint, 2> found{};
    float depth = 1;
    glReadPixels(0, 0, 1, 1, GL_RG_INTEGER, GL_UNSIGNED_INT, found.data());
    glReadPixels(0, 0, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
    glDisable(GL_DEPTH_TEST);
    glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(bound));
    if (found[0] == 0) {
        return {};
    }
    return Picked{found[0] - 1, found[1], raster::to_world(view, {0.5, 0.5, double{depth}})};
}

} // namespace impinge::viewer
