// SPDX-License-Identifier: Apache-2.0
#include "raster/opengl/driver_habits.hpp"

#include "raster/opengl/gl_names.hpp"
#include "raster/opengl/pass_state.hpp"
#include "raster/opengl/program.hpp"
#include "raster/opengl/target.hpp"

#include <bit>

namespace impinge::inline v0::raster::opengl {
namespace {

constexpr GLint upper_half_vertices = 4;
constexpr GLsizei sloped_vertices = 3 * 32;
constexpr int size = 32;

/// First the upper half of the window, whose lower edge passes through the centres of a row if the
/// window has an odd number of them; then scattered triangles of all slopes.
constexpr const char* vertex_shader = R"(
float scattered(uint n) {
    n = (n ^ 61u ^ (n >> 16)) * 9u;
    n = (n ^ (n >> 4)) * 0x27d4eb2du;
    return float((n ^ (n >> 15)) & 0xFFFFu) / 65536.0;
}

void main() {
    uint n = uint(gl_VertexID);
    vec2 half_window = vec2(float(n & 1u) * 2.0 - 1.0, float(n >> 1));
    vec3 anywhere = vec3(scattered(3u * n), scattered(3u * n + 1u), scattered(3u * n + 2u));
    gl_Position = n < 4u ? vec4(half_window, 0.5, 1.0)
                         : vec4(anywhere.xy * 2.0 - 1.0, anywhere.z * 1.2 - 0.1, 1.0);
}
)";

constexpr const char* fragment_shader = R"(
layout(location = 0) out uint seen_depth;

void main() { seen_depth = floatBitsToUint(clamp(gl_FragCoord.z, 0.0, 1.0)); }
)";

/// A window of one pixel without any plane, in which fragments are only counted.
Framebuffer make_empty_pixel() {
    Framebuffer framebuffer = make_framebuffer();
    glNamedFramebufferParameteri(framebuffer.get(), GL_FRAMEBUFFER_DEFAULT_WIDTH, 1);
    glNamedFramebufferParameteri(framebuffer.get(), GL_FRAMEBUFFER_DEFAULT_HEIGHT, 1);
    return framebuffer;
}

bool lower_edges_own_their_centres() {
    const Framebuffer framebuffer = make_empty_pixel();
    GLuint name = 0;
    glCreateQueries(GL_SAMPLES_PASSED, 1, &name);
    const QueryObject query(name);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer.get());
    glViewport(0, 0, 1, 1);
    glBeginQuery(GL_SAMPLES_PASSED, query.get());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, upper_half_vertices);
    glEndQuery(GL_SAMPLES_PASSED);
    GLuint covered = 0;
    glGetQueryObjectuiv(query.get(), GL_QUERY_RESULT, &covered);
    return covered != 0;
}

template <typename T> std::vector<T> read(const GlTarget& target, GLenum format, GLenum type) {
    std::vector<T> values(std::size_t{size} * size);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target.framebuffer(1));
    glReadPixels(0, 0, size, size, format, type, values.data());
    return values;
}

bool shaders_see_what_is_stored(const GlTarget& target) {
    constexpr std::array<GLuint, 4> nothing{no_id, 0, 0, 0};
    glClearNamedFramebufferuiv(target.framebuffer(1), GL_COLOR, 0, nothing.data());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target.framebuffer(1));
    glViewport(0, 0, size, size);
    glDrawArrays(GL_TRIANGLES, upper_half_vertices, sloped_vertices);
    const auto seen = read<std::uint32_t>(target, GL_RED_INTEGER, GL_UNSIGNED_INT);
    const auto stored = read<float>(target, GL_DEPTH_COMPONENT, GL_FLOAT);
    for (std::size_t i = 0; i < seen.size(); ++i) {
        if (seen[i] != no_id && std::bit_cast<float>(seen[i]) != stored[i]) {
            return false;
        }
    }
    return true;
}

} // namespace

Expected<DriverHabits> settle_habits(const std::shared_ptr<GlContext>& context) {
    const Expected<Program> program = link_plain_program(vertex_shader, fragment_shader);
    if (!program) {
        return program.error();
    }
    GlTarget target(context, size, size);
    if (const Status status = target.allocate(); !status) {
        return status.error();
    }
    const VertexArray arrays = make_vertex_array();
    glBindVertexArray(arrays.get());
    glUseProgram(program->get());
    set_pass_state({.depth_compare = Compare::Always}, {});
    DriverHabits habits;
    if (!shaders_see_what_is_stored(target)) {
        habits.depth = DepthSource::FromShader;
    }
    if (lower_edges_own_their_centres()) {
        habits.upright = Upright::Mirrored;
        glClipControl(GL_UPPER_LEFT, GL_ZERO_TO_ONE);
        glFrontFace(GL_CW);
    }
    return habits;
}

} // namespace impinge::inline v0::raster::opengl
