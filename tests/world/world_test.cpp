// SPDX-License-Identifier: Apache-2.0
//
// Every answer of a World against collide() and distance() on each pair of bodies alone.
#include "impinge/world.hpp"

#include "base/hash.hpp"
#include "impinge/assembly.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/cloth.hpp"
#include "scenes/moving_polytopes.hpp"
#include "tests/support/random_rotation.hpp"
#include "tests/support/same_answers.hpp"
#include "tests/support/scale.hpp"
#include "tests/world/random_world.hpp"
#include "world/step/step.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace impinge::tests {
namespace {

using PairKey = std::pair<std::uint32_t, std::uint32_t>;

bool are_looked_at(const TwinBody& a, const TwinBody& b) {
    const PairFilter& of_a = a.options.filter;
    const PairFilter& of_b = b.options.filter;
    return (of_a.groups & of_b.mask) != 0 && (of_b.groups & of_a.mask) != 0 &&
           (a.options.mobility == Mobility::Moving || b.options.mobility == Mobility::Moving);
}

/// What was seen in many frames.
struct Tally {
    std::map<Verdict, int> verdicts;
    std::map<DecidedBy, int> decided_by;
    int near = 0;
    int undecided = 0;
    int persisted = 0;
    int ended = 0;
};

void expect_answer(const TwinBody& a, const TwinBody& b, const WorldPair* listed, double margin,
                   Tally& tally) {
    const Interference answer = are_looked_at(a, b) ? *collide(a.body(), b.body()) : Interference{};
    const Verdict verdict = answer.verdict;
    const auto gap = distance(a.body(), b.body());
    const bool within =
        are_looked_at(a, b) && verdict == Verdict::Apart && margin > 0 && gap->distance <= margin;
    ++tally.verdicts[verdict];
    tally.near += within ? 1 : 0;
    tally.undecided += answer.decided() ? 0 : 1;
    ASSERT_EQ(listed != nullptr, verdict != Verdict::Apart || within || !answer.decided())
        << a.id.index << " and " << b.id.index << ": " << to_string(verdict);
    if (listed == nullptr) {
        return;
    }
    ++tally.decided_by[listed->decided_by];
    EXPECT_EQ(listed->a, a.id);
    EXPECT_EQ(listed->b, b.id);
    EXPECT_EQ(listed->decision, answer.decision);
    EXPECT_STREQ(to_string(listed->verdict), to_string(verdict))
        << a.id.index << " and " << b.id.index << " by " << to_string(listed->decided_by);
    ASSERT_EQ(listed->distance.has_value(), within);
    if (within) {
        EXPECT_NEAR(*listed->distance, gap->distance, 1e-14);
    }
    if (listed->nearest) {
        EXPECT_EQ(listed->nearest->distance, gap->distance);
        EXPECT_EQ(listed->nearest->point_a, gap->point_a);
        EXPECT_EQ(listed->nearest->triangle_b, gap->triangle_b);
    }
}

/// Every pair of a frame. Returns the ids of what is listed.
std::set<std::pair<BodyId, BodyId>> expect_answers(const RandomWorld& scene, const WorldStep& step,
                                                   double margin, Tally& tally) {
    std::map<PairKey, const WorldPair*> listed;
    std::set<std::pair<BodyId, BodyId>> ids;
    for (const WorldPair& pair : step.pairs) {
        EXPECT_TRUE(listed.emplace(PairKey{pair.a.index, pair.b.index}, &pair).second);
        ids.emplace(pair.a, pair.b);
    }
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        for (std::size_t j = i + 1; j < scene.bodies.size(); ++j) {
            const bool in_order = scene.bodies[i].id < scene.bodies[j].id;
            const TwinBody& a = scene.bodies[in_order ? i : j];
            const TwinBody& b = scene.bodies[in_order ? j : i];
            const auto found = listed.find({a.id.index, b.id.index});
            expect_answer(a, b, found == listed.end() ? nullptr : found->second, margin, tally);
        }
    }
    return ids;
}

