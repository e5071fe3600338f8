// SPDX-License-Identifier: Apache-2.0
//
// Bodies that deform and tear over many frames: a session answers what a single query answers.
#include "scenes/bumpy_sphere.hpp"
#include "scenes/cloth.hpp"
#include "tests/peeling/peeling_fixture.hpp"
#include "tests/support/scale.hpp"

#include <cmath>
#include <fstream>
#include <unistd.h>

namespace impinge::tests {
namespace {

using imagespace::PeelingSession;
using Which = PeelingSession::Which;

class PeelingSessions : public EveryDevice {};
IMPINGE_ON_EVERY_DEVICE(PeelingSessions);

/// The cloth in waves that run over it.
Mesh waving(const Mesh& rest, int frame) {
    Mesh mesh = rest;
    for (Vec3d& p : mesh.positions) {
        p.z += 0.3 * std::sin(2 * p.x + 0.7 * frame);
    }
    return mesh;
}

/// Some triangles get corners of their own, others are taken away.
Mesh torn(const Mesh& whole, int frame) {
    Mesh mesh = whole;
    for (std::size_t i = 0; i < mesh.triangles.size(); i += 9) {
        const auto fresh = static_cast<std::uint32_t>(mesh.positions.size());
        mesh.positions.push_back(mesh.positions[mesh.triangles[i][1]] + Vec3d{0.02, 0.01, 0.03});
        mesh.triangles[i][1] = fresh;
    }
    mesh.triangles.resize(mesh.triangles.size() - static_cast<std::size_t>(frame) * 20);
    return mesh;
}

TEST_P(PeelingSessions, AnswerAsSingleQueriesWhileBodiesDeformAndTear) {
    const Mesh rest = scenes::folded_cloth({.triangles = 1500, .folds = 2, .width = 2, .depth = 2});
    const Mesh ball = scenes::bumpy_sphere({.triangles = 800, .radius = 0.8});
    for (const PeelingSearch search : {PeelingSearch::Sampled, PeelingSearch::Conservative}) {
        const PeelingOptions options{.search = search, .resolution = 96};
        PeelingSession session =
            need(PeelingSession::create(device(), rest.view(), ball.view(), options));
        std::size_t meeting = 0;
        Mesh kept; // the session looks at it until the next update
        for (int frame = 0; frame < 10; ++frame) {
            Mesh mesh = waving(rest, frame);
            if (frame % 3 == 2) {
                mesh = torn(mesh, frame);
                need(session.update_mesh(Which::A, mesh.view()));
            } else if (frame % 3 == 0) {
                need(session.update_mesh(Which::A, mesh.view()));
            } else {
                need(session.update_positions(Which::A, mesh.view()));
            }
            std::swap(kept, mesh);
            const Rigid pose_b = translation({0.1 * frame, 0.5, 0.1 * frame});
            const PeeledPairs found = need(session.query({}, pose_b));
            const Body a{kept.view()};
            const Body b{ball.view(), pose_b};
            const PeeledPairs single = need(imagespace::surface_peeling(device(), a, b, options));
            EXPECT_EQ(found.interference.hash, single.interference.hash) << frame;
            EXPECT_EQ(found.report.candidates, single.report.candidates) << frame;
            EXPECT_EQ(found.report.layers, single.report.layers) << frame;
            const Interference exact = exact_pairs(a, b);
            if (search == PeelingSearch::Conservative) {
                EXPECT_TRUE(same_as_exact(found, exact)) << frame;
            } else {
                EXPECT_TRUE(all_true(found.interference.pairs, exact.pairs)) << frame;
            }
            meeting += found.interference.pairs.empty() ? 0 : 1;
        }
        EXPECT_GE(meeting, 5U);
    }
}

/// Frame n of a cloth that waves, and tears every third frame.
struct Frame {
    Mesh cloth;
    Rigid pose_b;
};
Frame frame_of(const Mesh& rest, int number) {
    const Mesh mesh = waving(rest, number);
    return {number % 3 == 2 ? torn(mesh, number) : mesh,
            translation({0.1 * number, 0.5, 0.1 * number})};
}

void bring(PeelingSession& session, const Frame& frame, int number) {
    need(number % 3 == 1 ? session.update_positions(Which::A, frame.cloth.view())
                         : session.update_mesh(Which::A, frame.cloth.view()));
}

class PeelingFrames : public PeelingSessions {
  protected:
    static constexpr int frames = 12;

