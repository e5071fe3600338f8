// SPDX-License-Identifier: Apache-2.0
//
// Frames of many bodies: of each pair of them what collide() says of the two.
#include "base/random.hpp"
#include "tests/gpu/sessions.hpp"
#include "tests/support/random_rotation.hpp"
#include "tests/support/random_soups.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace impinge::tests {
namespace {

using gpu::MeetingPairs;
using gpu::MeshId;
using gpu::PlacedMesh;
using gpu::Reals;
using gpu::Session;

class ManyOnGpus : public SessionsOfGpus {};

/// A body as both engines know it.
struct KnownBody {
    const Mesh* mesh = nullptr;
    PlacedMesh placed;

    [[nodiscard]] Body body() const { return {mesh->view(), placed.pose}; }
};

std::vector<PlacedMesh> placed(const std::vector<KnownBody>& bodies) {
    std::vector<PlacedMesh> list;
    for (const KnownBody& body : bodies) {
        list.push_back(body.placed);
    }
    return list;
}

MeetingPairs answer(Session& session) {
    auto frame = session.wait();
    if (!frame) {
        throw std::runtime_error("no frame came back");
    }
    return need(std::move(frame->pairs));
}
MeetingPairs ask(Session& session, const std::vector<KnownBody>& a,
                 const std::vector<KnownBody>& b) {
    need(session.submit(placed(a), placed(b)));
    return answer(session);
}
MeetingPairs ask_all(Session& session, const std::vector<KnownBody>& bodies) {
    need(session.submit_all(placed(bodies)));
    return answer(session);
}

/// What the processor says of many pairs, one after the other.
class ByPairs {
  public:
    void add(const std::vector<KnownBody>& a, std::size_t i, const std::vector<KnownBody>& b,
             std::size_t k) {
        ++asked;
        const auto answer = need(collide(a[i].body(), b[k].body(), {.detail = Detail::Pairs}));
        if (!answer.pairs.empty()) {
            meeting.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(k)});
            pairs.push_back(answer.pairs);
            triangle_pairs += answer.pairs.size();
        }
    }

    std::size_t asked = 0;
    std::size_t triangle_pairs = 0;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> meeting;
    std::vector<std::vector<TrianglePair>> pairs;
};

ByPairs between(const std::vector<KnownBody>& a, const std::vector<KnownBody>& b) {
    ByPairs all;
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t k = 0; k < b.size(); ++k) {
            all.add(a, i, b, k);
        }
    }
    return all;
}
ByPairs among(const std::vector<KnownBody>& bodies) {
    ByPairs all;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        for (std::size_t k = i + 1; k < bodies.size(); ++k) {
            all.add(bodies, i, bodies, k);
        }
    }
    return all;
}

/// Empty if they are the same, in the same order.
std::string difference(const MeetingPairs& found, const ByPairs& expected) {
    if (found.bodies.size() != expected.meeting.size()) {
        return std::to_string(found.bodies.size()) + " pairs of bodies meet, not " +
               std::to_string(expected.meeting.size());
    }
    std::size_t next = 0;
    for (std::size_t i = 0; i < found.bodies.size(); ++i) {
        const gpu::BodyPair& pair = found.bodies[i];
        const std::string name = std::to_string(pair.a) + " and " + std::to_string(pair.b);
        if (std::pair(pair.a, pair.b) != expected.meeting[i] || pair.first_pair != next) {
            return "bodies " + name + " are at a wrong place";
        }
        const auto pairs = pairs_between(found, pair);
        if (!std::equal(pairs.begin(), pairs.end(), expected.pairs[i].begin(),
                        expected.pairs[i].end())) {
            return "bodies " + name + " meet in other pairs";
        }
        next += pair.pair_count;
    }
    return next == found.pairs.size() ? "" : "there are pairs of no bodies";
}

/// Turns about the middle of the soups, and moves.
Rigid random_pose(Random& random, double reach) {
    const Vec3d middle{0.5, 0.5, 0.5};
    Rigid pose = random_rotation(random);
    pose.scale = random.uniform(0.5, 1.5);
    pose.translation = middle - apply(pose, middle) +
                       random.in_box({-reach, -reach, -reach}, {reach, reach, reach});
    return pose;
}

/// A few meshes, of which a world has bodies in many poses.
struct KnownWorld {
    std::vector<Mesh> meshes;
    std::vector<MeshId> ids;

