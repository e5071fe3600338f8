// SPDX-License-Identifier: Apache-2.0
//
// Sessions in a context of the application, on its buffers: good ones give the answers of the
// processor, bad ones are refused, and nothing of the application's is changed.
#include "base/random.hpp"
#include "tests/gpu/sessions.hpp"
#include "tests/raster/foreign_context.hpp"
#include "tests/raster/opengl_fixture.hpp"
#include "tests/support/random_soups.hpp"

#include <epoxy/gl.h>

#include <array>
#include <cstring>
#include <functional>
#include <limits>
#include <set>

namespace impinge::tests {
namespace {

using gpu::BufferMesh;
using gpu::MeshId;
using gpu::Session;

GLuint buffer_of(const void* bytes, std::size_t size) {
    GLuint name = 0;
    glCreateBuffers(1, &name);
    glNamedBufferStorage(name, static_cast<GLsizeiptr>(std::max<std::size_t>(size, 1)), nullptr,
                         GL_DYNAMIC_STORAGE_BIT);
    if (size > 0) {
        glNamedBufferSubData(name, 0, static_cast<GLsizeiptr>(size), bytes);
    }
    return name;
}

/// A soup whose coordinates are floats, so that both kinds of buffers hold it.
Mesh float_soup(Random& random, std::size_t triangles, double size) {
    Mesh mesh = scattered_soup(random, triangles, size);
    for (Vec3d& p : mesh.positions) {
        p = {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
    }
    return mesh;
}

/// How an application lays a mesh out: bytes before it, and between positions.
struct BufferLayout {
    Scalar scalar = Scalar::Float32;
    std::size_t before = 0;
    std::size_t between = 0;
};

std::vector<std::byte> laid_out(const Mesh& mesh, const BufferLayout& layout) {
    const std::size_t number = layout.scalar == Scalar::Float32 ? sizeof(float) : sizeof(double);
    const std::size_t stride = 3 * number + layout.between;
    std::vector<std::byte> bytes(layout.before + stride * mesh.positions.size(), std::byte{0xFF});
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            const double x = mesh.positions[i][axis];
            const auto as_float = static_cast<float>(x);
            const void* from = layout.scalar == Scalar::Float32
                                   ? static_cast<const void*>(&as_float)
                                   : static_cast<const void*>(&x);
            std::memcpy(bytes.data() + layout.before + stride * i +
                            number * static_cast<std::size_t>(axis),
                        from, number);
        }
    }
    return bytes;
}

BufferMesh in_buffers(const Mesh& mesh, const BufferLayout& layout = {}) {
    const std::vector<std::byte> positions = laid_out(mesh, layout);
    std::vector<TriangleIndices> triangles(layout.before / sizeof(TriangleIndices));
    const std::size_t first = triangles.size() * sizeof(TriangleIndices);
    triangles.insert(triangles.end(), mesh.triangles.begin(), mesh.triangles.end());
    const std::size_t number = layout.scalar == Scalar::Float32 ? sizeof(float) : sizeof(double);
    return {.positions = buffer_of(positions.data(), positions.size()),
            .positions_offset = layout.before,
            .stride_bytes = layout.between == 0 ? 0 : 3 * number + layout.between,
            .scalar = layout.scalar,
            .vertex_count = mesh.positions.size(),
            .triangles = buffer_of(triangles.data(), triangles.size() * sizeof(TriangleIndices)),
            .triangles_offset = first,
            .triangle_count = mesh.triangles.size()};
}

class BuffersOfApplications : public OpenGl {
  protected:
    void SetUp() override {
        OpenGl::SetUp();
        if (!IsSkipped() && !HasFatalFailure()) {
            const auto adapters = need(raster::opengl::find_adapters());
            application = std::make_unique<ForeignContext>(
                adapters.at(static_cast<std::size_t>(adapter())), 4, 5);
            ASSERT_NE(application->get(), EGL_NO_CONTEXT);
        }
    }