void expect_events(const WorldStep& step, const std::set<std::pair<BodyId, BodyId>>& before,
                   const std::set<std::pair<BodyId, BodyId>>& now, Tally& tally) {
    for (const WorldPair& pair : step.pairs) {
        EXPECT_EQ(pair.phase == Phase::Persisted, before.contains({pair.a, pair.b}));
        tally.persisted += pair.phase == Phase::Persisted ? 1 : 0;
    }
    std::vector<EndedPair> ended;
    for (const auto& [a, b] : before) {
        if (!now.contains({a, b})) {
            ended.push_back({a, b});
        }
    }
    EXPECT_EQ(step.ended, ended);
    tally.ended += static_cast<int>(ended.size());
}

void run_and_expect(const WorldOptions& options, std::uint64_t seed, std::size_t frames,
                    Tally& tally) {
    RandomWorld scene(options, seed);
    scene.add_bodies(14);
    std::set<std::pair<BodyId, BodyId>> before;
    for (std::size_t frame = 0; frame < frames; ++frame) {
        const auto step = scene.world.step(Context(1 + frame % 2));
        ASSERT_TRUE(step) << step.error().message;
        EXPECT_FALSE(step->partial);
        EXPECT_EQ(scene.world.size(), scene.bodies.size());
        const auto now = expect_answers(scene, *step, options.margin, tally);
        expect_events(*step, before, now, tally);
        before = now;
        scene.change_everything();
    }
}

TEST(World, SaysOfEveryPairWhatCollideSaysWhateverHappens) {
    Tally tally;
    const WorldOptions kinds[] = {
        {},
        {.broad_phase = BroadPhaseMethod::SweepInsertion, .boxes = BoxKind::WalkFaces},
        {.broad_phase = BroadPhaseMethod::SweepBubble, .boxes = BoxKind::WalkEdges, .margin = 0.5},
        {.broad_phase = BroadPhaseMethod::IntervalTree, .boxes = BoxKind::FixedCube, .margin = 0.4},
        {.broad_phase = BroadPhaseMethod::BruteForce, .margin = 1},
        {.convex_search = ConvexSearch::ClosestFeatures},
        {.convex_search = ConvexSearch::ClosestFeatures, .margin = 0.5},
    };
    for (std::size_t round = 0; round < scaled(14); ++round) {
        run_and_expect(kinds[round % std::size(kinds)], 100 + round, scaled(60), tally);
    }
    if (is_full_run()) {
        for (const Verdict verdict : {Verdict::Apart, Verdict::Touching, Verdict::Crossing,
                                      Verdict::AInsideB, Verdict::BInsideA, Verdict::Same}) {
            EXPECT_GT(tally.verdicts[verdict], 20) << to_string(verdict);
        }
        for (const DecidedBy decided_by :
             {DecidedBy::ConvexProof, DecidedBy::Hierarchy, DecidedBy::Exact,
              DecidedBy::ExactAfterDoubt, DecidedBy::ClosestFeatures}) {
            EXPECT_GT(tally.decided_by[decided_by], 100) << to_string(decided_by);
        }
        EXPECT_GT(tally.near, 300);
        EXPECT_GT(tally.persisted, 1000);
        EXPECT_GT(tally.ended, 1000);
    }
}

