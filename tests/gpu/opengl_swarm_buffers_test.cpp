// SPDX-License-Identifier: Apache-2.0
//
// Swarms in the context of an application, whose poses are in a buffer of its own.
#include "base/random.hpp"
#include "impinge/gpu_swarm.hpp"
#include "impinge/world.hpp"
#include "scenes/polytope.hpp"
#include "tests/raster/opengl_fixture.hpp"
#include "tests/support/random_rotation.hpp"

#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include <array>
#include <vector>

namespace impinge::tests {
namespace {

class SwarmsOfApplications : public OpenGl {};
IMPINGE_ON_EVERY_OPENGL(SwarmsOfApplications);

/// Current on this thread as long as it lives.
class OwnContext {
  public:
    explicit OwnContext(const raster::opengl::EglAdapter& adapter) : display_(adapter.display) {
        eglInitialize(display_, nullptr, nullptr);
        eglBindAPI(EGL_OPENGL_API);
        constexpr std::array version{EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 5,
                                     EGL_NONE};
        context_ = eglCreateContext(display_, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, version.data());
        eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_);
    }
    ~OwnContext() {
        eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroyContext(display_, context_);
    }
    OwnContext(const OwnContext&) = delete;
    OwnContext& operator=(const OwnContext&) = delete;
    OwnContext(OwnContext&&) = delete;
    OwnContext& operator=(OwnContext&&) = delete;

  private:
    EGLDisplay display_;
    EGLContext context_ = EGL_NO_CONTEXT;
};

TEST_P(SwarmsOfApplications, SayOfPosesInABufferWhatAWorldSays) {
    const auto adapters = need(raster::opengl::find_adapters());
    const OwnContext context(adapters.at(static_cast<std::size_t>(adapter())));
    const Mesh mesh = scenes::random_polytope();
    const Polytope shape = Polytope::from_mesh(mesh.view()).value();
    constexpr std::size_t bodies = 100;
    gpu::Swarm swarm = need(gpu::Swarm::in_current_context());
    const gpu::ShapeId id = need(swarm.add_shape(shape));
    Random random(1);
    std::vector<Rigid> poses(1); // one before the first
    World world;
    for (std::size_t i = 0; i < bodies; ++i) {
        need(swarm.add(id));
        Rigid pose = random_rotation(random);
        pose.translation = random.in_box({-3, -3, -3}, {3, 3, 3});
        poses.push_back(pose);
        need(world.add(shape, {.pose = pose}));
    }
    GLuint buffer = 0;
    glCreateBuffers(1, &buffer);
    glNamedBufferStorage(buffer, static_cast<GLsizeiptr>(sizeof(Rigid) * poses.size()),
                         poses.data(), GL_DYNAMIC_STORAGE_BIT);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer);
    EXPECT_FALSE(swarm.submit_buffer(buffer, 2 * sizeof(Rigid))); // too few
    EXPECT_FALSE(swarm.submit_buffer(buffer + 1000));
    need(swarm.submit_buffer(buffer, sizeof(Rigid)));
    poses.assign(poses.size(), Rigid{});
    glNamedBufferSubData(buffer, 0, static_cast<GLsizeiptr>(sizeof(Rigid) * poses.size()),
                         poses.data()); // the frame has its poses
    auto frame = swarm.wait();
    const gpu::SwarmStep step = need(std::move(frame->step));
    const WorldStep expected = need(world.step());
    EXPECT_GT(expected.interfering, 50U);
    EXPECT_EQ(step.pairs.size(), expected.interfering);
    EXPECT_EQ(step.hash, expected.hash);
    GLint bound = 0;
    glGetIntegerv(GL_SHADER_STORAGE_BUFFER_BINDING, &bound);
    EXPECT_EQ(static_cast<GLuint>(bound), buffer); // as the application left it
    glDeleteBuffers(1, &buffer);
}

TEST_P(SwarmsOfApplications, AreNotMadeWhereNoContextIsCurrent) {
    const auto swarm = gpu::Swarm::in_current_context();
    ASSERT_FALSE(swarm);
    EXPECT_EQ(swarm.error().code, ErrorCode::InvalidArgument);
}

} // namespace
} // namespace impinge::tests