    std::unique_ptr<ForeignContext> application;
};
IMPINGE_ON_EVERY_OPENGL(BuffersOfApplications);

TEST_P(BuffersOfApplications, GiveTheAnswersOfTheProcessor) {
    Random random(17);
    Session session = need(Session::in_current_context());
    std::size_t met = 0;
    for (const BufferLayout layout :
         {BufferLayout{}, BufferLayout{Scalar::Float64}, BufferLayout{Scalar::Float32, 48, 20},
          BufferLayout{Scalar::Float64, 24, 4}}) {
        const Mesh a = float_soup(random, 90, 0.2);
        const Mesh b = float_soup(random, 70, 0.2);
        const MeshId mesh_a = need(session.attach(in_buffers(a, layout)));
        const MeshId mesh_b = need(session.attach(in_buffers(b)));
        const Rigid pose = translation({0.125, 0, 0.25});
        for (const Detail detail : {Detail::Verdict, Detail::Pairs, Detail::Curves}) {
            const auto expected = need(collide({a.view()}, {b.view(), pose}, {.detail = detail}));
            const auto found = need(session.collide({mesh_a}, {mesh_b, pose}, {.detail = detail}));
            EXPECT_EQ(found.hash, expected.hash);
            EXPECT_EQ(found.pairs, expected.pairs);
            met += expected.pairs.size();
        }
        EXPECT_EQ(own_pairs_of(session, mesh_a).hash, need(self_intersections(a.view())).hash);
    }
    EXPECT_GT(met, 100U);
}

/// In lists they are copied for each frame, whatever their layout.
TEST_P(BuffersOfApplications, AreReadWhereTheyChangeAlsoInLists) {
    Random random(19);
    Session session = need(Session::in_current_context());
    Mesh a = float_soup(random, 60, 0.2);
    const Mesh b = float_soup(random, 50, 0.2);
    const BufferLayout layout{Scalar::Float32, 48, 20};
    const BufferMesh buffers = in_buffers(a, layout);
    const std::array list{
        gpu::PlacedMesh{need(session.attach(in_buffers(b, {Scalar::Float64, 24, 4})))},
        gpu::PlacedMesh{need(session.attach(buffers))},
        gpu::PlacedMesh{need(session.add(b.view()))}};
    std::set<std::uint64_t> hashes;
    for (int i = 0; i < 3; ++i) {
        const auto expected = need(collide({b.view()}, {a.view()}, {.detail = Detail::Pairs}));
        need(session.submit_all(list));
        auto frame = session.wait();
        ASSERT_TRUE(frame);
        const gpu::MeetingPairs found = need(std::move(frame->pairs));
        ASSERT_EQ(found.bodies.size(), 3U);
        const auto pairs = pairs_between(found, found.bodies[0]);
        EXPECT_TRUE(
            std::equal(pairs.begin(), pairs.end(), expected.pairs.begin(), expected.pairs.end()));
        hashes.insert(found.hash);
        a = float_soup(random, 60, 0.2);
        const std::vector<std::byte> moved = laid_out(a, layout);
        glNamedBufferSubData(buffers.positions, 0, static_cast<GLsizeiptr>(moved.size()),
                             moved.data());
        need(session.positions_changed(list[1].mesh));
    }
    EXPECT_EQ(hashes.size(), 3U);
}

TEST_P(BuffersOfApplications, AreReadWhereTheyChange) {
    Random random(18);
    Session session = need(Session::in_current_context());
    Mesh a = float_soup(random, 60, 0.2);
    const Mesh b = float_soup(random, 60, 0.2);
    const BufferMesh buffers = in_buffers(a);
    const MeshId mesh_a = need(session.attach(buffers));
    const MeshId mesh_b = need(session.attach(in_buffers(b)));
    std::set<std::uint64_t> hashes;
    for (int i = 0; i < 4; ++i) {
        const auto expected = need(collide({a.view()}, {b.view()}, {.detail = Detail::Pairs}));
        EXPECT_EQ(need(session.collide({mesh_a}, {mesh_b}, {.detail = Detail::Pairs})).hash,
                  expected.hash);
        EXPECT_EQ(pairs_of(session, {mesh_a}, {mesh_b}).pairs, expected.pairs);
        hashes.insert(expected.hash);
        a = float_soup(random, 60, 0.2);
        const std::vector<std::byte> moved = laid_out(a, {});
        glNamedBufferSubData(buffers.positions, 0, static_cast<GLsizeiptr>(moved.size()),
                             moved.data());
        need(session.positions_changed(mesh_a));
    }
    EXPECT_EQ(hashes.size(), 4U);
    const Status refused = session.update_positions(mesh_a, a.view());
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::InvalidArgument);
}

