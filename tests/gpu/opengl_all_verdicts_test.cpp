// SPDX-License-Identifier: Apache-2.0
//
// Whole answers about many bodies, from one frame, against those of the processor pair by pair.
#include "base/random.hpp"
#include "impinge/world.hpp"
#include "scenes/boxes.hpp"
#include "scenes/catalogue.hpp"
#include "tests/gpu/sessions.hpp"
#include "tests/support/random_soups.hpp"
#include "tests/support/same_answers.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace impinge::tests {
namespace {

using gpu::MeshId;
using gpu::PlacedMesh;
using gpu::Reals;
using gpu::Session;

class AllVerdictsOfGpus : public SessionsOfGpus {};

/// Bodies of some meshes, as both engines know them.
class KnownBodies {
  public:
    explicit KnownBodies(Session& session) : session_(session) {}

    void add(Mesh mesh, const Rigid& pose = {}) {
        meshes_.push_back(std::make_shared<const Mesh>(std::move(mesh)));
        ids_.push_back(need(session_.add(meshes_.back()->view())));
        add_again(meshes_.size() - 1, pose);
    }
    void add_again(std::size_t mesh, const Rigid& pose) {
        placed.push_back({ids_[mesh], pose});
        bodies.push_back({meshes_[mesh]->view(), pose});
    }
    [[nodiscard]] std::vector<BoxPair> all_pairs() const {
        std::vector<BoxPair> pairs;
        for (std::uint32_t a = 0; a < bodies.size(); ++a) {
            for (std::uint32_t b = a + 1; b < bodies.size(); ++b) {
                pairs.push_back({a, b});
            }
        }
        return pairs;
    }
    /// The first pair that the processor says something else about; empty if there is none.
    [[nodiscard]] std::string difference_of(std::span<const BoxPair> pairs,
                                            const CollideOptions& options) const {
        const auto found = session_.collide_all(placed, pairs, options);
        if (!found || found->size() != pairs.size()) {
            return found ? "another number of answers" : found.error().message;
        }
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const auto [a, b] = pairs[i];
            const std::string said = difference(Expected<Interference>((*found)[i]),
                                                collide(bodies[a], bodies[b], options));
            if (!said.empty()) {
                return std::to_string(a) + " and " + std::to_string(b) + ": " + said;
            }
        }
        return "";
    }

    std::vector<PlacedMesh> placed;
    std::vector<Body> bodies;

  private:
    Session& session_;
    std::vector<std::shared_ptr<const Mesh>> meshes_;
    std::vector<MeshId> ids_;
};

Rigid moved_by(double x, double y = 0, double z = 0) { return {.translation = {x, y, z}}; }

TEST_P(AllVerdictsOfGpus, OfSampleScenesAreThoseOfTheProcessor) {
    std::size_t many = 0;
    for (const SceneInfo& info : list_scenes()) {
        Scene scene = need(make_scene(info.name, {.triangles = 2000}));
        for (const Detail detail : {Detail::Verdict, Detail::Curves}) {
            Session one =
                session({.reals = detail == Detail::Verdict ? Reals::Auto : Reals::Floats});
            KnownBodies known(one);
            for (std::size_t i = 0; i < std::min<std::size_t>(scene.bodies.size(), 24); ++i) {
                known.add(scene.bodies[i].mesh);
            }
            EXPECT_EQ(known.difference_of(known.all_pairs(), {.detail = detail}), "") << info.name;
            many += known.bodies.size() > 10 ? 1 : 0;
        }
    }
    EXPECT_GT(many, 4u);
}

/// Nested, flush, equal and apart, solids and surfaces, of few meshes.
KnownBodies furnished(Session& session) {
    KnownBodies known(session);
    known.add(scenes::box({0, 0, 0}, {1, 1, 1}));
    Mesh open = scenes::box({0, 0, 0}, {1, 1, 1});
    open.triangles.pop_back();
    known.add(open, moved_by(0.25, 0.25, 0.25));
    known.add(scenes::box({0.25, 0.25, 0.25}, {0.5, 0.5, 0.5}));
    known.add(Mesh{});
    known.add_again(0, {});                 // the same
    known.add_again(0, moved_by(1));        // flush
    known.add_again(0, moved_by(0.5));      // crosses
    known.add_again(0, moved_by(9));        // apart
    known.add_again(2, moved_by(0, 0.125)); // inside
    known.add_again(1, moved_by(0.5, 0.5));
    return known;
}

