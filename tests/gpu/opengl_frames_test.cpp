// SPDX-License-Identifier: Apache-2.0
//
// Long runs of sessions: nothing leaks, drivers have nothing to complain about, and sessions of
// different threads do not know of each other.
#include "base/random.hpp"
#include "impinge/gpu_swarm.hpp"
#include "scenes/polytope.hpp"
#include "tests/gpu/sessions.hpp"
#include "tests/raster/opengl_fixture.hpp"
#include "tests/support/random_soups.hpp"
#include "tests/support/resident_bytes.hpp"
#include "tests/support/scale.hpp"

#include <array>
#include <optional>
#include <thread>

namespace impinge::tests {
namespace {

using gpu::MeshId;
using gpu::Session;

class FramesOfGpus : public OpenGl {};
IMPINGE_ON_EVERY_OPENGL(FramesOfGpus);

/// What a driver says, but for advice on speed and on shaders that it compiles.
class DriverTalk {
  public:
    explicit DriverTalk(raster::opengl::GlContext& context) : context_(context) {
        need(context_.run([&]() -> Status {
            glEnable(GL_DEBUG_OUTPUT);
            glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
            glDebugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, nullptr, GL_TRUE);
            glDebugMessageCallback(hear, this);
            return {};
        }));
    }
    ~DriverTalk() {
        context_.release([] { glDebugMessageCallback(nullptr, nullptr); });
    }
    DriverTalk(const DriverTalk&) = delete;
    DriverTalk& operator=(const DriverTalk&) = delete;
    DriverTalk(DriverTalk&&) = delete;
    DriverTalk& operator=(DriverTalk&&) = delete;

    [[nodiscard]] int complaints() const { return complaints_; }
    [[nodiscard]] const std::string& first() const { return first_; }

  private:
    static void GLAPIENTRY hear(GLenum source, GLenum type, GLuint /*id*/, GLenum severity,
                                GLsizei /*length*/, const GLchar* text, const void* talk) {
        const bool is_fault = type == GL_DEBUG_TYPE_ERROR ||
                              type == GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR ||
                              type == GL_DEBUG_TYPE_DEPRECATED_BEHAVIOR;
        const bool is_advice =
            type == GL_DEBUG_TYPE_PERFORMANCE || source == GL_DEBUG_SOURCE_SHADER_COMPILER;
        const bool is_grave =
            severity == GL_DEBUG_SEVERITY_HIGH || severity == GL_DEBUG_SEVERITY_MEDIUM;
        if (is_fault || (is_grave && !is_advice)) {
            // The driver hands back the pointer it was given, as const.
            auto& listener = *static_cast<DriverTalk*>(const_cast<void*>(talk));
            listener.first_ = listener.complaints_++ == 0 ? text : listener.first_;
        }
    }

    raster::opengl::GlContext& context_;
    int complaints_ = 0;
    std::string first_;
};

/// How many buffers the context has. Drivers give the lowest names that are free.
std::size_t buffers_of(raster::opengl::GlContext& context) {
    constexpr GLuint most = 1U << 16U;
    std::size_t count = 0;
    need(context.run([&]() -> Status {
        for (GLuint name = 1; name < most; ++name) {
            count += glIsBuffer(name) == GL_TRUE ? 1 : 0;
        }
        return {};
    }));
    return count;
}

/// Two meshes of a session whose sizes change all the time.
class ChangingMeshes {
  public:
    ChangingMeshes(Session& session, Random& random) : session_(session), random_(random) {
        for (std::size_t i = 0; i < ids_.size(); ++i) {
            meshes_[i] = next_mesh();
            ids_[i] = need(session_.add(meshes_[i].view()));
        }
    }

    /// One of them becomes another, moves its vertices, or makes room for a new one.
    void change() {
        const std::size_t i = random_.below(2);
        switch (random_.below(4)) {
        case 0:
            for (Vec3d& p : meshes_[i].positions) {
                p = p * 0.5 + Vec3d{0.25, 0.25, 0.25};
            }
            need(session_.update_positions(ids_[i], meshes_[i].view()));
            break;
        case 1:
            need(session_.remove(ids_[i]));
            meshes_[i] = next_mesh();
            ids_[i] = need(session_.add(meshes_[i].view()));
            break;
        default:
            meshes_[i] = next_mesh();
            need(session_.update_mesh(ids_[i], meshes_[i].view()));
        }
    }
    void submit() {
        if (random_.below(8) == 0) {
            need(session_.submit_self(ids_[0]));
        } else {
            need(session_.submit({ids_[0]}, {ids_[1]}));
        }
    }
    /// Whether pairs of the two are those of the processor; the number of them.
    std::size_t compare() {
        const auto expected = need(impinge::collide({meshes_[0].view()}, {meshes_[1].view()},
                                                    {.detail = Detail::Pairs}, Context(1)));
        EXPECT_EQ(pairs_of(session_, {ids_[0]}, {ids_[1]}).pairs, expected.pairs);
        return expected.pairs.size();
    }