/// Moves every position, as an application's own shader would.
constexpr const char* moving_shader = R"(#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Positions { float positions[]; };
layout(location = 0) uniform float far;
void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i < uint(positions.length())) {
        positions[i] += far;
    }
}
)";

void move_in_shader(GLuint program, GLuint buffer, std::size_t numbers, float far) {
    glUseProgram(program);
    glUniform1f(0, far);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
    glDispatchCompute(static_cast<GLuint>(numbers / 64 + 1), 1, 1);
}

/// The application waits for nothing, and says so to nobody but the session.
TEST_P(BuffersOfApplications, MayBeWrittenByItsShaders) {
    Random random(23);
    const GLuint shader = glCreateShader(GL_COMPUTE_SHADER);
    glShaderSource(shader, 1, &moving_shader, nullptr);
    glCompileShader(shader);
    const GLuint program = glCreateProgram();
    glAttachShader(program, shader);
    glLinkProgram(program);
    GLint linked = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    ASSERT_EQ(linked, GL_TRUE);
    Session session = need(Session::in_current_context());
    Mesh a = float_soup(random, 20'000, 0.01);
    const Mesh b = float_soup(random, 300, 0.05);
    const BufferMesh buffers = in_buffers(a);
    const auto move = [&](float far) {
        move_in_shader(program, buffers.positions, 3 * a.positions.size(), far);
        for (Vec3d& p : a.positions) {
            p = {static_cast<float>(p.x) + far, static_cast<float>(p.y) + far,
                 static_cast<float>(p.z) + far};
        }
    };
    move(0.25F);
    const MeshId mesh_a = need(session.attach(buffers));
    const MeshId mesh_b = need(session.attach(in_buffers(b)));
    std::set<std::uint64_t> hashes;
    for (int i = 0; i < 3; ++i) {
        move(i % 2 == 0 ? -0.125F : 0.0625F);
        need(session.positions_changed(mesh_a));
        EXPECT_EQ(own_pairs_of(session, mesh_a).pairs, need(self_intersections(a.view())).pairs);
        move(-0.03125F);
        need(session.positions_changed(mesh_a));
        const auto expected = need(collide({a.view()}, {b.view()}, {.detail = Detail::Pairs}));
        EXPECT_EQ(pairs_of(session, {mesh_a}, {mesh_b}).pairs, expected.pairs);
        hashes.insert(expected.hash);
    }
    EXPECT_EQ(hashes.size(), 3U);
    glDeleteProgram(program);
    glDeleteShader(shader);
}

/// What shaders could not reach.
TEST_P(BuffersOfApplications, AreRefusedWhereShadersReadNoFurther) {
    Random random(24);
    Session session = need(Session::in_current_context());
    GLint64 most = 0;
    glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &most);
    BufferMesh buffers = in_buffers(float_soup(random, 10, 0.3));
    const GLuint small = buffers.positions;
    glCreateBuffers(1, &buffers.positions);
    glNamedBufferStorage(buffers.positions, most + 4096, nullptr, GL_DYNAMIC_STORAGE_BIT);
    GLint64 bytes = 0;
    glGetNamedBufferParameteri64v(buffers.positions, GL_BUFFER_SIZE, &bytes);
    if (bytes <= most) {
        GTEST_SKIP() << "the driver has no buffers that large";
    }
    glCopyNamedBufferSubData(small, buffers.positions, 0, 0, 30 * 12);
    const auto refused = session.attach(buffers);
    glDeleteBuffers(1, &buffers.positions);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::InvalidArgument);
    EXPECT_NE(refused.error().message.find("shaders of this driver"), std::string::npos);
}