TEST_P(AllVerdictsOfGpus, OfEqualNestedAndFlushBodiesAreThoseOfTheProcessor) {
    for (const Reals reals : both_reals) {
        Session one = session({.reals = reals});
        const KnownBodies known = furnished(one);
        for (const Detail detail : {Detail::Verdict, Detail::Pairs, Detail::Curves}) {
            for (const OpenMeshes open : {OpenMeshes::UnfinishedSolids, OpenMeshes::Surfaces}) {
                EXPECT_EQ(
                    known.difference_of(known.all_pairs(), {.detail = detail, .open_meshes = open}),
                    "");
            }
        }
    }
}

TEST_P(AllVerdictsOfGpus, OfRandomSoupsAreThoseOfTheProcessor) {
    Random random(20261120);
    Session one = session();
    for (std::size_t i = 0; i < scaled(60); ++i) {
        KnownBodies known(one);
        for (std::size_t body = 0; body < 6; ++body) {
            known.add(body % 2 == 0 ? grid_soup(random, 8, 3, 2) : scattered_soup(random, 9, 0.4));
        }
        ASSERT_EQ(known.difference_of(known.all_pairs(), {.detail = Detail::Pairs}), "") << i;
    }
}

TEST_P(AllVerdictsOfGpus, AreGivenInTheOrderAskedForAndOfNoOtherPairs) {
    Session one = session();
    const KnownBodies known = furnished(one);
    std::vector<BoxPair> pairs = known.all_pairs();
    std::reverse(pairs.begin(), pairs.end());
    EXPECT_EQ(known.difference_of(pairs, {.detail = Detail::Pairs}), "");
    const std::vector<BoxPair> twice{{4, 6}, {0, 2}, {4, 6}};
    EXPECT_EQ(known.difference_of(twice, {.detail = Detail::Pairs}), "");
    EXPECT_EQ(known.difference_of({}, {}), "");
    EXPECT_EQ(one.last_report().candidates, 0u);
}

TEST_P(AllVerdictsOfGpus, ComeFromOneFrameHoweverManyBodies) {
    for (const std::size_t bodies : std::initializer_list<std::size_t>{3, 12, 70}) {
        Session one = session();
        KnownBodies known(one);
        known.add(scenes::box({0, 0, 0}, {1.25, 1, 1}));
        for (std::size_t i = 1; i < bodies; ++i) {
            known.add_again(0, moved_by(static_cast<double>(i)));
        }
        const auto answers = need(one.collide_all(known.placed, known.all_pairs()));
        std::size_t interfering = 0;
        for (const Interference& answer : answers) {
            interfering += answer.verdict == Verdict::Apart ? 0 : 1;
        }
        EXPECT_EQ(interfering, bodies - 1);
        need(one.submit_all(known.placed));
        const auto frame = one.wait();
        ASSERT_TRUE(frame && frame->pairs);
        // What one frame looks at is what all of this looked at.
        EXPECT_EQ(one.last_report().candidates, frame->pairs->report.candidates);
        EXPECT_GE(one.last_report().candidates, frame->pairs->pairs.size());
        EXPECT_GE(frame->pairs->pairs.size(), bodies - 1);
    }
}

TEST_P(AllVerdictsOfGpus, AreTheNarrowPhaseOfAWorld) {
    Random random(5);
    Session one = session();
    std::map<const void*, MeshId> ids;
    const NarrowPhase on_device = [&](std::span<const Body> bodies, std::span<const BoxPair> pairs,
                                      const CollideOptions& options, const Context& context) {
        std::vector<PlacedMesh> placed;
        for (const Body& body : bodies) {
            const void* const name = body.mesh.data();
            if (!ids.contains(name)) {
                ids.emplace(name, need(one.add(body.mesh)));
            }
            placed.push_back({ids.at(name), body.pose});
        }
        return one.collide_all(placed, pairs, options, context);
    };
    for (const Detail detail : {Detail::Verdict, Detail::Pairs}) {
        ids.clear();
        World with({.detail = detail, .narrow_phase = on_device});
        World without({.detail = detail});
        std::vector<BodyId> bodies;
        for (std::size_t i = 0; i < 12; ++i) {
            const Mesh mesh = i % 3 == 0 ? scattered_soup(random, 40, 0.3)
                                         : scenes::box({0, 0, 0}, {0.5, 0.5, 0.5});
            bodies.push_back(need(with.add(mesh)));
            need(without.add(mesh));
        }
        std::uint64_t interfering = 0;
        for (std::size_t step = 0; step < 6; ++step) {
            for (const BodyId body : bodies) {
                const double x = random.uniform(0, 1.5);
                const Rigid pose = moved_by(x, random.uniform(0, 1.5));
                need(with.move(body, pose));
                need(without.move(body, pose));
            }
            const WorldStep found = need(with.step());
            EXPECT_EQ(found.hash, need(without.step()).hash);
            interfering += found.interfering;
        }
        EXPECT_GT(interfering, 30u);
    }
}