TEST(World, FindsTheCollisionsOfASwarm) {
    scenes::MovingPolytopes swarm({.bodies = 150, .shapes = 20, .density = 0.1, .seed = 3});
    World world;
    std::vector<Body> bodies;
    for (std::size_t i = 0; i < swarm.poses().size(); ++i) {
        const Polytope& shape = swarm.shapes()[swarm.shape_of()[i]];
        ASSERT_TRUE(world.add(shape, {.pose = swarm.poses()[i]}));
        bodies.push_back({shape.mesh(), swarm.poses()[i]});
    }
    std::size_t colliding = 0;
    Hasher hasher;
    for (std::size_t frame = 0; frame < scaled(60); ++frame) {
        std::vector<PairKey> pairs;
        for (std::uint32_t i = 0; i < bodies.size(); ++i) {
            bodies[i].pose = swarm.poses()[i];
            ASSERT_TRUE(world.move({i, 0}, bodies[i].pose));
        }
        const auto step = world.step();
        for (const WorldPair& pair : step->pairs) {
            pairs.emplace_back(pair.a.index, pair.b.index);
        }
        const auto check = check_all(bodies);
        std::vector<PairKey> wanted;
        for (const AssemblyPair& pair : check->pairs) {
            if (pair.interference.verdict != Verdict::Apart) {
                wanted.emplace_back(pair.a, pair.b);
            }
        }
        ASSERT_EQ(pairs, wanted);
        EXPECT_EQ(step->interfering, wanted.size());
        EXPECT_EQ(step->candidates, check->pairs.size()); // tight boxes
        colliding += wanted.size();
        if (frame < 32) {
            hasher.add(step->hash);
        }
        swarm.advance(pairs);
    }
    EXPECT_GT(colliding, scaled(60) * 10);
    EXPECT_EQ(hasher.digest(), 7346550476500933829U) << "of the first 32 frames, on every machine";
}

/// A long script under other options: the same hashes.
std::vector<std::uint64_t> hashes_of(const WorldOptions& options, unsigned threads) {
    RandomWorld scene(options, 7);
    scene.add_bodies(24);
    std::vector<std::uint64_t> hashes;
    for (std::size_t frame = 0; frame < scaled(50); ++frame) {
        hashes.push_back(scene.world.step(Context(threads))->hash);
        scene.change_everything();
    }
    return hashes;
}

TEST(World, HashIsTheSameForAnyThreadsMethodAndBoxes) {
    for (const WorldOptions& options :
         {WorldOptions{}, WorldOptions{.margin = 0.6}, WorldOptions{.detail = Detail::Curves}}) {
        const auto wanted = hashes_of(options, 1);
        EXPECT_GT(std::set(wanted.begin(), wanted.end()).size(), wanted.size() / 2);
        for (const unsigned threads : {2U, 5U}) {
            EXPECT_EQ(hashes_of(options, threads), wanted);
        }
        for (const BroadPhaseMethod method :
             {BroadPhaseMethod::SweepInsertion, BroadPhaseMethod::SweepBubble,
              BroadPhaseMethod::IntervalTree, BroadPhaseMethod::Batch}) {
            WorldOptions other = options;
            other.broad_phase = method;
            EXPECT_EQ(hashes_of(other, 1), wanted) << to_string(method);
        }
        WorldOptions walking = options;
        walking.convex_search = ConvexSearch::ClosestFeatures;
        EXPECT_EQ(hashes_of(walking, 3), wanted);
        for (const BoxKind boxes : {BoxKind::FixedCube, BoxKind::WalkFaces, BoxKind::WalkEdges}) {
            WorldOptions other = options;
            other.boxes = boxes;
            EXPECT_EQ(hashes_of(other, 2), wanted) << static_cast<int>(boxes);
        }
    }
}

TEST(World, HashDoesNotDependOnThePast) {
    for (const WorldOptions& options :
         {WorldOptions{}, WorldOptions{.margin = 0.6}, WorldOptions{.detail = Detail::Pairs},
          WorldOptions{.convex_search = ConvexSearch::ClosestFeatures, .margin = 0.6}}) {
        RandomWorld scene(options, 11);
        scene.add_bodies(24);
        for (std::size_t frame = 0; frame < scaled(40); ++frame) {
            const auto step = scene.world.step();
            EXPECT_EQ(step->hash, scene.newborn(options).step()->hash) << frame;
            scene.change();
        }
    }
}

