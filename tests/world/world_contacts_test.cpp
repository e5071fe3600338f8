// SPDX-License-Identifier: Apache-2.0
//
// Manifolds and gaps of a World are those of contacts() and distance(), whatever happened before.
#include "tests/support/scale.hpp"
#include "tests/world/random_world.hpp"

#include "impinge/contacts.hpp"
#include "impinge/distance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace impinge::tests {
namespace {

const TwinBody* twin_of(const RandomWorld& scene, BodyId id) {
    const auto twin = std::find_if(scene.bodies.begin(), scene.bodies.end(),
                                   [&](const TwinBody& body) { return body.id == id; });
    return twin == scene.bodies.end() ? nullptr : &*twin;
}

bool same_manifolds(const std::vector<Manifold>& p, const std::vector<Manifold>& q) {
    const auto same_point = [](const ManifoldPoint& s, const ManifoldPoint& t) {
        return s.on_a == t.on_a && s.on_b == t.on_b && s.depth == t.depth && s.id == t.id &&
               s.triangle_a == t.triangle_a && s.triangle_b == t.triangle_b;
    };
    return std::equal(p.begin(), p.end(), q.begin(), q.end(),
                      [&](const Manifold& m, const Manifold& n) {
                          return m.kind == n.kind && m.normal == n.normal && m.depth == n.depth &&
                                 std::equal(m.points.begin(), m.points.end(), n.points.begin(),
                                            n.points.end(), same_point);
                      });
}

double off_body(Vec3d p, const TwinBody& twin) {
    double squared = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < twin.mesh.triangles.size(); ++i) {
        Triangle t = twin.mesh.view().triangle(i);
        for (Vec3d& corner : t.corners) {
            corner = apply(twin.options.pose, corner);
        }
        squared = std::min(squared, triangle_distance({{p, p, p}}, t).squared_distance);
    }
    return std::sqrt(squared);
}

/// Overlapping polytopes in poses that are turns: those that mirror or shear are left to the exact
/// engine.
bool is_convex_overlap(const WorldPair& pair, const TwinBody& a, const TwinBody& b) {
    const auto is_turn = [](const Rigid& pose) {
        return std::abs(dot(pose.row_x, pose.row_y)) < 1e-9 &&
               dot(cross(pose.row_x, pose.row_y), pose.row_z) > 0;
    };
    return a.is_polytope && b.is_polytope && is_turn(a.options.pose) && is_turn(b.options.pose) &&
           pair.verdict != Verdict::Touching;
}

void expect_shortest_way_out(const WorldPair& pair, const TwinBody& a, const TwinBody& b) {
    ASSERT_EQ(pair.manifolds.size(), 1U);
    const Manifold& m = pair.manifolds.front();
    const auto shape_a = Polytope::from_mesh(a.mesh.view());
    const auto shape_b = Polytope::from_mesh(b.mesh.view());
    ASSERT_TRUE(shape_a && shape_b);
    const auto way = penetration({*shape_a, a.options.pose}, {*shape_b, b.options.pose});
    ASSERT_TRUE(way);
    EXPECT_NEAR(m.depth, way->depth, 1e-12);
    EXPECT_NEAR(length(m.normal), 1, 1e-12);
    Body freed = b.body(); // moved so far and a little more, B is clear of A
    freed.pose.translation = freed.pose.translation + m.normal * (m.depth + 1e-9);
    const auto after = collide(a.body(), freed, {}, Context(1));
    ASSERT_TRUE(after);
    EXPECT_EQ(after->verdict, Verdict::Apart);
    double deepest = 0;
    for (const ManifoldPoint& p : m.points) {
        deepest = std::max(deepest, p.depth);
        EXPECT_LE(p.depth, m.depth + 1e-9);
        EXPECT_NEAR(dot(p.on_a - p.on_b, m.normal), p.depth, 1e-9);
        EXPECT_NEAR(length(p.on_a - p.on_b), p.depth, 1e-8);
    }
    EXPECT_GE(deepest, 0.98 * m.depth - 1e-9);
}