struct BadBuffers {
    const char* what;
    ErrorCode code;
    std::function<void(Mesh&)> harm = [](Mesh&) {};
    std::function<void(BufferMesh&)> mistake = [](BufferMesh&) {};
};

std::vector<BadBuffers> bad_buffers() {
    constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
    constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
    const auto wrong = ErrorCode::InvalidArgument;
    return {
        {"an index one too large", ErrorCode::IndexOutOfRange,
         [](Mesh& mesh) { mesh.triangles[7][1] = 30; }},
        {"the largest index", ErrorCode::IndexOutOfRange,
         [](Mesh& mesh) { mesh.triangles[9][2] = 0xFFFFFFFF; }},
        {"fewer vertices than indices speak of", ErrorCode::IndexOutOfRange, [](Mesh&) {},
         [](BufferMesh& buffers) { buffers.vertex_count = 29; }},
        {"no vertices", ErrorCode::IndexOutOfRange, [](Mesh&) {},
         [](BufferMesh& buffers) { buffers.vertex_count = 0; }},
        {"a coordinate that is no number", ErrorCode::NonFinite,
         [=](Mesh& mesh) { mesh.positions[3].y = not_a_number; }},
        {"no such buffer of positions", wrong, [](Mesh&) {},
         [](BufferMesh& buffers) { buffers.positions = 4711; }},
        {"no buffer of triangles", wrong, [](Mesh&) {},
         [](BufferMesh& buffers) { buffers.triangles = 0; }},
        {"positions beyond the end", wrong, [](Mesh&) {},
         [](BufferMesh& buffers) { buffers.positions_offset = 4; }},
        {"triangles beyond the end", wrong, [](Mesh&) {},
         [](BufferMesh& buffers) { ++buffers.triangle_count; }},
        {"an offset between numbers", wrong, [](Mesh&) {},
         [](BufferMesh& buffers) { buffers.positions_offset = 2; }},
        {"a stride between numbers", wrong, [](Mesh&) {},
         [](BufferMesh& buffers) { buffers.stride_bytes = 14; }},
        {"a stride less than a position", wrong, [](Mesh&) {},
         [](BufferMesh& buffers) { buffers.stride_bytes = 8; }},
        {"more vertices than there are numbers", wrong, [](Mesh&) {},
         [=](BufferMesh& buffers) { buffers.vertex_count = most; }},
        {"as many bytes as wrap around", wrong, [](Mesh&) {},
         [=](BufferMesh& buffers) { buffers.vertex_count = most / 12 + 2; }},
        {"as many triangles as wrap around", wrong, [](Mesh&) {},
         [=](BufferMesh& buffers) { buffers.triangle_count = most / 12 + 2; }},
        {"a stride of more words than the device counts", wrong, [](Mesh&) {},
         [](BufferMesh& buffers) {
             buffers.stride_bytes = std::size_t{1} << 34U;
             buffers.vertex_count = 1;
             buffers.triangle_count = 0;
         }},
        {"an offset that wraps around", wrong, [](Mesh&) {},
         [=](BufferMesh& buffers) { buffers.triangles_offset = most - 119; }},
    };
}