TEST(World, GivesTheTrianglePairsOfEveryInterferenceIfAsked) {
    RandomWorld scene({.detail = Detail::Pairs}, 5);
    scene.add_bodies(30);
    std::size_t listed = 0;
    for (std::size_t frame = 0; frame < scaled(8); ++frame) {
        const auto step = scene.world.step();
        for (const WorldPair& pair : step->pairs) {
            ASSERT_TRUE(pair.interference);
            const auto alone =
                collide(scene.bodies[pair.a.index].body(), scene.bodies[pair.b.index].body(),
                        {.detail = Detail::Pairs});
            EXPECT_EQ(pair.interference->hash, alone->hash);
            EXPECT_EQ(pair.verdict, alone->verdict);
            listed += alone->pairs.size();
        }
        EXPECT_GE(step->asked_exact, step->interfering);
        scene.change();
    }
    EXPECT_GT(listed, 100U);
}

TEST(World, WhatDidNotMoveIsNotAskedAgain) {
    World world;
    const auto sheet = world.add(Mesh{{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}}, {{0, 1, 2}}});
    const auto box = world.add(hand_made_box({0, 0, -1}, {1, 1, 1}));
    const auto first = world.step();
    ASSERT_EQ(first->pairs.size(), 1U);
    const auto second = world.step();
    EXPECT_EQ(second->pairs[0].interference, first->pairs[0].interference);
    ASSERT_TRUE(world.move(*box, translation({0.25, 0, 0})));
    const auto third = world.step();
    EXPECT_NE(third->pairs[0].interference, first->pairs[0].interference);
    EXPECT_EQ(third->pairs[0].decided_by, DecidedBy::Exact);
    EXPECT_EQ(third->hash, first->hash);
    ASSERT_TRUE(world.remove(*sheet));
    const auto last = world.step();
    EXPECT_TRUE(last->pairs.empty());
    EXPECT_EQ(last->ended, (std::vector<EndedPair>{{*sheet, *box}}));
}

TEST(World, AReusedNumberIsAnotherBody) {
    World world;
    const auto box = Polytope::from_mesh(unit_box().view());
    const auto old = world.add(*box);
    const auto other = world.add(*box, {.pose = translation({0.5, 0.5, 0.5})});
    EXPECT_EQ(world.step()->pairs.size(), 1U);
    ASSERT_TRUE(world.remove(*old));
    const auto reborn = world.add(*box);
    EXPECT_EQ(reborn->index, old->index);
    EXPECT_NE(reborn->generation, old->generation);
    const auto step = world.step();
    ASSERT_EQ(step->pairs.size(), 1U);
    EXPECT_EQ(step->pairs[0].phase, Phase::Began);
    EXPECT_EQ(step->ended, (std::vector<EndedPair>{{*old, *other}}));
    EXPECT_FALSE(world.move(*old, {}));
    EXPECT_TRUE(world.move(*reborn, translation({9, 9, 9})));
}

TEST(World, TellsClosestFeaturesAndPenetrationIfAsked) {
    World world({.penetration = true, .closest = true});
    const auto box = Polytope::from_mesh(unit_box().view());
    const auto ball = Polytope::from_mesh(octahedron(1).view());
    (void)world.add(*box);
    (void)world.add(*box, {.pose = translation({0.75, 0.125, 0})});
    (void)world.add(*ball, {.pose = translation({-0.75, -0.75, 0.5})}); // past an edge of the first
    const auto step = world.step();
    ASSERT_EQ(step->pairs.size(), 2U);
    EXPECT_EQ(step->interfering, 1U);
    ASSERT_TRUE(step->pairs[0].penetration);
    EXPECT_NEAR(step->pairs[0].penetration->depth, 0.25, 1e-15);
    EXPECT_EQ(step->pairs[0].penetration->direction, (Vec3d{1, 0, 0}));
    ASSERT_TRUE(step->pairs[0].closest);
    EXPECT_TRUE(step->pairs[0].closest->penetrating);
    EXPECT_EQ(step->pairs[1].verdict, Verdict::Apart);
    EXPECT_FALSE(step->pairs[1].distance);
    ASSERT_TRUE(step->pairs[1].closest);
    EXPECT_NEAR(step->pairs[1].closest->distance, std::sqrt(0.125), 1e-15);
    EXPECT_EQ(world.step()->ended.size(), 0U); // what is only near by its box never began
}