  private:
    /// Now and then a large one, and now and then none at all.
    Mesh next_mesh() {
        const std::uint64_t kind = random_.below(200);
        const std::size_t triangles = kind == 0   ? 2000 + random_.below(2000)
                                      : kind == 1 ? 0
                                                  : 1 + random_.below(60);
        return scattered_soup(random_, triangles, kind == 0 ? 0.02 : 0.2);
    }

    Session& session_;
    Random& random_;
    std::array<Mesh, 2> meshes_;
    std::array<MeshId, 2> ids_{};
};

void take_all(Session& session) {
    while (const auto frame = session.wait()) {
        ASSERT_TRUE(frame->pairs) << frame->pairs.error().message;
    }
}

TEST_P(FramesOfGpus, TenThousandOfChangingSizesLeaveNothingBehind) {
    const auto device = open();
    auto& context = context_of(*device);
    DriverTalk talk(context);
    Session session = need(Session::create(*device));
    Random random(7);
    ChangingMeshes meshes(session, random);
    const std::size_t frames = scaled(10'000);
    const std::size_t warm_up = frames / 5;
    std::size_t memory = 0;
    std::size_t buffers = 0;
    std::size_t met = 0;
    for (std::size_t i = 0; i < frames; ++i) {
        if (i == warm_up) {
            take_all(session);
            memory = resident_bytes();
            buffers = buffers_of(context);
        }
        meshes.change();
        meshes.submit();
        if (i % 50 == 49) {
            take_all(session);
            met += meshes.compare();
        }
    }
    take_all(session);
    EXPECT_GT(met, frames / 50);
    EXPECT_EQ(talk.complaints(), 0) << talk.first();
    EXPECT_GT(buffers, 10U);
    // Spare buffers for positions that change come and go.
    EXPECT_LE(buffers_of(context), buffers + 16);
    if (is_full_run()) { // sanitizers keep freed memory, and run fewer frames
        EXPECT_LT(resident_bytes(), memory + (std::size_t{8} << 20));
    }
}

/// The same of frames about lists, whose meshes and lengths change.
TEST_P(FramesOfGpus, OfListsLeaveNothingBehind) {
    const auto device = open();
    auto& context = context_of(*device);
    DriverTalk talk(context);
    Session session = need(Session::create(*device));
    Random random(10);
    const std::size_t frames = scaled(600);
    std::size_t memory = 0;
    std::size_t buffers = 0;
    std::vector<gpu::PlacedMesh> list;
    std::uint64_t met = 0;
    for (std::size_t i = 0; i < frames; ++i) {
        if (i == frames / 3) {
            take_all(session);
            memory = resident_bytes();
            buffers = buffers_of(context);
        }
        if (list.size() < 12) {
            const Mesh mesh = scattered_soup(random, 1 + random.below(60), 0.2);
            list.push_back({need(session.add(mesh.view()))});
        } else {
            for (std::size_t k = 0; k < 6; ++k) {
                need(session.remove(list.back().mesh));
                list.pop_back();
            }
        }
        list[random.below(list.size())].pose.translation = random.in_box({0, 0, 0}, {1, 1, 1});
        if (i % 2 == 0) {
            need(session.submit_all(list));
        } else {
            need(session.submit(std::span(list).first(1), list));
        }
        if (i % 10 == 0) {
            auto frame = session.wait();
            met += need(std::move(frame->pairs)).pairs.size();
        }
    }
    take_all(session);
    EXPECT_GT(met, frames);
    EXPECT_EQ(talk.complaints(), 0) << talk.first();
    EXPECT_LE(buffers_of(context), buffers + 32); // of meshes that are there now, and spare ones
    if (is_full_run()) {
        EXPECT_LT(resident_bytes(), memory + (std::size_t{8} << 20));
    }
}

TEST_P(FramesOfGpus, OfSwarmsLeaveNothingBehind) {
    const auto device = open();
    auto& context = context_of(*device);
    DriverTalk talk(context);
    gpu::Swarm swarm = need(gpu::Swarm::create(*device));
    Random random(11);
    const Mesh mesh = scenes::random_polytope();
    const auto shape = need(swarm.add_shape(need(Polytope::from_mesh(mesh.view()))));
    const std::size_t frames = scaled(400);
    std::size_t memory = 0;
    std::size_t buffers = 0;
    std::size_t met = 0;
    std::vector<Rigid> poses;
    for (std::size_t i = 0; i < frames; ++i) {
        if (i == frames / 2) {
            memory = resident_bytes();
            buffers = buffers_of(context);
        }
        while (poses.size() < std::min<std::size_t>(60, 10 + i)) { // sizes change while it is new
            need(swarm.add(shape));
            poses.emplace_back();
        }
        const double side = random.uniform(2, 8);
        for (Rigid& pose : poses) {
            pose.translation = random.in_box({0, 0, 0}, {side, side, side});
        }
        for (int k = 0; k < 2; ++k) {
            need(swarm.submit(poses));
        }
        while (auto frame = swarm.wait()) {
            met += need(std::move(frame->step)).pairs.size();
        }
    }
    EXPECT_GT(met, frames);
    EXPECT_EQ(talk.complaints(), 0) << talk.first();
    EXPECT_LE(buffers_of(context), buffers);
    if (is_full_run()) {
        EXPECT_LT(resident_bytes(), memory + (std::size_t{8} << 20));
    }
}

TEST_P(FramesOfGpus, GoWithTheirSession) {
    const auto device = open();
    auto& context = context_of(*device);
    Random random(8);
    std::array<std::size_t, 2> left{};
    for (std::size_t& count : left) {
        for (int i = 0; i < 5; ++i) {
            Session session = need(Session::create(*device));
            ChangingMeshes meshes(session, random);
            meshes.compare();
            meshes.submit(); // and is not waited for
        }
        count = buffers_of(context);
    }
    EXPECT_EQ(left[0], left[1]);
}

TEST_P(FramesOfGpus, FaultsAreHeardByTheseTests) {
    const auto device = open();
    auto& context = context_of(*device);
    const DriverTalk talk(context);
    need(context.run([]() -> Status {
        glDebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_OTHER, 1,
                             GL_DEBUG_SEVERITY_MEDIUM, -1, "a made-up fault");
        return {};
    }));
    EXPECT_EQ(talk.complaints(), 1);
    const std::size_t before = buffers_of(context);
    const auto geometry = need(device->upload(triangle().view()));
    EXPECT_GT(buffers_of(context), before);
}

TEST_P(FramesOfGpus, OfTwoThreadsDoNotMix) {
    constexpr std::size_t rounds = 60;
    std::array<std::size_t, 2> right{};
    std::array<std::size_t, 2> met{};
    {
        std::vector<std::jthread> threads;
        for (std::size_t thread = 0; thread < 2; ++thread) {
            threads.emplace_back([&, thread] {
                const auto device = open();
                Session session = need(Session::create(*device));
                Random random(100 + thread);
                for (std::size_t i = 0; i < rounds; ++i) {
                    const Mesh a = scattered_soup(random, 1 + random.below(100), 0.2);
                    const Mesh b = scattered_soup(random, 1 + random.below(100), 0.2);
                    const auto found = need(
                        session.collide(Body{a.view()}, Body{b.view()}, {.detail = Detail::Pairs}));
                    const auto expected =
                        need(collide({a.view()}, {b.view()}, {.detail = Detail::Pairs}));
                    right.at(thread) += found.hash == expected.hash ? 1 : 0;
                    met.at(thread) += expected.pairs.empty() ? 0 : 1;
                }
            });
        }
    }
    for (std::size_t thread = 0; thread < 2; ++thread) {
        EXPECT_EQ(right.at(thread), rounds);
        EXPECT_GT(met.at(thread), rounds / 2);
    }
}

/// Made, asked, answered and ended by threads that follow each other.
TEST_P(FramesOfGpus, MoveFromThreadToThread) {
    const auto device = open();
    std::optional<Session> session;
    Random random(9);
    const Mesh a = scattered_soup(random, 100, 0.2);
    const Mesh b = scattered_soup(random, 100, 0.2);
    const auto expected = need(collide({a.view()}, {b.view()}, {.detail = Detail::Pairs}));
    std::jthread([&] { session.emplace(need(Session::create(*device))); }).join();
    std::uint64_t hash = 0;
    std::jthread([&] {
        const auto mesh_a = need(session->add(a.view()));
        const auto mesh_b = need(session->add(b.view()));
        need(session->submit({mesh_a}, {mesh_b}));
    }).join();
    hash = need(session->wait()->pairs).hash;
    std::jthread([&] { session.reset(); }).join();
    Session other = need(Session::create(*device));
    EXPECT_EQ(hash, pairs_of(other, {need(other.add(a.view()))}, {need(other.add(b.view()))}).hash);
    EXPECT_FALSE(expected.pairs.empty());
}

TEST_P(FramesOfGpus, OfALostDeviceAreErrorsThatSayIt) {
    const auto device = open();
    Session session = need(Session::create(*device));
    const Mesh mesh = triangle();
    const auto id = need(session.add(mesh.view()));
    need(session.submit({id}, {id}));
    context_of(*device).lose();
    const auto is_lost = [](const auto& answer) {
        return !answer && answer.error().code == ErrorCode::DeviceLost &&
               answer.error().message.find("lost") != std::string::npos;
    };
    EXPECT_TRUE(is_lost(session.wait()->pairs));
    EXPECT_TRUE(is_lost(session.add(mesh.view())));
    EXPECT_TRUE(is_lost(session.update_positions(id, mesh.view())));
    EXPECT_TRUE(is_lost(session.submit({id}, {id})));
    EXPECT_TRUE(is_lost(session.submit_self(id)));
    EXPECT_TRUE(is_lost(session.collide({id}, {id})));
    EXPECT_TRUE(is_lost(session.self_intersections(id)));
    EXPECT_TRUE(is_lost(Session::create(*device)));
    // Another one works.
    const auto next = open();
    Session after = need(Session::create(*next));
    EXPECT_EQ(pairs_of(after, {need(after.add(mesh.view()))}, {need(after.add(mesh.view()))})
                  .pairs.size(),
              1U);
}

} // namespace
} // namespace impinge::tests