TEST_P(BuffersOfApplications, AreRefusedWhereTheyAreBad) {
    Random random(19);
    Session session = need(Session::in_current_context());
    const Mesh good = float_soup(random, 10, 0.3);
    const MeshId good_id = need(session.attach(in_buffers(good)));
    for (const BadBuffers& bad : bad_buffers()) {
        Mesh mesh = good;
        bad.harm(mesh);
        BufferMesh buffers = in_buffers(mesh);
        bad.mistake(buffers);
        const auto refused = session.attach(buffers);
        ASSERT_FALSE(refused) << bad.what;
        EXPECT_EQ(refused.error().code, bad.code) << bad.what << ": " << refused.error().message;
        EXPECT_FALSE(refused.error().message.empty());
    }
    // The session goes on.
    EXPECT_EQ(own_pairs_of(session, good_id).hash, need(self_intersections(good.view())).hash);
}

TEST_P(BuffersOfApplications, MayBeEmpty) {
    Session session = need(Session::in_current_context());
    Random random(20);
    const MeshId empty = need(session.attach(in_buffers({})));
    const MeshId other = need(session.attach(in_buffers(float_soup(random, 5, 0.3))));
    EXPECT_TRUE(pairs_of(session, {empty}, {other}).pairs.empty());
    EXPECT_EQ(need(session.collide({other}, {empty})).verdict, Verdict::Apart);
}

TEST_P(BuffersOfApplications, BelongToItsContextAlone) {
    const auto device = open();
    Session elsewhere = need(Session::create(*device));
    Random random(21);
    const auto refused = elsewhere.attach(in_buffers(float_soup(random, 5, 0.3)));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::InvalidArgument);
    application.reset();
    const auto nowhere = Session::in_current_context();
    ASSERT_FALSE(nowhere);
    EXPECT_EQ(nowhere.error().code, ErrorCode::InvalidArgument);
}

/// What calls of a session could change.
std::vector<GLint> bindings() {
    std::vector<GLint> names;
    for (const auto what : std::initializer_list<GLenum>{
             GL_CURRENT_PROGRAM, GL_SHADER_STORAGE_BUFFER_BINDING, GL_UNIFORM_BUFFER_BINDING,
             GL_ARRAY_BUFFER_BINDING, GL_COPY_READ_BUFFER_BINDING, GL_COPY_WRITE_BUFFER_BINDING,
             GL_DISPATCH_INDIRECT_BUFFER_BINDING, GL_PIXEL_PACK_BUFFER_BINDING}) {
        glGetIntegerv(what, &names.emplace_back());
    }
    for (GLuint i = 0; i < 8; ++i) {
        glGetIntegeri_v(GL_SHADER_STORAGE_BUFFER_BINDING, i, &names.emplace_back());
        glGetIntegeri_v(GL_UNIFORM_BUFFER_BINDING, i, &names.emplace_back());
    }
    return names;
}

TEST_P(BuffersOfApplications, AndItsBindingsStayAsTheyWere) {
    Random random(22);
    std::array<GLuint, 24> buffers{};
    for (GLuint& buffer : buffers) {
        buffer = buffer_of(nullptr, 0);
    }
    for (GLuint i = 0; i < 8; ++i) {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, i, buffers.at(i));
        glBindBufferBase(GL_UNIFORM_BUFFER, i, buffers.at(8 + i));
    }
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffers[16]);
    glBindBuffer(GL_UNIFORM_BUFFER, buffers[17]);
    glBindBuffer(GL_ARRAY_BUFFER, buffers[18]);
    glBindBuffer(GL_COPY_READ_BUFFER, buffers[19]);
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffers[20]);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, buffers[21]);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffers[22]);
    const std::vector<GLint> before = bindings();
    {
        Session session = need(Session::in_current_context());
        const MeshId mesh = need(session.attach(in_buffers(float_soup(random, 50, 0.2))));
        const MeshId other = need(session.add(float_soup(random, 50, 0.2).view()));
        EXPECT_EQ(bindings(), before);
        EXPECT_FALSE(pairs_of(session, {mesh}, {other}).pairs.empty());
        need(session.collide({mesh}, {other}));
        need(session.submit({mesh}, {other}));
        EXPECT_EQ(bindings(), before);
    }
    EXPECT_EQ(bindings(), before);
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

} // namespace
} // namespace impinge::tests