TEST(World, ACancelledStepClaimsNothingAndIsMadeGoodByTheNext) {
    RandomWorld scene({}, 23);
    scene.add_bodies(20);
    const auto wanted = scene.newborn({}).step();
    const Context stopped;
    stopped.cancel();
    const auto partial = scene.world.step(stopped);
    ASSERT_TRUE(partial);
    EXPECT_TRUE(partial->partial);
    EXPECT_EQ(partial->pairs.size(), partial->candidates);
    EXPECT_GT(partial->pairs.size(), wanted->pairs.size());
    for (const WorldPair& pair : partial->pairs) {
        EXPECT_EQ(pair.verdict, Verdict::Touching);
        ASSERT_TRUE(pair.interference);
        EXPECT_TRUE(pair.interference->partial);
    }
    const auto whole = scene.world.step();
    EXPECT_FALSE(whole->partial);
    EXPECT_EQ(whole->hash, wanted->hash);
    EXPECT_EQ(whole->ended.size(), partial->pairs.size() - whole->pairs.size());
}

TEST(World, ReportsProgressUpToTheEnd) {
    RandomWorld scene({.margin = 1}, 23);
    scene.add_bodies(20);
    std::vector<double> fractions;
    Context watched(1);
    watched.set_progress([&](double fraction) { fractions.push_back(fraction); });
    ASSERT_TRUE(scene.world.step(watched));
    EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
    EXPECT_GT(fractions.size(), 3U);
    EXPECT_EQ(fractions.back(), 1);
}

TEST(World, RefusesWhatDoesNotExistOrIsNotFinite) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    World world;
    Mesh bad = unit_box();
    bad.triangles[3][1] = 8;
    EXPECT_FALSE(world.add(bad));
    EXPECT_FALSE(world.add(unit_box(), {.pose = translation({0, infinity, 0})}));
    EXPECT_EQ(world.size(), 0U);
    const auto box = world.add(unit_box());
    const auto solid = world.add(*Polytope::from_mesh(unit_box().view()));
    const BodyId nobody{7, 0};
    const Mesh mesh = unit_box();
    const Status refused[] = {
        world.remove(nobody),
        world.move(nobody, {}),
        world.deform(nobody, mesh.positions),
        world.deform(nobody, mesh),
        world.set_part_pose(nobody, 0, {}),
        world.set_filter({box->index, 1}, {}),
        world.set_mobility(nobody, Mobility::Moving),
        world.move(*box, {.scale = std::nan("")}),
        world.deform(*box, std::vector<Vec3d>(7)),
        world.deform(*box, std::vector<Vec3d>(8, {0, -infinity, 0})),
        world.deform(*box, bad),
        world.deform(*solid, mesh.positions),
        world.set_part_pose(*box, 0, {}),
    };
    for (const Status& status : refused) {
        ASSERT_FALSE(status);
        EXPECT_GT(status.error().message.size(), 10U);
    }
    EXPECT_FALSE(world.pose(nobody));
    EXPECT_FALSE(world.box(nobody));
    EXPECT_EQ(refused[0].error().message, "body 7 (generation 0): there is no such body");
    EXPECT_EQ(world.step()->pairs.size(), 1U);
    EXPECT_FALSE(World({.margin = -1}).step());
    EXPECT_FALSE(World({.margin = infinity}).step());
}

TEST(World, APoseThatMakesACoordinateInfiniteFailsUntilItIsMended) {
    World world;
    const auto solid = Polytope::from_mesh(unit_box().view());
    const auto first = world.add(*solid);
    const auto second = world.add(*solid, {.pose = {.scale = 0.5}});
    const auto third = world.add(unit_box());
    const std::uint64_t hash = world.step()->hash;
    const Rigid far{.translation = {1e308, 0, 0}, .scale = 1.7e308};
    ASSERT_TRUE(world.move(*third, far));
    ASSERT_TRUE(world.move(*second, far));
    const auto failed = world.step();
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().code, ErrorCode::NonFinite);
    EXPECT_EQ(failed.error().message.find("body 1: "), 0U) << failed.error().message;
    ASSERT_TRUE(world.move(*third, {}));
    ASSERT_TRUE(world.move(*second, {.scale = 0.5}));
    EXPECT_EQ(world.step()->hash, hash);
    EXPECT_EQ(*world.box(*first), (Box3{{0, 0, 0}, {1, 1, 1}}));
    EXPECT_EQ(*world.box(*second), (Box3{{0, 0, 0}, {0.5, 0.5, 0.5}}));
    EXPECT_EQ(*world.pose(*third), Rigid{});
}