    KnownWorld(Session& session, std::vector<Mesh> made) : meshes(std::move(made)) {
        for (const Mesh& mesh : meshes) {
            ids.push_back(need(session.add(mesh.view())));
        }
    }
    [[nodiscard]] KnownBody body(std::size_t mesh, const Rigid& pose = {}) const {
        return {&meshes[mesh], {ids[mesh], pose}};
    }
    std::vector<KnownBody> random_bodies(Random& random, std::size_t count, double reach) const {
        std::vector<KnownBody> bodies;
        for (std::size_t i = 0; i < count; ++i) {
            const Rigid pose = i % 4 == 0 ? Rigid{} : random_pose(random, reach);
            bodies.push_back(body(random.below(meshes.size()), pose));
        }
        return bodies;
    }
    void remove_from(Session& session) const {
        for (const MeshId id : ids) {
            need(session.remove(id));
        }
    }
};

/// Soups of a few triangles, some on a grid, where all is in doubt.
std::vector<Mesh> random_meshes(Random& random) {
    std::vector<Mesh> meshes;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t triangles = random.below(8) == 0 ? 0 : 3 + random.below(12);
        meshes.push_back(i == 0 ? grid_soup(random, triangles, 3, 2)
                                : scattered_soup(random, triangles, 0.4));
    }
    return meshes;
}

TEST_P(ManyOnGpus, OfRandomWorldsMeetAsEachPairOfBodiesDoes) {
    Random random(20261119);
    Session in_doubles = session({.reals = Reals::Doubles});
    Session in_floats = session({.reals = Reals::Floats});
    std::size_t asked = 0;
    std::size_t meeting = 0;
    std::uint64_t sure = 0;
    std::uint64_t doubtful = 0;
    for (std::size_t i = 0; i < scaled(300); ++i) {
        Session& session = i % 3 == 2 ? in_floats : in_doubles;
        const KnownWorld world(session, random_meshes(random));
        const auto a = world.random_bodies(random, random.below(5), 0.35);
        const auto b = world.random_bodies(random, random.below(9), 0.35);
        const ByPairs expected = between(a, b);
        const MeetingPairs found = ask(session, a, b);
        ASSERT_EQ(difference(found, expected), "") << "world " << i;
        const ByPairs expected_of_all = among(b);
        const MeetingPairs of_all = ask_all(session, b);
        ASSERT_EQ(difference(of_all, expected_of_all), "") << "all of world " << i;
        EXPECT_FALSE(found.report.by_processor || of_all.report.by_processor);
        asked += expected.asked + expected_of_all.asked;
        meeting += expected.meeting.size() + expected_of_all.meeting.size();
        sure += found.report.sure + of_all.report.sure;
        doubtful += found.report.doubtful + of_all.report.doubtful;
        world.remove_from(session);
    }
    EXPECT_GT(meeting, asked * 3 / 10);
    EXPECT_LT(meeting, asked * 7 / 10);
    EXPECT_GT(sure, asked / 10) << "the device settles nothing itself";
    EXPECT_GT(doubtful, asked / 10) << "nothing was in doubt";
}

/// What a frame of two says of the same bodies, its hash included.
TEST_P(ManyOnGpus, HaveTheHashesOfFramesOfTwo) {
    Random random(8);
    Session one = session();
    const KnownWorld world(one,
                           {scattered_soup(random, 300, 0.1), scattered_soup(random, 20, 0.3)});
    const auto bodies = world.random_bodies(random, 6, 0.5);
    const MeetingPairs found = ask_all(one, bodies);
    ASSERT_GT(found.bodies.size(), 5u);
    for (const gpu::BodyPair& pair : found.bodies) {
        const auto of_two = pairs_of(one, bodies[pair.a].placed, bodies[pair.b].placed);
        EXPECT_EQ(pair.hash, of_two.hash);
        EXPECT_TRUE(of_two.bodies.empty());
    }
    const std::vector<KnownBody> first{bodies[0]};
    const std::vector<KnownBody> second{bodies[1]};
    EXPECT_EQ(difference(ask(one, first, second), between(first, second)), "");
}

/// Very many bodies of few triangles, and few of many: more than a workgroup sees at once.
TEST_P(ManyOnGpus, MayDifferMuchInSize) {
    Random random(17);
    for (const Reals reals : both_reals) {
        Session one = session({.reals = reals});
        const KnownWorld world(one,
                               {scattered_soup(random, 3000, 0.03), scattered_soup(random, 1, 1),
                                scattered_soup(random, 12, 0.05), Mesh{}});
        std::vector<KnownBody> bodies{world.body(1), world.body(0), world.body(3)};
        for (std::size_t i = 0; i < 60; ++i) {
            Rigid pose = random_pose(random, 1);
            pose.scale *= i % 7 == 0 ? 0.01 : 0.2;
            bodies.push_back(world.body(i % 5 == 0 ? 1 : 2, pose));
        }
        bodies.push_back(world.body(0, random_pose(random, 0.3)));
        const ByPairs expected = among(bodies);
        EXPECT_GT(expected.triangle_pairs, 80u);
        EXPECT_EQ(difference(ask_all(one, bodies), expected), "");
        const std::vector<KnownBody> large{bodies[1], bodies[0], bodies.back()};
        EXPECT_EQ(difference(ask(one, large, bodies), between(large, bodies)), "");
    }
}