TEST_P(AllVerdictsOfGpus, LeaveFramesInFlight) {
    Session one = session();
    const KnownBodies known = furnished(one);
    const auto number = need(one.submit(known.placed[0], known.placed[6]));
    EXPECT_EQ(known.difference_of(known.all_pairs(), {}), "");
    EXPECT_EQ(one.frames_in_flight(), 1u);
    const auto frame = one.wait();
    ASSERT_TRUE(frame && frame->pairs);
    EXPECT_EQ(frame->number, number);
    EXPECT_FALSE(frame->pairs->pairs.empty());
}

TEST_P(AllVerdictsOfGpus, BeyondTheNumbersOfADeviceAreTheProcessors) {
    Session one = session();
    KnownBodies known(one);
    known.add(scenes::box({0, 0, 0}, {1, 1, 1}));
    known.add_again(0, {.scale = 1e300});
    known.add_again(0, moved_by(0.5));
    known.add_again(0, moved_by(8));
    EXPECT_EQ(known.difference_of(known.all_pairs(), {.detail = Detail::Pairs}), "");
    EXPECT_TRUE(one.last_report().by_processor);
    const std::vector<BoxPair> some{{0, 2}};
    EXPECT_EQ(known.difference_of(some, {.detail = Detail::Pairs}), "");
}

/// Long triangles, all of them through the origin: each meets all others.
Mesh needles(Random& random, std::size_t count) {
    Mesh mesh;
    for (std::uint32_t i = 0; i < count; ++i) {
        const Vec3d tip = random.direction();
        const Vec3d aside = random.direction() * 1e-3;
        mesh.positions.insert(mesh.positions.end(), {tip * -1.0, tip, tip + aside});
        mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    return mesh;
}

TEST_P(AllVerdictsOfGpus, OfWhatFitsCanBeAskedAfterWhatWasTooMuchForTheMemory) {
    if (!device().info().on_processor) {
        GTEST_SKIP() << "this GPU has memory for more";
    }
    Random random(3);
    Session one = session();
    KnownBodies known(one);
    known.add(needles(random, 1200));
    known.add(needles(random, 1200));
    known.add(scenes::box({3, 0, 0}, {4, 1, 1}));
    known.add_again(2, moved_by(0.5));
    need(one.submit(known.placed[2], known.placed[3])); // in flight meanwhile
    const std::vector<BoxPair> all{{0, 1}, {2, 3}};
    const auto too_many = one.collide_all(known.placed, all);
    ASSERT_FALSE(too_many);
    EXPECT_EQ(too_many.error().code, ErrorCode::OutOfMemory);
    const auto frame = one.wait();
    ASSERT_TRUE(frame && frame->pairs);
    EXPECT_FALSE(frame->pairs->pairs.empty());
    const KnownBodies others = furnished(one);
    EXPECT_EQ(others.difference_of(others.all_pairs(), {.detail = Detail::Pairs}), "");
    EXPECT_EQ(difference(one.collide(known.placed[2], known.placed[3]),
                         collide(known.bodies[2], known.bodies[3])),
              "");
}

TEST_P(AllVerdictsOfGpus, ThatAreCutShortSaySo) {
    Session one = session();
    const KnownBodies known = furnished(one);
    Context context;
    context.cancel();
    const auto found = need(one.collide_all(known.placed, known.all_pairs(), {}, context));
    ASSERT_EQ(found.size(), known.all_pairs().size());
    for (const Interference& answer : found) {
        EXPECT_TRUE(answer.partial);
        EXPECT_EQ(answer.decision, Decision::Cancelled);
    }
}

TEST_P(AllVerdictsOfGpus, OfPairsThatAreNoneAreRefused) {
    Session one = session();
    KnownBodies known = furnished(one);
    for (const BoxPair wrong : {BoxPair{2, 1}, BoxPair{1, 1}, BoxPair{0, 10}}) {
        const std::vector<BoxPair> pairs{{0, 1}, wrong};
        EXPECT_FALSE(one.collide_all(known.placed, pairs)) << wrong.a << " " << wrong.b;
    }
    known.placed[3].pose.scale = -1;
    const auto refused = one.collide_all(known.placed, known.all_pairs());
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().body, 3u);
    known.placed[3] = {MeshId{77}};
    EXPECT_FALSE(one.collide_all(known.placed, known.all_pairs()));
}

IMPINGE_ON_EVERY_DEVICE(AllVerdictsOfGpus);

} // namespace
} // namespace impinge::tests