TEST(World, AnEmptyWorldHasNothingToTell) {
    World world;
    const auto empty = world.step();
    EXPECT_TRUE(empty->pairs.empty());
    (void)world.add(Mesh{});
    (void)world.add(Hierarchy());
    (void)world.add(unit_box());
    const auto step = world.step();
    EXPECT_TRUE(step->pairs.empty());
    EXPECT_EQ(step->candidates, 0U);
    EXPECT_EQ(step->hash, empty->hash);
}

/// Bodies that are asked about again and again are prepared on the way; nothing may tell when.
TEST(World, MeshesAskedOftenSayWhatBareMeshesSay) {
    const Mesh ball = scenes::bumpy_sphere({.triangles = 800, .seed = 1});
    const Mesh small = scenes::bumpy_sphere({.triangles = 300, .radius = 0.4, .seed = 2});
    World world({.margin = 0.3, .detail = Detail::Pairs});
    const BodyId a = world.add(ball).value();
    const BodyId b = world.add(small).value();
    std::size_t near = 0;
    std::size_t crossing = 0;
    Mesh changing = small;
    for (int frame = 0; frame < 60; ++frame) {
        Rigid pose = rotation({1, 2, 3}, frame * 0.1);
        pose.translation = {0.2 * (frame % 9), 0.03 * frame, 0};
        ASSERT_TRUE(world.move(b, pose));
        if (frame == 30) { // what was prepared is prepared anew
            for (Vec3d& p : changing.positions) {
                p = p * 1.25;
            }
            ASSERT_TRUE(world.deform(b, changing.positions));
        }
        const auto step = world.step();
        ASSERT_TRUE(step);
        const Body body_a{ball.view()};
        const Body body_b{changing.view(), pose};
        const auto alone = collide(body_a, body_b, {.detail = Detail::Pairs});
        const bool meet = alone->verdict != Verdict::Apart;
        const auto gap = distance(body_a, body_b);
        ASSERT_EQ(step->pairs.size(), meet || gap->distance <= 0.3 ? 1U : 0U) << frame;
        if (meet) {
            ++crossing;
            EXPECT_EQ(difference(Expected(*step->pairs[0].interference), alone), "") << frame;
        } else if (!step->pairs.empty()) {
            ++near;
            ASSERT_TRUE(step->pairs[0].nearest);
            EXPECT_EQ(difference(Expected(*step->pairs[0].nearest), gap), "") << frame;
        }
    }
    EXPECT_GE(near, 5U);
    EXPECT_GE(crossing, 15U);
    EXPECT_EQ(a.index, 0U);
}