TEST(WorldContacts, AreThoseOfTheBodiesAsTheyStand) {
    std::size_t pairs = 0;
    std::size_t with_manifolds = 0;
    std::size_t polytopes = 0;
    std::size_t kinds[4]{};
    for (std::uint64_t seed = 1; seed <= tests::scaled(100) / 8; ++seed) {
        RandomWorld scene({.contact_points = 4}, 100 + seed);
        scene.add_bodies(16);
        for (int frame = 0; frame < 8; ++frame) {
            scene.change_everything();
            const auto step = scene.world.step(Context(static_cast<unsigned>(1 + seed % 3)));
            ASSERT_TRUE(step) << step.error().message;
            for (const WorldPair& pair : step->pairs) {
                const TwinBody* const a = twin_of(scene, pair.a);
                const TwinBody* const b = twin_of(scene, pair.b);
                ASSERT_TRUE(a != nullptr && b != nullptr);
                const auto expected = contacts(a->body(), b->body(), {}, Context(1));
                ASSERT_TRUE(expected) << expected.error().message;
                ASSERT_EQ(expected->interference.verdict, pair.verdict);
                const bool convex = is_convex_overlap(pair, *a, *b);
                if (convex) {
                    expect_shortest_way_out(pair, *a, *b);
                } else {
                    ASSERT_TRUE(same_manifolds(pair.manifolds, expected->manifolds))
                        << "bodies " << pair.a.index << ", " << pair.b.index;
                }
                polytopes += convex ? 1 : 0;
                ++pairs;
                with_manifolds += pair.manifolds.empty() ? 0 : 1;
                for (const Manifold& m : pair.manifolds) {
                    ++kinds[static_cast<std::size_t>(m.kind)];
                    for (const ManifoldPoint& p : m.points) {
                        ASSERT_LT(off_body(p.on_a, *a), 1e-8);
                        ASSERT_LT(off_body(p.on_b, *b), 1e-8);
                    }
                }
            }
        }
    }
    EXPECT_GT(pairs, 100U);
    EXPECT_GT(with_manifolds, pairs * 9 / 10);
    EXPECT_GT(polytopes, pairs / 30);
    for (const std::size_t of_kind : kinds) {
        EXPECT_GT(of_kind, 0U);
    }
}

TEST(WorldContacts, MakeNoDifferenceToVerdictsAndAreNotThereUnlessWanted) {
    RandomWorld with({.contact_points = 4}, 31);
    RandomWorld without({}, 31);
    with.add_bodies(20);
    without.add_bodies(20);
    const auto step_with = with.world.step();
    const auto step_without = without.world.step();
    ASSERT_TRUE(step_with && step_without);
    ASSERT_EQ(step_with->pairs.size(), step_without->pairs.size());
    for (std::size_t i = 0; i < step_with->pairs.size(); ++i) {
        EXPECT_EQ(step_with->pairs[i].verdict, step_without->pairs[i].verdict);
        EXPECT_TRUE(step_without->pairs[i].manifolds.empty());
    }
    const auto again = with.world.step(); // nobody moved
    ASSERT_TRUE(again);
    EXPECT_EQ(again->hash, step_with->hash);
}

TEST(WorldGaps, JoinThePointsOfBodiesOfEveryKind) {
    std::size_t gaps = 0;
    std::size_t pairs = 0;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        RandomWorld scene({.margin = 1.5}, 200 + seed);
        scene.add_bodies(16);
        scene.change();
        const auto step = scene.world.step();
        ASSERT_TRUE(step);
        for (const WorldPair& pair : step->pairs) {
            ++pairs;
            ASSERT_EQ(pair.gap.has_value(), pair.distance.has_value());
            if (!pair.gap) {
                continue;
            }
            ++gaps;
            const TwinBody* const a = twin_of(scene, pair.a);
            const TwinBody* const b = twin_of(scene, pair.b);
            const Gap& gap = *pair.gap;
            EXPECT_LT(off_body(gap.point_a, *a), 1e-12);
            EXPECT_LT(off_body(gap.point_b, *b), 1e-12);
            EXPECT_NEAR(length(gap.point_b - gap.point_a), *pair.distance, 1e-12);
            EXPECT_NEAR(length(gap.normal), 1, 1e-12);
            EXPECT_NEAR(dot(gap.point_b - gap.point_a, gap.normal), *pair.distance, 1e-12);
        }
    }
    EXPECT_GT(gaps, 20U);
    EXPECT_LT(gaps, pairs);
}

TEST(Distances, AreZeroExactlyWhereBodiesMeetAndHaveADirectionElsewhere) {
    Random random(3);
    std::size_t meeting = 0;
    const std::size_t rounds = tests::scaled(300);
    for (std::size_t i = 0; i < rounds; ++i) {
        const Mesh a = random_mesh(random);
        const Mesh b = random_mesh(random);
        const Body body_a{a.view(), random_pose(random)};
        Body body_b{b.view(), random_pose(random)};
        body_b.pose.translation = body_a.pose.translation + grid_point(random, 2);
        const auto met = collide(body_a, body_b, {.detail = Detail::Pairs}, Context(1));
        const auto near = distance(body_a, body_b, Context(1));
        ASSERT_TRUE(met && near);
        ASSERT_EQ(near->distance == 0, !met->pairs.empty());
        meeting += met->pairs.empty() ? 0 : 1;
        const Vec3d direction = direction_of(*near);
        if (near->distance > 0 && std::isfinite(near->distance)) {
            EXPECT_NEAR(length(direction), 1, 1e-14);
            EXPECT_NEAR(dot(near->point_b - near->point_a, direction), near->distance, 1e-12);
        } else {
            EXPECT_EQ(direction, Vec3d{});
        }
    }
    EXPECT_GT(meeting, rounds * 3 / 10);
    EXPECT_LT(meeting, rounds * 7 / 10);
}

} // namespace
} // namespace impinge::tests
