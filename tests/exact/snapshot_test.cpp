// SPDX-License-Identifier: Apache-2.0
//
// What snapshots say is what bare meshes say, bit for bit, whatever was asked of them before. The
// blocks behind them against a look at all triangles.
#include "impinge/snapshot.hpp"

#include "base/random.hpp"
#include "exact/pairs/triangle_blocks.hpp"
#include "exact/shared_facts.hpp"
#include "geometry/bvh.hpp"
#include "scenes/assembly.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/cloth.hpp"
#include "tests/support/random_rotation.hpp"
#include "tests/support/random_soups.hpp"
#include "tests/support/same_answers.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <thread>

namespace impinge::tests {
namespace {

void shuffle_triangles(Random& random, Mesh& mesh) {
    for (std::size_t i = mesh.triangles.size(); i > 1; --i) {
        std::swap(mesh.triangles[i - 1], mesh.triangles[random.below(i)]);
    }
}

void add_triangle(Mesh& mesh, Vec3d at, double size) {
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    mesh.positions.insert(mesh.positions.end(),
                          {at, at + Vec3d{size, 0, 0}, at + Vec3d{0, size, 0}});
    mesh.triangles.push_back({first, first + 1, first + 2});
}

/// Large enough for blocks.
Mesh random_large(Random& random) {
    Mesh mesh;
    switch (random.below(4)) {
    case 0:
        mesh = scenes::bumpy_sphere({.triangles = 6000, .seed = random.next()});
        break;
    case 1:
        mesh = scenes::folded_cloth({.triangles = 6000, .folds = 2, .width = 1, .depth = 2});
        break;
    case 2:
        mesh = scattered_soup(random, 5000, 0.05);
        break;
    default:
        mesh = scenes::box({-1, -1, -1}, {1, 1, 1}, 6000);
        break;
    }
    if (random.below(2) == 0) {
        shuffle_triangles(random, mesh);
    }
    if (random.below(4) == 0) {
        add_triangle(mesh, random.direction() * 1e6, 1);
    }
    if (random.below(4) == 0) {
        mesh.positions.push_back({1e9, -1e9, 0}); // of no triangle
    }
    return mesh;
}

Mesh random_small(Random& random) {
    const double size = random.uniform(0.05, 0.5);
    switch (random.below(4)) {
    case 0: { // flush with faces of a box, or its corner to corner
        const auto place = [&] { return 0.25 * random.integer(-5, 5); };
        const Vec3d low{place(), place(), place()};
        return scenes::box(low, low + Vec3d{0.25, 0.25, 0.25});
    }
    case 1:
        return scattered_soup(random, random.below(40), 0.1); // perhaps none
    default: {
        const Mesh ball = scenes::bumpy_sphere(
            {.triangles = 32 + random.below(300), .radius = size, .seed = random.next()});
        return scenes::moved(ball, random.direction() * random.uniform(0, 1.6));
    }
    }
}

Rigid random_pose(Random& random) {
    Rigid pose = random_rotation(random);
    pose.translation = random.direction();
    return pose;
}

struct Answers {
    std::map<Verdict, std::size_t> verdicts;
    std::size_t near = 0;
    std::size_t all = 0;
};

/// Asks both about two bodies in every way there is.
void expect_same(const Snapshot& placed_a, const Snapshot& placed_b, const Body& a, const Body& b,
                 unsigned threads, Answers& answers) {
    const Context context(threads);
    const Context one(1);
    for (const OpenMeshes meant : {OpenMeshes::UnfinishedSolids, OpenMeshes::Surfaces}) {
        for (const Detail detail : {Detail::Verdict, Detail::Pairs, Detail::Curves}) {
            const CollideOptions options{.detail = detail, .open_meshes = meant};
            const auto bare = collide(a, b, options, one);
            ASSERT_EQ(difference(collide(placed_a, placed_b, options, context), bare), "");
            ASSERT_EQ(difference(collide(placed_b, placed_a, options, context),
                                 collide(b, a, options, one)),
                      "");
            if (detail == Detail::Verdict && meant == OpenMeshes::Surfaces) {
                ++answers.verdicts[bare->verdict];
            }
        }
    }
    ASSERT_EQ(difference(distance(placed_a, placed_b, context), distance(a, b, one)), "");
    constexpr double clearance = 0.2;
    const auto shared = within(placed_a, placed_b, clearance, context);
    const auto bare = within(a, b, clearance, one);
    ASSERT_TRUE(shared && bare);
    ASSERT_EQ(shared->within, bare->within);
    ASSERT_EQ(difference(Expected(shared->nearest), Expected(bare->nearest)), "");
    answers.near += bare->within ? 1 : 0;
    ++answers.all;
}

TEST(Snapshot, SaysWhatBareMeshesSay) {
    Random random(41);
    Answers answers;
    const std::size_t cases = scaled(24);
    for (std::size_t i = 0; i < cases; ++i) {
        SCOPED_TRACE(i);
        const Mesh large = random_large(random);
        const Body a{large.view(), random.below(2) == 0 ? Rigid{} : random_pose(random)};
        const auto placed_a = Snapshot::take(a, Context(1));
        ASSERT_TRUE(placed_a);
        for (std::size_t k = 0; k < 4; ++k) {
            SCOPED_TRACE(k);
            const Mesh small = random_small(random);
            const Body b{small.view(), a.pose};
            const auto placed_b = Snapshot::take(b, Context(1));
            ASSERT_TRUE(placed_b);
            expect_same(*placed_a, *placed_b, a, b, random.below(2) == 0 ? 1 : 3, answers);
            if (HasFatalFailure()) {
                return;
            }
        }
    }
    const auto at_least = [&](std::size_t share, Verdict verdict) {
        EXPECT_GE(share * answers.verdicts[verdict], answers.all) << to_string(verdict);
    };
    at_least(5, Verdict::Apart);
    at_least(5, Verdict::Crossing);
    at_least(20, Verdict::BInsideA);
    if (is_full_run()) {
        at_least(100, Verdict::Touching);
    }
    EXPECT_GE(2 * answers.near, answers.all);
    EXPECT_LE(10 * answers.near, 9 * answers.all);
}

TEST(Snapshot, OfTwoLargeBodiesSaysWhatBareMeshesSay) {
    Random random(42);
    Answers answers;
    const std::size_t cases = scaled(8);
    for (std::size_t i = 0; i < cases; ++i) {
        SCOPED_TRACE(i);
        const Mesh one = random_large(random);
        const Mesh other = random_large(random);
        Rigid pose = random_pose(random);
        pose.translation = pose.translation * random.uniform(0, 2);
        const Body a{one.view()};
        const Body b{other.view(), pose};
        const auto placed_a = Snapshot::take(a, Context(1));
        const auto placed_b = Snapshot::take(b, Context(1));
        ASSERT_TRUE(placed_a && placed_b);
        expect_same(*placed_a, *placed_b, a, b, 1, answers);
        if (HasFatalFailure()) {
            return;
        }
    }
    EXPECT_GE(2 * answers.verdicts[Verdict::Crossing], answers.all);
}

TEST(Snapshot, WithADiagnosisSaysWhatBareMeshesSay) {
    const Mesh large = scenes::bumpy_sphere({.triangles = 6000});
    const auto diagnosis = diagnose(large.view());
    ASSERT_TRUE(diagnosis);
    const Body a{large.view(), {}, &*diagnosis};
    const Mesh ball = scenes::bumpy_sphere({.triangles = 200, .radius = 0.2});
    const auto placed_a = Snapshot::take(a);
    ASSERT_TRUE(placed_a);
    Answers answers;
    for (const double x : {0.0, 0.9, 1.1}) {
        const Mesh small = scenes::moved(ball, {x, 0, 0});
        const auto placed_b = Snapshot::take({small.view()});
        ASSERT_TRUE(placed_b);
        expect_same(*placed_a, *placed_b, a, {small.view()}, 1, answers);
    }
    EXPECT_EQ(answers.verdicts[Verdict::BInsideA], 1U);
    EXPECT_EQ(answers.verdicts[Verdict::Crossing], 2U);
}

TEST(Snapshot, IsAskedByManyThreadsAtOnce) {
    const Mesh cloth = scenes::folded_cloth({.triangles = 20000});
    const Mesh ball = scenes::bumpy_sphere({.triangles = 300, .radius = 0.6});
    const auto placed = Snapshot::take({cloth.view()});
    ASSERT_TRUE(placed);
    constexpr std::size_t count = 24;
    std::vector<Mesh> balls;
    for (std::size_t i = 0; i < count; ++i) {
        balls.push_back(scenes::moved(ball, {0.1 * static_cast<double>(i), 3, 0.5}));
    }
    std::vector<std::string> differences(count, "not asked");
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            for (std::size_t i = t; i < count; i += 4) {
                const CollideOptions options{.detail = Detail::Pairs};
                const auto other = Snapshot::take({balls[i].view()});
                differences[i] = difference(collide(*placed, *other, options, Context(2)),
                                            collide({cloth.view()}, {balls[i].view()}, options));
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(differences, std::vector<std::string>(count));
}

TEST(Snapshot, RefusesWhatCollideRefuses) {
    Mesh mesh = scenes::box({0, 0, 0}, {1, 1, 1});
    mesh.positions[3].y = std::numeric_limits<double>::quiet_NaN();
    const auto refused = Snapshot::take({mesh.view()});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::NonFinite);
    EXPECT_EQ(refused.error().message, "body: vertex 3 is not finite");
    EXPECT_EQ(refused.error().place.index, 3U);
}

TEST(Snapshot, OfNothingIsEmptyAndApart) {
    const auto nothing = Snapshot::take({MeshView()});
    const Mesh box = scenes::box({0, 0, 0}, {1, 1, 1});
    const auto placed = Snapshot::take({box.view()});
    ASSERT_TRUE(nothing && placed);
    EXPECT_TRUE(is_empty(nothing->box()));
    EXPECT_EQ(placed->box(), (Box3{{0, 0, 0}, {1, 1, 1}}));
    const auto found = collide(*nothing, *placed);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->verdict, Verdict::Apart);
}

TEST(Snapshot, ACancelledQueryLeavesItAsItWas) {
    const Mesh large = scenes::bumpy_sphere({.triangles = 20000});
    const Mesh small = scenes::moved(scenes::bumpy_sphere({.radius = 0.2}), {1, 0, 0});
    const auto a = Snapshot::take({large.view()});
    const auto b = Snapshot::take({small.view()});
    ASSERT_TRUE(a && b);
    Context cancelled;
    cancelled.cancel();
    const auto nothing = collide(*a, *b, {}, cancelled);
    ASSERT_TRUE(nothing);
    EXPECT_TRUE(nothing->partial);
    EXPECT_EQ(difference(collide(*a, *b), collide({large.view()}, {small.view()})), "");
}

// --- blocks --------------------------------------------------------------------------------------

WorldMesh shared_world(const Mesh& mesh) {
    auto world = to_world({mesh.view()}, {"mesh"}, Context(1));
    world->shared = std::make_unique<const SharedFacts>(0);
    return std::move(*world);
}

std::vector<std::uint32_t> by_boxes(const WorldMesh& mesh, const Box3& region) {
    std::vector<std::uint32_t> reaching;
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
        if (boxes_overlap(box_of(mesh.triangle(i)), region)) {
            reaching.push_back(i);
        }
    }
    return reaching;
}