/// A large body, which deforms, is moved and stands still, among small ones: all pairs share what
/// is found out about it, and none may be told what held before.
TEST(World, ALargeMeshAmongManySaysWhatBareMeshesSay) {
    Mesh cloth = scenes::folded_cloth({.triangles = 6000, .folds = 2});
    const Mesh ball = scenes::bumpy_sphere({.triangles = 200, .radius = 0.5});
    World world({.margin = 0.4, .detail = Detail::Pairs});
    const BodyId large = world.add(cloth).value();
    std::vector<BodyId> balls;
    for (int i = 0; i < 6; ++i) {
        balls.push_back(world.add(ball).value());
    }
    Rigid pose_of_cloth;
    std::size_t crossing = 0;
    std::size_t near = 0;
    for (int frame = 0; frame < 12; ++frame) {
        if (frame % 3 == 1) {
            for (Vec3d& p : cloth.positions) {
                p = p + Vec3d{0, 0, 0.05 * p.x};
            }
            ASSERT_TRUE(world.deform(large, cloth.positions));
        } else if (frame % 3 == 2) {
            pose_of_cloth.translation.z += 0.1;
            ASSERT_TRUE(world.move(large, pose_of_cloth));
        }
        std::vector<Body> bodies{{cloth.view(), pose_of_cloth}};
        for (std::size_t i = 0; i < balls.size(); ++i) {
            Rigid pose;
            pose.translation = {0.9 * static_cast<double>(i), 1.0 + 0.3 * frame,
                                -0.6 + 0.25 * static_cast<double>(i)};
            ASSERT_TRUE(world.move(balls[i], pose));
            bodies.push_back({ball.view(), pose});
        }
        const auto step = world.step(Context(frame % 2 == 0 ? 1 : 3));
        ASSERT_TRUE(step);
        for (const WorldPair& pair : step->pairs) {
            const Body& a = bodies[pair.a.index];
            const Body& b = bodies[pair.b.index];
            if (pair.interference) {
                ++crossing;
                EXPECT_EQ(difference(Expected(*pair.interference),
                                     collide(a, b, {.detail = Detail::Pairs})),
                          "")
                    << frame << ": " << pair.b.index;
            }
            if (pair.nearest) {
                ++near;
                EXPECT_EQ(difference(Expected(*pair.nearest), distance(a, b)), "")
                    << frame << ": " << pair.b.index;
            }
        }
    }
    EXPECT_GE(crossing, 12U);
    EXPECT_GE(near, 4U);
}

/// Bodies that are asked about very often learn where their surfaces are not; nothing may tell
/// either.
TEST(World, MeshesMaySayManyTimesWhatBareMeshesSay) {
    Random random(71);
    const Mesh large = scenes::bumpy_sphere({.triangles = 900, .seed = 1});
    const Mesh small = scenes::bumpy_sphere({.triangles = 300, .radius = 0.3, .seed = 2});
    World world;
    const BodyId a = world.add(large).value();
    const BodyId b = world.add(small).value();
    std::map<Verdict, int> seen;
    constexpr int steps = 600;
    for (int i = 0; i < steps; ++i) {
        const Rigid first = random_rotation(random);
        Rigid second = random_rotation(random);
        second.translation = random.direction() * random.uniform(0, 1.6);
        ASSERT_TRUE(world.move(a, first));
        ASSERT_TRUE(world.move(b, second));
        const WorldStep step = world.step(Context(1)).value();
        const auto bare = collide({large.view(), first}, {small.view(), second});
        ++seen[bare->verdict];
        ASSERT_EQ(step.pairs.empty(), bare->verdict == Verdict::Apart) << i;
        if (!step.pairs.empty()) {
            ASSERT_EQ(difference(Expected(*step.pairs[0].interference), bare), "") << i;
        }
    }
    EXPECT_GE(seen[Verdict::Apart], steps / 10);
    EXPECT_GE(seen[Verdict::Crossing], steps / 10);
    EXPECT_GE(seen[Verdict::BInsideA], steps / 10);
}