TEST_P(ManyOnGpus, WithoutTrianglesMeetNothing) {
    Random random(3);
    Session one = session();
    const KnownWorld world(one, {scattered_soup(random, 20, 0.2), Mesh{}});
    const std::vector<KnownBody> none;
    const std::vector<KnownBody> empty{world.body(1), world.body(1)};
    const std::vector<KnownBody> full{world.body(0), world.body(0)};
    EXPECT_TRUE(ask(one, none, full).bodies.empty());
    EXPECT_TRUE(ask(one, full, none).bodies.empty());
    EXPECT_TRUE(ask(one, empty, full).bodies.empty());
    EXPECT_TRUE(ask_all(one, none).bodies.empty());
    EXPECT_TRUE(ask_all(one, empty).bodies.empty());
    EXPECT_TRUE(ask_all(one, {full[0]}).bodies.empty()) << "a body with itself is left out";
    EXPECT_EQ(ask_all(one, full).bodies.size(), 1u);
}

TEST_P(ManyOnGpus, FarFromTheOriginAreTheSame) {
    Random random(29);
    for (const Reals reals : both_reals) {
        Session one = session({.reals = reals});
        for (const double far : {1e4, 1e8, 1e12}) {
            Mesh mesh = scattered_soup(random, 30, 0.2);
            for (Vec3d& p : mesh.positions) {
                p = p + Vec3d{-far, far, 2 * far};
            }
            const KnownWorld world(one, {mesh, scattered_soup(random, 30, 0.2)});
            std::vector<KnownBody> bodies{world.body(0)};
            for (int i = 0; i < 4; ++i) {
                Rigid there = random_pose(random, 0.3);
                there.translation = there.translation + Vec3d{-far, far, 2 * far};
                bodies.push_back(world.body(1, there));
                bodies.push_back(world.body(0, {.translation = {0.1 * i, 0.05 * i, 0}}));
            }
            const ByPairs expected = among(bodies);
            EXPECT_GT(expected.meeting.size(), expected.asked / 4);
            EXPECT_EQ(difference(ask_all(one, bodies), expected), "") << "at " << far;
        }
    }
}

/// A world of small clusters, far apart.
TEST_P(ManyOnGpus, MayBeFarFromEachOther) {
    Random random(30);
    for (const Reals reals : both_reals) {
        Session one = session({.reals = reals});
        const KnownWorld world(one, {scattered_soup(random, 25, 0.2)});
        std::vector<KnownBody> bodies;
        for (int i = 0; i < 16; ++i) {
            Rigid pose = random_pose(random, 0.4);
            pose.translation = pose.translation + Vec3d{1e6 * (i % 4), -3e5 * (i % 4), 0};
            bodies.push_back(world.body(0, pose));
        }
        const ByPairs expected = among(bodies);
        EXPECT_GT(expected.meeting.size(), 10u);
        EXPECT_EQ(difference(ask_all(one, bodies), expected), "");
    }
}

/// Stored in units of its own so small that floats cannot say all places of a double; the pose
/// makes what is left out a thousand times as large.
TEST_P(ManyOnGpus, OfDoublesWhoseLastPlacesAreBeyondFloatsAreTheSame) {
    constexpr double base = 0x1p-78;
    constexpr double step = 0x1p-101; // of floats there
    constexpr double side = 0x1p-98;
    const Mesh tiny{{{base + 0.3 * step, -side, -side},
                     {base + 0.97 * step, side, -side},
                     {base + 0.97 * step, 0, side}},
                    {{0, 1, 2}}};
    constexpr double scale = 1024;
    constexpr double at = scale * (base + 0.6 * step);
    constexpr double wide = 8 * scale * side;
    const Mesh across{{{at, -wide, -wide}, {at, wide, -wide}, {at, 0, wide}}, {{0, 1, 2}}};
    const Mesh large{{{5, 5, 5}, {6, 5, 5}, {5, 6, 5}}, {{0, 1, 2}}}; // by which sizes are told
    for (const Reals reals : both_reals) {
        Session one = session({.reals = reals});
        const KnownWorld world(one, {tiny, across, large});
        const std::vector<KnownBody> a{world.body(0, {.scale = scale})};
        const std::vector<KnownBody> b{world.body(1), world.body(2)};
        const ByPairs expected = between(a, b);
        EXPECT_EQ(expected.triangle_pairs, 1u);
        EXPECT_EQ(difference(ask(one, a, b), expected), "");
    }
}