TEST(TriangleBlocks, LoseNoTriangleOfARegion) {
    Random random(43);
    std::size_t with_some = 0;
    std::size_t few = 0;
    const std::size_t cases = scaled(60);
    constexpr std::size_t regions = 10;
    for (std::size_t i = 0; i < cases; ++i) {
        SCOPED_TRACE(i);
        const Mesh mesh = random_large(random);
        const WorldMesh world = shared_world(mesh);
        const TriangleBlocks blocks(world, Context(1));
        for (std::size_t k = 0; k < regions; ++k) {
            const Triangle near = world.triangle(random.below(world.triangles.size()));
            const double reach = random.uniform(0, 0.3);
            const Vec3d at = near[0] + random.direction() * random.uniform(0, 0.5);
            const Box3 region{at - Vec3d{reach, reach, reach}, at + Vec3d{reach, reach, reach}};
            auto listed = blocks.reaching(region, world.triangles.size());
            ASSERT_TRUE(listed);
            std::sort(listed->begin(), listed->end());
            EXPECT_EQ(std::adjacent_find(listed->begin(), listed->end()), listed->end());
            const auto reaching = by_boxes(world, region);
            EXPECT_TRUE(
                std::includes(listed->begin(), listed->end(), reaching.begin(), reaching.end()));
            with_some += reaching.empty() ? 0 : 1;
            few += listed->size() < 2 * reaching.size() + world.triangles.size() / 8 ? 1 : 0;
        }
    }
    EXPECT_GE(2 * with_some, cases * regions);
    EXPECT_GE(10 * few, 9 * cases * regions); // shuffled or not, with strays or without
}