/// What was prepared of bodies that deform is refitted; nothing may tell.
TEST(World, MeshesThatDeformOftenSayWhatBareMeshesSay) {
    const Mesh ball = scenes::bumpy_sphere({.triangles = 500, .seed = 1});
    const Mesh small = scenes::bumpy_sphere({.triangles = 200, .radius = 0.3, .seed = 2});
    constexpr std::size_t others = 6;
    World world({.margin = 0.2, .detail = Detail::Pairs});
    const BodyId a = world.add(ball).value();
    std::vector<Rigid> poses;
    for (std::size_t i = 0; i < others; ++i) {
        Rigid pose = rotation({0, 0, 1}, static_cast<double>(i));
        pose.translation = Vec3d{pose.row_x.x, pose.row_x.y, 0.1} * 1.2;
        poses.push_back(pose);
        ASSERT_TRUE(world.add(small, {.pose = pose}));
    }
    Mesh changing = ball;
    std::size_t near = 0;
    std::size_t crossing = 0;
    for (int frame = 0; frame < 40; ++frame) {
        for (std::size_t i = 0; i < ball.positions.size(); ++i) {
            changing.positions[i] = ball.positions[i] * (0.9 + 0.02 * (frame % 12));
        }
        ASSERT_TRUE(world.deform(a, changing.positions));
        const auto step = world.step();
        ASSERT_TRUE(step);
        std::size_t listed = 0;
        for (std::size_t i = 0; i < others; ++i) {
            const Body body_a{changing.view()};
            const Body body_b{small.view(), poses[i]};
            const auto alone = collide(body_a, body_b, {.detail = Detail::Pairs});
            const auto gap = distance(body_a, body_b);
            const bool meet = alone->verdict != Verdict::Apart;
            if (!meet && gap->distance > 0.2) {
                continue;
            }
            const auto pair = std::find_if(step->pairs.begin(), step->pairs.end(), [&](auto& one) {
                return one.a == a && one.b.index == i + 1;
            });
            ASSERT_NE(pair, step->pairs.end()) << frame;
            ++listed;
            meet ? ++crossing : ++near;
            EXPECT_EQ(meet ? difference(Expected(*pair->interference), alone)
                           : difference(Expected(*pair->nearest), gap),
                      "")
                << frame;
        }
        EXPECT_EQ(listed, static_cast<std::size_t>(
                              std::count_if(step->pairs.begin(), step->pairs.end(),
                                            [&](const WorldPair& pair) { return pair.a == a; })));
    }
    EXPECT_GE(near, 30U);
    EXPECT_GE(crossing, 30U);
}

Box3 placed_box(const Mesh& mesh, const Rigid& pose) {
    Box3 box;
    for (const Vec3d& p : mesh.positions) { // all of which are used
        box = extend(box, apply(pose, p));
    }
    return box;
}

/// Boxes of bodies that were prepared are found in another way; they stay those of the vertices.
TEST(World, BoxesAndCandidatesDoNotDependOnPreparation) {
    const Mesh ball = scenes::bumpy_sphere({.triangles = 800, .seed = 1});
    const Mesh small = scenes::bumpy_sphere({.triangles = 300, .radius = 0.4, .seed = 2});
    for (const double margin : {0.0, 0.05}) {
        World world({.margin = margin});
        const BodyId a = world.add(ball).value();
        const BodyId b = world.add(small).value();
        std::size_t candidates = 0;
        constexpr int frames = 400;
        for (int frame = 0; frame < frames; ++frame) {
            Rigid pose = rotation({1, 2, 3}, frame * 0.1);
            pose.translation = {1.1 + 0.5 * ((frame % 7) / 6.0), 0.02 * (frame % 31), 0.3};
            ASSERT_TRUE(world.move(a, rotation({3, 1, 2}, frame * 0.07)));
            ASSERT_TRUE(world.move(b, pose));
            const auto step = world.step();
            const Box3 box_a = placed_box(ball, world.pose(a).value());
            const Box3 box_b = placed_box(small, pose);
            const bool overlap = margin == 0 ? boxes_overlap(box_a, box_b)
                                             : boxes_overlap(grown_by_half(box_a, margin),
                                                             grown_by_half(box_b, margin));
            ASSERT_EQ(step->candidates, overlap ? 1U : 0U) << frame;
            ASSERT_EQ(step->asked_exact, boxes_overlap(box_a, box_b) ? 1U : 0U) << frame;
            ASSERT_TRUE(world.move(b, {})); // boxes are those of the last step
            ASSERT_EQ(world.box(a).value(), box_a) << frame;
            ASSERT_EQ(world.box(b).value(), box_b) << frame;
            candidates += overlap ? 1 : 0;
        }
        EXPECT_GE(candidates, frames / 4U);
        EXPECT_LE(candidates, 3 * frames / 4U);
    }
}

} // namespace
} // namespace impinge::tests