    [[nodiscard]] PeelingSession session(PeelingSearch search) const {
        return need(PeelingSession::create(device(), rest.view(), ball.view(),
                                           {.search = search, .resolution = 96}));
    }

    Mesh rest = scenes::folded_cloth({.triangles = 1500, .folds = 2, .width = 2, .depth = 2});
    Mesh ball = scenes::bumpy_sphere({.triangles = 800, .radius = 0.8});
};
IMPINGE_ON_EVERY_DEVICE(PeelingFrames);

TEST_P(PeelingFrames, InFlightAnswerAsThoseWaitedFor) {
    for (const PeelingSearch search : {PeelingSearch::Sampled, PeelingSearch::Conservative}) {
        PeelingSession waited = session(search);
        PeelingSession flying = session(search);
        std::vector<PeeledPairs> expected;
        std::vector<imagespace::PeeledFrame> answers;
        Frame kept;
        std::size_t overlapped = 0;
        for (int i = 0; i < frames; ++i) {
            Frame frame = frame_of(rest, i);
            bring(waited, frame, i);
            expected.push_back(need(waited.query({}, frame.pose_b)));
            bring(flying, frame, i);
            kept = std::move(frame); // what flies was copied: the old mesh goes here
            EXPECT_EQ(need(flying.submit({}, kept.pose_b)), static_cast<std::uint64_t>(i));
            overlapped += flying.frames_in_flight() > 1 ? 1 : 0;
            if (i % 4 == 3) {
                while (auto done = flying.wait()) {
                    answers.push_back(std::move(*done));
                }
            } else if (auto done = flying.poll()) {
                answers.push_back(std::move(*done));
            }
        }
        EXPECT_EQ(flying.frames_in_flight(), 0U);
        EXPECT_FALSE(flying.poll());
        EXPECT_GT(overlapped, 0U);
        ASSERT_EQ(answers.size(), expected.size());
        std::size_t meeting = 0;
        for (std::size_t i = 0; i < answers.size(); ++i) {
            EXPECT_EQ(answers[i].frame, i);
            const PeeledPairs& found = need(answers[i].pairs);
            EXPECT_EQ(found.interference.hash, expected[i].interference.hash) << i;
            EXPECT_EQ(found.interference.pairs, expected[i].interference.pairs) << i;
            EXPECT_EQ(found.report.candidates, expected[i].report.candidates) << i;
            meeting += found.interference.pairs.empty() ? 0 : 1;
        }
        EXPECT_GE(meeting, 6U);
    }
}

std::size_t resident_bytes() {
    std::size_t all_pages = 0;
    std::size_t resident_pages = 0;
    std::ifstream("/proc/self/statm") >> all_pages >> resident_pages;
    return resident_pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

/// A cloth that tears anew in every frame. One that was kept would take a hundred kilobytes.
TEST_P(PeelingFrames, TakeNoMemoryWithThem) {
    PeelingSession asked = session(PeelingSearch::Sampled);
    const int all = static_cast<int>(scaled(500));
    std::size_t warm = 0;
    Frame kept;
    for (int i = 0; i < all; ++i) {
        if (i == all / 4) {
            warm = resident_bytes();
        }
        Frame frame{torn(waving(rest, i), i % 10), translation({0.2, 0.5, 0.1 * (i % 6)})};
        need(asked.update_mesh(Which::A, frame.cloth.view()));
        kept = std::move(frame);
        need(asked.submit({}, kept.pose_b));
        while (asked.frames_in_flight() > 1) {
            need(asked.wait()->pairs);
        }
    }
    if (is_full_run()) { // sanitizers keep freed memory
        EXPECT_LT(resident_bytes(), warm + (std::size_t{8} << 20));
    }
}

TEST_P(PeelingFrames, MayBeMixedWithQueries) {
    PeelingSession asked = session(PeelingSearch::Sampled);
    const Rigid pose_b = translation({0.2, 0.5, 0.2});
    EXPECT_FALSE(asked.wait()) << "nothing was submitted";
    EXPECT_EQ(asked.frames_in_flight(), 0U);
    EXPECT_EQ(need(asked.submit({}, pose_b)), 0U);
    const PeeledPairs between = need(asked.query({}, pose_b));
    ASSERT_FALSE(between.interference.pairs.empty());
    PeelingSession moved = std::move(asked);
    const auto answer = moved.wait();
    ASSERT_TRUE(answer);
    EXPECT_EQ(need(answer->pairs).interference.hash, between.interference.hash);
}

TEST_P(PeelingFrames, ASessionMayGoWithFramesInFlight) {
    for (int submitted = 1; submitted <= 3; ++submitted) {
        PeelingSession going = session(PeelingSearch::Conservative);
        for (int i = 0; i < submitted; ++i) {
            need(going.submit({}, translation({0.2, 0.5, 0.1 * i})));
        }
    }
    EXPECT_EQ(need(session(PeelingSearch::Sampled).submit()), 0U);
}

TEST_P(PeelingFrames, ACancelledFrameIsPartialAndOthersAreNot) {
    PeelingSession asked = session(PeelingSearch::Conservative);
    const Rigid pose_b = translation({0.2, 0.5, 0.2});
    const PeeledPairs whole = need(asked.query({}, pose_b));
    ASSERT_FALSE(whole.interference.pairs.empty());
    const Context cancelled;
    cancelled.cancel();
    const Context late;
    need(asked.submit({}, pose_b, cancelled));
    need(asked.submit({}, pose_b));
    need(asked.submit({}, pose_b, late));
    late.cancel(); // while it waits, or is proved, or is done
    const auto first = asked.wait();
    const auto second = asked.wait();
    const auto third = asked.wait();
    ASSERT_TRUE(first && second && third);
    EXPECT_TRUE(need(first->pairs).interference.partial);
    EXPECT_EQ(need(second->pairs).interference.hash, whole.interference.hash);
    const Interference& perhaps = need(third->pairs).interference;
    EXPECT_TRUE(perhaps.partial || perhaps.hash == whole.interference.hash);
    EXPECT_TRUE(all_true(perhaps.pairs, whole.interference.pairs));
}

TEST_P(PeelingFrames, WhatIsRefusedHasNoNumber) {
    PeelingSession asked = session(PeelingSearch::Sampled);
    EXPECT_EQ(need(asked.submit()), 0U);
    EXPECT_FALSE(asked.submit({}, {.scale = -1}));
    Mesh broken = rest;
    broken.triangles[0][0] = 1'000'000;
    EXPECT_FALSE(asked.update_mesh(Which::A, broken.view()));
    EXPECT_EQ(need(asked.submit()), 1U);
    EXPECT_EQ(asked.frames_in_flight(), 2U);
    EXPECT_EQ(asked.wait()->frame, 0U);
    EXPECT_EQ(asked.wait()->frame, 1U);
}

TEST_P(PeelingSessions, ARefusedMeshChangesNothing) {
    const Mesh a = scenes::bumpy_sphere({.triangles = 300, .seed = 1});
    const Mesh b = scenes::bumpy_sphere({.triangles = 300, .seed = 2});
    PeelingSession session =
        need(PeelingSession::create(device(), a.view(), b.view(), {.resolution = 64}));
    const Rigid pose = translation({0.8, 0, 0});
    const PeeledPairs before = need(session.query({}, pose));
    ASSERT_FALSE(before.interference.pairs.empty());
    Mesh broken = b;
    broken.triangles[0][0] = 10'000;
    EXPECT_FALSE(session.update_mesh(Which::B, broken.view()));
    broken = b;
    broken.positions[5].y = std::nan("");
    EXPECT_FALSE(session.update_positions(Which::B, broken.view()));
    EXPECT_EQ(need(session.query({}, pose)).interference.hash, before.interference.hash);
    EXPECT_FALSE(PeelingSession::create(device(), a.view(), broken.view()));
}

} // namespace
} // namespace impinge::tests
