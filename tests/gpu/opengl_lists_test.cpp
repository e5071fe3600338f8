// SPDX-License-Identifier: Apache-2.0
//
// Frames that do not go as planned: counts that wrap, memory that a driver does not have, lists
// that are too short while an application polls, proofs that throw.
#include "base/random.hpp"
#include "gpu/opengl/state_words.hpp"
#include "tests/gpu/sessions.hpp"
#include "tests/raster/opengl_fixture.hpp"
#include "tests/support/random_soups.hpp"

#include <epoxy/gl.h>

#include <array>
#include <chrono>
#include <optional>
#include <stdexcept>

namespace impinge::tests {
namespace {

using gpu::MeetingPairs;
using gpu::PlacedMesh;
using gpu::Session;

class ListsOfGpus : public OpenGl {};
IMPINGE_ON_EVERY_OPENGL(ListsOfGpus);

/// Two meshes of which many triangles meet.
struct TwoSoups {
    Mesh a;
    Mesh b;
    std::vector<TrianglePair> pairs;

    TwoSoups(std::uint64_t seed, std::size_t triangles) {
        Random random(seed);
        a = scattered_soup(random, triangles, 0.1);
        b = scattered_soup(random, triangles, 0.1);
        pairs = need(collide({a.view()}, {b.view()}, {.detail = Detail::Pairs})).pairs;
    }
};

using StateWords = std::array<std::uint32_t, gpu::opengl::state_count>;

/// The buffers of the context that hold a state before a frame.
std::vector<GLuint> buffers_of_states() {
    constexpr GLuint most = 1U << 12U;
    constexpr StateWords initial = gpu::opengl::initial_state();
    std::vector<GLuint> found;
    for (GLuint name = 1; name < most; ++name) {
        GLint64 bytes = 0;
        if (glIsBuffer(name) == GL_TRUE) {
            glGetNamedBufferParameteri64v(name, GL_BUFFER_SIZE, &bytes);
        }
        StateWords words{};
        if (bytes < static_cast<GLint64>(sizeof words)) {
            continue;
        }
        glGetNamedBufferSubData(name, 0, sizeof words, words.data());
        if (words == initial) {
            found.push_back(name);
        }
    }
    return found;
}

/// What a scene of four thousand millions of candidates would count.
TEST_P(ListsOfGpus, WhoseLengthsWrapAroundAreAnErrorThatSaysIt) {
    const auto device = open();
    Session session = need(Session::create(*device));
    const TwoSoups soups(1, 100);
    const PlacedMesh a{need(session.add(soups.a.view()))};
    const PlacedMesh b{need(session.add(soups.b.view()))};
    need(context_of(*device).run([]() -> Status {
        const std::vector<GLuint> states = buffers_of_states();
        EXPECT_EQ(states.size(), 2U);
        constexpr std::uint32_t nearly_all = 0xFFFFFFF0;
        constexpr auto place =
            static_cast<GLintptr>(sizeof nearly_all * gpu::opengl::state_place("candidates"));
        for (const GLuint state : states) {
            glNamedBufferSubData(state, place, sizeof nearly_all, &nearly_all);
        }
        return {};
    }));
    need(session.submit(a, b));
    const auto frame = session.wait();
    ASSERT_TRUE(frame);
    ASSERT_FALSE(frame->pairs) << frame->pairs->pairs.size() << " of " << soups.pairs.size();
    EXPECT_EQ(frame->pairs.error().code, ErrorCode::OutOfMemory);
    EXPECT_NE(frame->pairs.error().message.find("than the device can count"), std::string::npos);
    // That frame cleared the state of the next.
    EXPECT_EQ(pairs_of(session, a, b).pairs, soups.pairs);
}

/// While one lives, the driver has no memory for the nth buffer that is asked for.
class NoMemoryForNth {
  public:
    explicit NoMemoryForNth(std::size_t nth) {
        left = nth + 1;
        driver = epoxy_glNamedBufferStorage;
        epoxy_glNamedBufferStorage = storage;
    }
    ~NoMemoryForNth() { epoxy_glNamedBufferStorage = driver; }
    NoMemoryForNth(const NoMemoryForNth&) = delete;
    NoMemoryForNth& operator=(const NoMemoryForNth&) = delete;
    NoMemoryForNth(NoMemoryForNth&&) = delete;
    NoMemoryForNth& operator=(NoMemoryForNth&&) = delete;

    [[nodiscard]] static bool has_refused() { return left == 0; }

  private:
    static void GLAPIENTRY storage(GLuint name, GLsizeiptr bytes, const void* data,
                                   GLbitfield flags) {
        if (left != 1) { // the others, and those after it
            driver(name, bytes, data, flags);
        }
        left -= left > 0 ? 1 : 0;
    }

