// SPDX-License-Identifier: Apache-2.0
#include "raster/opengl/program.hpp"

#include "raster/opengl/shaders.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace impinge::inline v0::raster::opengl {
namespace {

constexpr const char* version_line = "#version 450 core\n";

struct Stage {
    GLenum kind = 0;
    std::string source;
};

Expected<Shader> compile(const Stage& stage) {
    Shader shader(glCreateShader(stage.kind));
    const char* text = stage.source.c_str();
    glShaderSource(shader.get(), 1, &text, nullptr);
    glCompileShader(shader.get());
    GLint compiled = GL_FALSE;
    glGetShaderiv(shader.get(), GL_COMPILE_STATUS, &compiled);
    if (compiled == GL_FALSE) {
        std::string log(4096, '\0');
        GLsizei length = 0;
        glGetShaderInfoLog(shader.get(), static_cast<GLsizei>(log.size()), &length, log.data());
        log.resize(static_cast<std::size_t>(std::max(length, 0)));
        return Error{ErrorCode::Unsupported, "opengl: the driver cannot compile a shader: " + log};
    }
    return shader;
}

Expected<Program> link(const std::vector<Stage>& stages) {
    Program program(glCreateProgram());
    for (const Stage& stage : stages) {
        Expected<Shader> shader = compile(stage);
        if (!shader) {
            return shader.error();
        }
        // The program keeps what it needs; the shader goes with this scope.
        glAttachShader(program.get(), shader->get());
    }
    glLinkProgram(program.get());
    GLint linked = GL_FALSE;
    glGetProgramiv(program.get(), GL_LINK_STATUS, &linked);
    if (linked == GL_FALSE) {
        std::string log(4096, '\0');
        GLsizei length = 0;
        glGetProgramInfoLog(program.get(), static_cast<GLsizei>(log.size()), &length, log.data());
        log.resize(static_cast<std::size_t>(std::max(length, 0)));
        return Error{ErrorCode::Unsupported, "opengl: the driver cannot link shaders: " + log};
    }
    return program;
}

/// What an id plane receives, as an expression; null if nothing.
const char* expression(IdSource source, Shape shape) {
    const bool conservative = shape == Shape::ConservativeTriangles;
    switch (source) {
    case IdSource::None:
        return nullptr;
    case IdSource::Body:
        return "body";
    case IdSource::Triangle:
        return conservative ? "names.x" : "uint(gl_PrimitiveID)";
    case IdSource::ProvokingVertex:
        return conservative ? "names.y" : "provoking_vertex";
    case IdSource::Edge:
        return "edge_name";
    case IdSource::NearDepth:
        return "floatBitsToUint(depth.x)";
    case IdSource::FarDepth:
        return "floatBitsToUint(depth.z)";
    }
    return nullptr;
}

/// A macro of two arguments.
// Equality is asked by two comparisons: NVIDIA's driver 580 found `==` before a `discard` true of
// depths that were 3e-4 apart.
const char* comparison(Compare compare) {
    switch (compare) {
    case Compare::Never:
        return "(a, b) false";
    case Compare::Less:
        return "(a, b) ((a) < (b))";
    case Compare::Equal:
        return "(a, b) ((a) <= (b) && (a) >= (b))";
    case Compare::LessEqual:
        return "(a, b) ((a) <= (b))";
    case Compare::Greater:
        return "(a, b) ((a) > (b))";
    case Compare::NotEqual:
        return "(a, b) ((a) < (b) || (a) > (b))";
    case Compare::GreaterEqual:
        return "(a, b) ((a) >= (b))";
    case Compare::Always:
        break;
    }
    return "(a, b) true";
}

bool names(const ProgramKey& key, IdSource source) {
    return std::find(key.ids.begin(), key.ids.end(), source) != key.ids.end();
}

std::string definitions(const ProgramKey& key) {
    std::string text = version_line;
    const auto define = [&](const std::string& what) { text += "#define " + what + "\n"; };
    if (key.projection == Projection::Perspective) {
        define("PERSPECTIVE");
    }
    if (key.raster == ConservativeRaster::ByHardware) {
        define("HARDWARE");
    }
    if (key.depth_source == DepthSource::FromShader) {
        define("WRITES_DEPTH");
    }
    if (names(key, IdSource::ProvokingVertex)) {
        define("NAMES_VERTEX");
    }
    if (names(key, IdSource::Edge)) {
        define("NAMES_EDGE");
    }
    if (key.reference != Compare::Always) {
        define(std::string("REFERENCE") + comparison(key.reference));
    }
    for (std::size_t plane = 0; plane < 2; ++plane) {
        if (key.reference_ids[plane] != Compare::Always) {
            define("REFERENCE_ID_" + std::to_string(plane) + comparison(key.reference_ids[plane]));
        }
        if (const char* value = expression(key.ids[plane], key.shape)) {
            define("ID_" + std::to_string(plane) + " " + value);
        }
    }
    constexpr std::array depth_component{"1", "0", "2"}; // Centre, Near, Far
    define(std::string("DEPTH_OF ") + depth_component[static_cast<std::size_t>(key.depth)]);
    return text;
}

std::vector<Stage> stages(const ProgramKey& key) {
    const std::string head = definitions(key);
    const std::string windowed = head + window_functions;
    const std::string compared = head + fragment_functions;
    switch (key.shape) {
    case Shape::Triangles:
        return {{GL_VERTEX_SHADER, windowed + triangle_vertex_shader},
                {GL_FRAGMENT_SHADER, compared + plain_fragment_shader}};
    case Shape::Edges:
        return {{GL_VERTEX_SHADER, windowed + edge_vertex_shader},
                {GL_FRAGMENT_SHADER, compared + plain_fragment_shader}};
    case Shape::ConservativeTriangles:
        return {{GL_VERTEX_SHADER, windowed + corner_vertex_shader},
                {GL_GEOMETRY_SHADER, windowed + corner_functions + conservative_geometry_shader},
                {GL_FRAGMENT_SHADER, compared + conservative_fragment_shader}};
    case Shape::ClippedTriangles:
        return {{GL_VERTEX_SHADER, windowed + corner_vertex_shader},
                {GL_GEOMETRY_SHADER, windowed + corner_functions + clipping_geometry_shader},
                {GL_FRAGMENT_SHADER, compared + plain_fragment_shader}};
    case Shape::WholeTarget:
        break;
    }
    return {{GL_VERTEX_SHADER, head + cover_vertex_shader},
            {GL_FRAGMENT_SHADER, compared + plain_fragment_shader}};
}

DrawProgram with_locations(Program name) {
    const GLuint id = name.get();
    return {.name = std::move(name),
            .rows = glGetUniformLocation(id, "rows"),
            .window = glGetUniformLocation(id, "window"),
            .shown_from = glGetUniformLocation(id, "shown_from"),
            .area_from = glGetUniformLocation(id, "area_from"),
            .body = glGetUniformLocation(id, "body"),
            .near_distance = glGetUniformLocation(id, "near_distance"),
            .edge_offset = glGetUniformLocation(id, "edge_offset"),
            .cover_depth = glGetUniformLocation(id, "cover_depth"),
            .culled_sign = glGetUniformLocation(id, "culled_sign")};
}

} // namespace