TEST_P(ManyOnGpus, BeyondTheNumbersOfADeviceAreLeftToTheProcessor) {
    Random random(41);
    Session one = session({.reals = Reals::Floats});
    const Mesh soup = scattered_soup(random, 200, 0.1);
    Mesh wide = soup;
    wide.positions.push_back({1e300, 0, 0}); // not among those that sizes are taken from
    const KnownWorld world(one, {soup, wide});
    const std::vector<KnownBody> bodies{world.body(0), world.body(1), world.body(0)};
    const MeetingPairs all = ask_all(one, bodies);
    EXPECT_TRUE(all.report.by_processor);
    EXPECT_EQ(difference(all, among(bodies)), "");
    const MeetingPairs found = ask(one, bodies, {bodies[1], bodies[0]});
    EXPECT_TRUE(found.report.by_processor);
    EXPECT_EQ(difference(found, between(bodies, {bodies[1], bodies[0]})), "");
    // Not a number at all: an answer says whose it is.
    Mesh broken = wide;
    broken.positions[4].y = std::numeric_limits<double>::quiet_NaN();
    need(one.update_positions(world.ids[1], broken.view()));
    need(one.submit_all(placed(bodies)));
    const auto frame = one.wait();
    ASSERT_TRUE(frame && !frame->pairs);
    EXPECT_EQ(frame->pairs.error().message, "body 1: vertex 4 is not finite");
    EXPECT_EQ(frame->pairs.error().body, 1u);
}

TEST_P(ManyOnGpus, GrowListsThatAreTooShort) {
    Random random(6);
    Session one = session({.frames_in_flight = 3, .first_room = 1});
    const KnownWorld world(one, {scattered_soup(random, 200, 0.1)});
    std::array<std::vector<KnownBody>, 3> worlds;
    std::array<ByPairs, 3> expected;
    for (std::size_t i = 0; i < 3; ++i) {
        worlds[i] = world.random_bodies(random, 3 + 2 * i, 0.5);
        expected[i] = among(worlds[i]);
        need(one.submit_all(placed(worlds[i])));
    }
    for (std::size_t i = 0; i < 3; ++i) {
        const MeetingPairs found = answer(one);
        EXPECT_EQ(difference(found, expected[i]), "");
        EXPECT_GT(found.report.repeats, 0u);
    }
    EXPECT_EQ(ask_all(one, worlds[2]).report.repeats, 0u) << "they stay long";
}

/// Frames in flight have the positions that were there when they were asked for, also if they are
/// done again.
TEST_P(ManyOnGpus, DeformBetweenFrames) {
    Random random(50);
    Session one = session({.frames_in_flight = 4, .first_room = 1});
    KnownWorld world(one, {scattered_soup(random, 60, 0.2), scattered_soup(random, 60, 0.2)});
    const std::vector<KnownBody> bodies{world.body(0), world.body(1),
                                        world.body(1, random_pose(random, 0.2)), world.body(0)};
    std::vector<ByPairs> expected;
    for (std::size_t i = 0; i < 4; ++i) {
        for (Vec3d& p : world.meshes[i % 2].positions) {
            p = p + random.in_box({-0.1, -0.1, -0.1}, {0.1, 0.1, 0.1});
        }
        need(one.update_positions(world.ids[i % 2], world.meshes[i % 2].view()));
        need(one.submit_all(placed(bodies)));
        expected.push_back(among(bodies));
    }
    std::vector<std::size_t> counts;
    for (const ByPairs& by_pairs : expected) {
        EXPECT_EQ(difference(answer(one), by_pairs), "");
        counts.push_back(by_pairs.triangle_pairs);
    }
    EXPECT_NE(counts[0], counts[3]) << "nothing has changed";
    // Other triangles: lists are laid out again.
    world.meshes[1] = scattered_soup(random, 33, 0.2);
    need(one.update_mesh(world.ids[1], world.meshes[1].view()));
    EXPECT_EQ(difference(ask_all(one, bodies), among(bodies)), "");
    const std::vector<KnownBody> turned{bodies[3], bodies[2], bodies[1]};
    EXPECT_EQ(difference(ask(one, turned, bodies), between(turned, bodies)), "");
}

TEST_P(ManyOnGpus, RefuseBodiesThatAreNone) {
    Random random(2);
    Session one = session();
    const KnownWorld world(one, {scattered_soup(random, 2, 0.2)});
    std::vector<PlacedMesh> list(3, PlacedMesh{world.ids[0]});
    list[2].pose.scale = -1;
    const auto refused = one.submit_all(list);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().body, 2u);
    list[2] = {MeshId{77}};
    EXPECT_FALSE(one.submit(list, list));
    EXPECT_EQ(one.frames_in_flight(), 0u);
}

IMPINGE_ON_EVERY_DEVICE(ManyOnGpus);

} // namespace
} // namespace impinge::tests