    inline static std::size_t left = 0;
    inline static PFNGLNAMEDBUFFERSTORAGEPROC driver = nullptr;
};

/// Pairs of a frame, or nothing where memory was short.
std::optional<MeetingPairs> pairs_if_possible(Session& session, const PlacedMesh& a,
                                              const PlacedMesh& b) {
    if (const auto number = session.submit(a, b); !number) {
        EXPECT_EQ(number.error().code, ErrorCode::OutOfMemory) << number.error().message;
        return std::nullopt;
    }
    auto frame = session.wait();
    if (!frame->pairs) {
        EXPECT_EQ(frame->pairs.error().code, ErrorCode::OutOfMemory);
        return std::nullopt;
    }
    return std::move(*frame->pairs);
}

/// Whichever list there was no memory for, later frames miss nothing.
TEST_P(ListsOfGpus, ThatFoundNoMemoryAreNotMissedByLaterFrames) {
    const TwoSoups small(2, 50);
    const TwoSoups large(3, 700);
    const auto device = open();
    bool refused = true;
    std::size_t nth = 0;
    for (; refused; ++nth) {
        Session session = need(Session::create(*device, {.first_room = 1}));
        const PlacedMesh small_a{need(session.add(small.a.view()))};
        const PlacedMesh small_b{need(session.add(small.b.view()))};
        const PlacedMesh large_a{need(session.add(large.a.view()))};
        const PlacedMesh large_b{need(session.add(large.b.view()))};
        EXPECT_EQ(pairs_of(session, small_a, small_b).pairs, small.pairs);
        {
            const NoMemoryForNth buffer(nth);
            const auto found = pairs_if_possible(session, large_a, large_b);
            refused = NoMemoryForNth::has_refused();
            EXPECT_EQ(found.has_value(), !refused);
        }
        EXPECT_EQ(pairs_of(session, small_a, small_b).pairs, small.pairs) << "after buffer " << nth;
        EXPECT_EQ(pairs_of(session, large_a, large_b).pairs, large.pairs) << "after buffer " << nth;
    }
    EXPECT_GT(nth, 6U); // codes, both records, survivors, entries, candidates, ...
}

/// How often frames were handed to the device: each has a fence.
class HandedOver {
  public:
    HandedOver() {
        handed_over = 0;
        driver = epoxy_glFenceSync;
        epoxy_glFenceSync = fence;
    }
    ~HandedOver() { epoxy_glFenceSync = driver; }
    HandedOver(const HandedOver&) = delete;
    HandedOver& operator=(const HandedOver&) = delete;
    HandedOver(HandedOver&&) = delete;
    HandedOver& operator=(HandedOver&&) = delete;

    [[nodiscard]] static std::size_t count() { return handed_over; }

  private:
    static GLsync GLAPIENTRY fence(GLenum condition, GLbitfield flags) {
        ++handed_over;
        return driver(condition, flags);
    }

    inline static std::size_t handed_over = 0;
    inline static PFNGLFENCESYNCPROC driver = nullptr;
};

/// Frames that are done again because lists were too short are under way when poll() returns.
TEST_P(ListsOfGpus, GrowWithoutAWaitWhereAnApplicationPolls) {
    const TwoSoups soups(4, 2000);
    const auto device = open();
    Session session = need(Session::create(*device, {.frames_in_flight = 2, .first_room = 1}));
    EXPECT_FALSE(session.poll()) << "no frame was asked for";
    const PlacedMesh a{need(session.add(soups.a.view()))};
    const PlacedMesh b{need(session.add(soups.b.view()))};
    need(session.submit(a, b));
    need(session.submit(a, b));
    const HandedOver again;
    std::uint64_t next = 0;
    std::size_t repeats = 0;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (next < 2 && std::chrono::steady_clock::now() < end) {
        const std::size_t before = HandedOver::count();
        auto frame = session.poll();
        const std::size_t runs = HandedOver::count() - before;
        ASSERT_LE(runs, 1U) << "poll() has waited for a frame that it handed over";
        if (!frame) {
            EXPECT_EQ(session.frames_in_flight(), 2 - next);
            continue;
        }
        EXPECT_EQ(runs, 0U);
        EXPECT_EQ(frame->number, next++);
        const MeetingPairs found = need(std::move(frame->pairs));
        EXPECT_EQ(found.pairs, soups.pairs);
        repeats += found.report.repeats;
    }
    EXPECT_EQ(next, 2U);
    EXPECT_GT(repeats, 1U);
    EXPECT_EQ(repeats, HandedOver::count());
    EXPECT_FALSE(session.poll());
    EXPECT_FALSE(session.wait());
    EXPECT_EQ(pairs_of(session, a, b).pairs, soups.pairs);
}

/// What the processor does for a frame may throw, an application's own function for one: that is
/// the answer to this frame.
TEST_P(ListsOfGpus, WhoseProofThrowsKeepTheNumberOfTheirFrame) {
    TwoSoups soups(5, 300);
    soups.a.positions.push_back({1e300, 0, 0}); // beyond the device
    const auto device = open();
    Session session = need(Session::create(*device));
    const PlacedMesh a{need(session.add(soups.a.view()))};
    const PlacedMesh b{need(session.add(soups.b.view()))};
    for (int i = 0; i < 3; ++i) {
        need(session.submit(a, b));
    }
    const MeetingPairs first = need(session.wait()->pairs);
    EXPECT_EQ(first.pairs, soups.pairs);
    EXPECT_TRUE(first.report.by_processor);
    Context throwing(1);
    throwing.set_progress([](double) { throw std::runtime_error("thrown by the application"); });
    auto frame = session.wait(throwing);
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->number, 1U);
    ASSERT_FALSE(frame->pairs);
    EXPECT_EQ(frame->pairs.error().message, "thrown by the application");
    frame = session.wait();
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->number, 2U);
    EXPECT_EQ(need(std::move(frame->pairs)).pairs, soups.pairs);
    EXPECT_FALSE(session.wait());
}

} // namespace
} // namespace impinge::tests
