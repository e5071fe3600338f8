// SPDX-License-Identifier: Apache-2.0
//
// A session and a swarm in the context of a hidden window of GLFW, made by GLX as GLFW does it on
// X11 unless told otherwise. Run by glx_test.py; says in its exit code what went wrong.
#include "impinge/gpu.hpp"
#include "impinge/gpu_swarm.hpp"

#include <epoxy/gl.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <array>
#include <cstdio>

namespace {

using namespace impinge;

/// Two triangles that cross.
const std::vector<Vec3f> positions_a{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
const std::vector<Vec3f> positions_b{{0.25F, 0.25F, -1}, {0.25F, 0.25F, 1}, {0.75F, 0.75F, 1}};
const std::vector<TriangleIndices> triangles{{0, 1, 2}};

template <typename T> GLuint buffer_of(const std::vector<T>& values) {
    GLuint name = 0;
    glCreateBuffers(1, &name);
    glNamedBufferStorage(name, static_cast<GLsizeiptr>(sizeof(T) * values.size()), values.data(),
                         0);
    return name;
}

int failed(const char* what, const Error& error) {
    std::fprintf(stderr, "%s: %s\n", what, error.message.c_str());
    return 1;
}

int ask_session() {
    auto session = gpu::Session::in_current_context();
    if (!session) {
        return failed("session", session.error());
    }
    const auto a = session->attach({.positions = buffer_of(positions_a),
                                    .vertex_count = 3,
                                    .triangles = buffer_of(triangles),
                                    .triangle_count = 1});
    const auto b = session->add(MeshView(std::span<const Vec3f>(positions_b), triangles));
    if (!a || !b) {
        return failed("mesh", a ? b.error() : a.error());
    }
    if (const auto number = session->submit({*a}, {*b}); !number) {
        return failed("submit", number.error());
    }
    const auto frame = session->wait();
    if (!frame->pairs) {
        return failed("frame", frame->pairs.error());
    }
    const bool right = frame->pairs->pairs.size() == 1 && glGetError() == GL_NO_ERROR;
    std::printf("%zu pair by %s\n", frame->pairs->pairs.size(), glGetString(GL_RENDERER));
    return right ? 0 : 1;
}

int make_swarm() {
    const auto swarm = gpu::Swarm::in_current_context();
    return swarm ? 0 : failed("swarm", swarm.error());
}

bool is_refused(const char* when) {
    const auto session = gpu::Session::in_current_context();
    if (!session && session.error().code == ErrorCode::InvalidArgument) {
        return true;
    }
    std::fprintf(stderr, "%s: no context is current, and a session was made or failed otherwise\n",
                 when);
    return false;
}

} // namespace

int main() {
    if (glfwInit() == GLFW_FALSE) {
        std::fprintf(stderr, "no display\n");
        return 1;
    }
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_CONTEXT_CREATION_API, GLFW_NATIVE_CONTEXT_API);
    GLFWwindow* const window = glfwCreateWindow(64, 64, "impinge", nullptr, nullptr);
    if (window == nullptr) {
        std::fprintf(stderr, "no window\n");
        return 1;
    }
    bool right = is_refused("before");
    glfwMakeContextCurrent(window);
    right = right && ask_session() == 0 && make_swarm() == 0;
    glfwMakeContextCurrent(nullptr);
    right = right && is_refused("after");
    glfwDestroyWindow(window);
    glfwTerminate();
    return right ? 0 : 1;
}
