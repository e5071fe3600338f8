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
    const std::string compared = head + reference_functions;
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

} // namespace impinge::inline v0::raster::opengl