TEST(TriangleBlocks, AreMadeForTheSecondSmallRegionOnly) {
    const Mesh mesh = scenes::bumpy_sphere({.triangles = 10000});
    const WorldMesh world = shared_world(mesh);
    const Box3 small{{0.8, -0.1, -0.1}, {1.2, 0.1, 0.1}};
    const Context one(1);
    EXPECT_FALSE(triangles_reaching(world, world.box, one));
    EXPECT_FALSE(triangles_reaching(world, small, one));
    EXPECT_FALSE(triangles_reaching(world, world.box, one));
    const auto near = triangles_reaching(world, small, one);
    ASSERT_TRUE(near);
    EXPECT_LT(near->size(), mesh.triangles.size() / 10);
    const WorldMesh alone = *to_world({mesh.view()}, {"mesh"}, one);
    EXPECT_FALSE(triangles_reaching(alone, small, one));
    EXPECT_FALSE(triangles_reaching(alone, small, one));
}

TEST(TriangleBlocks, OfMeshesWithoutExtentHoldEverything) {
    Random random(44);
    Mesh point;
    Mesh flat;
    for (std::uint32_t i = 0; i < 5000; ++i) {
        add_triangle(point, {1, 2, 3}, 0);
        add_triangle(flat, {random.unit(), 0, 5}, 0.01);
    }
    const WorldMesh placed = shared_world(point);
    const TriangleBlocks blocks(placed, Context(1));
    EXPECT_EQ(blocks.reaching({{1, 2, 3}, {1, 2, 3}}, 5000)->size(), 5000U);
    EXPECT_EQ(blocks.reaching({{2, 2, 3}, {3, 2, 3}}, 5000)->size(), 0U);
    EXPECT_FALSE(blocks.reaching({{1, 2, 3}, {1, 2, 3}}, 4999));
    const WorldMesh sheet = shared_world(flat);
    const Box3 strip{{0.5, -1, 5}, {0.6, 1, 5}};
    auto listed = TriangleBlocks(sheet, Context(1)).reaching(strip, 5000);
    ASSERT_TRUE(listed);
    std::sort(listed->begin(), listed->end());
    const auto reaching = by_boxes(sheet, strip);
    EXPECT_GT(reaching.size(), 100U);
    EXPECT_TRUE(std::includes(listed->begin(), listed->end(), reaching.begin(), reaching.end()));
}

} // namespace
} // namespace impinge::tests