Expected<Program> link_compute_program(const std::string& source) {
    return link({{GL_COMPUTE_SHADER, version_line + source}});
}

Expected<Program> link_plain_program(const std::string& vertex, const std::string& fragment) {
    return link(
        {{GL_VERTEX_SHADER, version_line + vertex}, {GL_FRAGMENT_SHADER, version_line + fragment}});
}

Expected<const DrawProgram*> ProgramCache::find(const ProgramKey& key) {
    const auto known = programs_.find(key);
    if (known != programs_.end()) {
        return &known->second;
    }
    Expected<Program> program = link(stages(key));
    if (!program) {
        return program.error();
    }
    return &programs_.emplace(key, with_locations(std::move(*program))).first->second;
}

namespace {

GLenum gl_compare(Compare compare) {
    // OpenGL numbers them in this order.
    return GL_NEVER + static_cast<GLenum>(compare);
}

GLenum gl_operation(StencilOp op) {
    switch (op) {
    case StencilOp::Keep:
        break;
    case StencilOp::Zero:
        return GL_ZERO;
    case StencilOp::Replace:
        return GL_REPLACE;
    case StencilOp::Increment:
        return GL_INCR;
    case StencilOp::Decrement:
        return GL_DECR;
    case StencilOp::IncrementWrap:
        return GL_INCR_WRAP;
    case StencilOp::DecrementWrap:
        return GL_DECR_WRAP;
    case StencilOp::Invert:
        return GL_INVERT;
    }
    return GL_KEEP;
}

enum class Switch : std::uint8_t { Off, On };

void turn(GLenum capability, Switch position) {
    if (position == Switch::On) {
        glEnable(capability);
    } else {
        glDisable(capability);
    }
}

Switch on_if(bool condition) { return condition ? Switch::On : Switch::Off; }

void set_depth(const Pass& pass) {
    const bool used = pass.depth_write || pass.depth_compare != Compare::Always;
    turn(GL_DEPTH_TEST, on_if(used));
    glDepthFunc(gl_compare(pass.depth_compare));
    glDepthMask(pass.depth_write ? GL_TRUE : GL_FALSE);
}

void set_operations(GLenum face, const StencilOps& ops) {
    glStencilOpSeparate(face, gl_operation(ops.stencil_fails), gl_operation(ops.depth_fails),
                        gl_operation(ops.passes));
}

void set_stencil(const Stencil& stencil) {
    const bool changes =
        stencil.write_mask != 0 && !(stencil.front == StencilOps{} && stencil.back == StencilOps{});
    turn(GL_STENCIL_TEST, on_if(stencil.compare != Compare::Always || changes));
    glStencilFunc(gl_compare(stencil.compare), stencil.reference, stencil.read_mask);
    glStencilMask(stencil.write_mask);
    set_operations(GL_FRONT, stencil.front);
    set_operations(GL_BACK, stencil.back);
}

} // namespace

void set_lasting_state() {
    glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
    glEnable(GL_DEPTH_CLAMP);
    glFrontFace(GL_CCW);
    glProvokingVertex(GL_LAST_VERTEX_CONVENTION);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glDisable(GL_DITHER);
}

void set_pass_state(const Pass& pass, const ProgramKey& key) {
    set_depth(pass);
    set_stencil(pass.stencil);
    const bool plain = key.shape == Shape::Triangles || key.shape == Shape::ClippedTriangles;
    turn(GL_CULL_FACE, on_if(plain && pass.cull != Cull::None));
    glCullFace(pass.cull == Cull::Front ? GL_FRONT : GL_BACK);
}

void unmask_all() {
    glDepthMask(GL_TRUE);
    glStencilMask(0xFF);
}

} // namespace impinge::inline v0::raster::opengl
