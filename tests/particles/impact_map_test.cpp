// SPDX-License-Identifier: Apache-2.0
#include "impinge/impact_map.hpp"

#include "base/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

namespace impinge {
namespace {

Emitter shower(std::uint32_t particles) {
    return {.particles = particles,
            .origin = {-4, -4, 9},
            .edge_u = {8, 0, 0},
            .edge_v = {0, 8, 0},
            .velocity = {0, 0, -5},
            .life = 4};
}

ParticleSystem made(const std::vector<Emitter>& emitters, const std::vector<Collider>& colliders) {
    auto system = ParticleSystem::make(emitters, colliders);
    EXPECT_TRUE(system) << (system ? "" : system.error().message);
    return *system;
}

TEST(ImpactMap, EveryImpactIsInOneTexel) {
    Mesh roof;
    roof.positions = {{-4, -4, 3}, {0, -4, 3}, {0, 4, 3}, {-4, 4, 3}};
    roof.triangles = {{0, 1, 2}, {0, 2, 3}};
    const std::vector<Collider> colliders{
        {.name = "table", .shape = rectangle({0, 0, 1}, {4, 0, 0}, {0, 2, 0})},
        {.name = "ball", .shape = moved(ellipsoid({1, 1, 0.5}), translation({2, -2, 2}))},
        {.name = "roof", .shape = roof}};
    const auto system = made({shower(3000)}, colliders);
    const auto impacts = system.impacts(0, 4);
    const auto maps = impact_maps(system, 0, 4, {.resolution = 64});
    ASSERT_TRUE(impacts && maps);
    ASSERT_EQ(maps->maps.size(), 3u);
    std::vector<std::uint64_t> in_list(3);
    std::vector<double> strength(3);
    for (const Impact& impact : impacts->list) {
        ++in_list[impact.collider];
        strength[impact.collider] += impact.normal_speed;
    }
    for (std::size_t i = 0; i < 3; ++i) {
        std::uint64_t count = 0;
        double sum = 0;
        for (const ImpactTexel& texel : maps->maps[i].texels) {
            count += texel.count;
            sum += texel.sum;
            if (texel.count > 0) {
                EXPECT_GE(texel.offset, 0);
                EXPECT_LE(texel.offset, 1);
                EXPECT_GT(texel.speed, 0);
            }
        }
        EXPECT_EQ(count, in_list[i]) << i;
        EXPECT_GT(count, 50u) << i;
        EXPECT_NEAR(sum, strength[i], 1e-9 * strength[i]);
    }
    EXPECT_EQ(maps->maps[0].width, 64);
    EXPECT_EQ(maps->maps[0].height, 32);
    EXPECT_EQ(maps->maps[0].chart.kind, ChartKind::Plane);
    EXPECT_EQ(maps->maps[2].chart.kind, ChartKind::Atlas);
}

/// A rectangle's map is a scaling: where an impact is says which texel has it.
TEST(ImpactMap, OfARectangleIsAScaling) {
    const std::vector<Collider> colliders{{.shape = rectangle({-4, -4, 0}, {8, 0, 0}, {0, 4, 0})}};
    const auto system = made({shower(500)}, colliders);
    const auto impacts = system.impacts(0, 4);
    ImpactMapOptions options{.resolution = 16};
    const auto maps = impact_maps(system, impacts->list, 0, 4, options);
    const ImpactMap& map = maps->maps[0];
    std::vector<std::uint32_t> expected(map.texels.size());
    for (const Impact& impact : impacts->list) {
        const Vec2d place = place_on(map.chart, colliders[0], impact.position);
        const double u = (impact.position.x + 4) / 8;
        const double v = (impact.position.y + 4) / 4;
        // Along the edges, in either order and direction.
        const bool straight =
            std::fabs(place.x - u) < 1e-12 || std::fabs(place.x - (1 - u)) < 1e-12;
        const bool across = std::fabs(place.x - v) < 1e-12 || std::fabs(place.x - (1 - v)) < 1e-12;
        EXPECT_TRUE(straight || across);
    }
    EXPECT_GT(impacts->list.size(), 100u);
}

TEST(ImpactMap, OfAMeshWithUvIsWhereThatSays) {
    Mesh roof;
    roof.positions = {{-4, -4, 1}, {4, -4, 1}, {4, 4, 2}, {-4, 4, 2}};
    roof.triangles = {{0, 1, 2}, {0, 2, 3}};
    Collider collider{.shape = roof};
    collider.uv = {{Vec2d{0, 0}, Vec2d{1, 0}, Vec2d{1, 0.5}},
                   {Vec2d{0, 0}, Vec2d{1, 0.5}, Vec2d{0, 0.5}}};
    const auto system = made({shower(800)}, {collider});
    const auto impacts = system.impacts(0, 4);
    const Chart chart = chart_of(collider);
    EXPECT_EQ(chart.kind, ChartKind::Given);
    ASSERT_GT(impacts->list.size(), 300u);
    for (const Impact& impact : impacts->list) {
        const Vec2d place = place_on(chart, collider, impact.position, impact.triangle);
        EXPECT_NEAR(place.x, (impact.position.x + 4) / 8, 1e-9);
        EXPECT_NEAR(place.y, (impact.position.y + 4) / 16, 1e-9);
    }
}

TEST(ImpactMap, RulesPickWhatTheySay) {
    // Two particles on one spot, the second faster and later.
    Emitter two;
    two.starts = {{{0, 0, 1}, {0, 0, -1}, 0}, {{0, 0, 4}, {0, 0, -2}, 0.5}};
    two.life = 10;
    const auto system = made({two}, {{.shape = rectangle({-1, -1, 0}, {2, 0, 0}, {0, 2, 0})}});
    const auto texel = [&](ImpactRule rule) {
        ImpactMapOptions options{.resolution = 1};
        options.rule = rule;
        return impact_maps(system, 0, 5, options)->maps[0].texels[0];
    };
    EXPECT_EQ(texel(ImpactRule::Latest).particle, 1u);
    EXPECT_EQ(texel(ImpactRule::Earliest).particle, 0u);
    EXPECT_EQ(texel(ImpactRule::Strongest).particle, 1u);
    EXPECT_EQ(texel(ImpactRule::Latest).count, 2u);
    EXPECT_NEAR(texel(ImpactRule::Latest).sum, 3, 1e-12);
    EXPECT_NEAR(texel(ImpactRule::Latest).offset, 0.5, 1e-9);
    EXPECT_NEAR(texel(ImpactRule::Earliest).offset, 0.2, 1e-9);
}

/// No chart lays far places on each other: random points of each surface.
TEST(ImpactMap, ChartsFoldNothing) {
    Random random(5);
    const std::vector<Collider> colliders{
        {.name = "ball", .shape = ellipsoid({1, 1, 1})},
        {.name = "long ball", .shape = ellipsoid({3, 1, 1})},
        {.name = "cylinder", .shape = cylinder(1, 1, -2, 2)},
        {.name = "cone", .shape = cone(1, 1, 0, 2)},
        {.name = "paraboloid", .shape = paraboloid(1, 1, 2)},
        {.name = "saddle", .shape = saddle(1, 1, 1, 1)},
        {.name = "hyperboloid", .shape = hyperboloid({1, 1, 1}, 1, -1, 1)},
        {.name = "blend", .shape = Blend{{{{-0.5, 0, 0}, 1.5, 1}, {{0.5, 0, 0}, 1.5, 1}}, 0.5}}};
    for (const Collider& collider : colliders) {
        const Chart chart = chart_of(collider);
        Emitter spray{.particles = 9000,
                      .origin = {-4, -4, -4},
                      .edge_u = {8, 0, 0},
                      .edge_v = {0, 8, 0},
                      .edge_w = {0, 0, 8},
                      .velocity_spread = {5, 5, 5},
                      .life = 5,
                      .generations = 1};
        const auto impacts = made({spray}, {collider}).impacts(0, 10);
        ASSERT_GT(impacts->list.size(), 100u) << collider.name;
        std::size_t folded = 0;
        std::size_t near = 0;
        for (std::size_t i = 0; i < impacts->list.size(); ++i) {
            for (std::size_t k = i + 1; k < impacts->list.size(); ++k) {
                const Vec3d p = impacts->list[i].position;
                const Vec3d q = impacts->list[k].position;
                const Vec2d a = place_on(chart, collider, p);
                const Vec2d b = place_on(chart, collider, q);
                if (std::hypot(a.x - b.x, a.y - b.y) < 0.01) {
                    ++near;
                    folded += length(p - q) > 0.6 ? 1 : 0;
                }
            }
        }
        EXPECT_GT(near, 10u) << collider.name;
        EXPECT_EQ(folded, 0u) << collider.name << " on a " << to_string(chart.kind);
    }
}

TEST(ImpactMap, TellsEachImpactOnceAndInTime) {
    const auto system =
        made({shower(400)}, {{.shape = rectangle({-4, -4, 0}, {8, 0, 0}, {0, 8, 0})}});
    ImpactFeed feed(system, 0.25, 0);
    std::set<std::pair<std::uint32_t, std::uint32_t>> told;
    double last = 0;
    for (double now = 0; now <= 8; now += 0.1) {
        const auto impacts = feed.next(now);
        ASSERT_TRUE(impacts);
        for (const Impact& impact : impacts->list) {
            EXPECT_TRUE(told.insert({impact.particle, impact.generation}).second);
            if (now > 0) { // at first there is no time to lose
                EXPECT_GT(impact.time, now + 0.25 - 0.1 - 1e-9);
            }
            EXPECT_GE(impact.time, last);
            last = impact.time;
        }
    }
    EXPECT_EQ(told.size(), system.impacts(0, 8.25)->list.size());
}

TEST(ImpactMap, RefusesWhatMakesNoSense) {
    const auto system =
        made({shower(4)}, {{.shape = rectangle({-4, -4, 0}, {8, 0, 0}, {0, 8, 0})}});
    EXPECT_FALSE(impact_maps(system, 0, 1, {.resolution = 0}));
    EXPECT_FALSE(impact_maps(system, 0, 1, {.resolution = 20000}));
    EXPECT_FALSE(impact_maps(system, 1, 0));
    ImpactMapOptions options{.resolution = 8};
    options.by_collider = {32};
    EXPECT_EQ(impact_maps(system, 0, 1, options)->maps[0].width, 32);
    const Impact stray{.time = 0.5, .collider = 7};
    EXPECT_FALSE(impact_maps(system, {&stray, 1}, 0, 1));
}

} // namespace
} // namespace impinge
