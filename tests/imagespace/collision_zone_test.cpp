// SPDX-License-Identifier: Apache-2.0
//
// Where two bodies can meet, and the first guess of the direction to look along.
#include "imagespace/projection/collision_zone.hpp"

#include "base/random.hpp"
#include "tests/imagespace/placed_bodies.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/shapes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace impinge::tests {
namespace {

using namespace imagespace;

constexpr Box3 unit_cube{{0, 0, 0}, {1, 1, 1}};

Mesh mesh_of(const Box3& bounds) { return meshed(box(bounds.min, bounds.max)); }

/// A box of random size somewhere near the origin, as a body at a random pose with a scale.
Placed random_placed(Random& random) {
    const Vec3d low = random.in_box({-2, -2, -2}, {0, 0, 0});
    Rigid pose = turn_of_any_angle(random);
    pose.translation = random.in_box({-1, -1, -1}, {1, 1, 1});
    pose.scale = random.uniform(0.3, 1.5);
    return {{low, low + random.in_box({0.1, 0.1, 0.1}, {4, 4, 4})}, pose};
}

bool holds(const PosedBox& volume, Vec3d world) {
    return contains(volume.box, apply(inverse(volume.pose), world));
}

Vec3d random_point(Random& random, const Placed& placed) {
    return apply(placed.pose, random.in_box(placed.box.min, placed.box.max));
}

TEST(CollisionZone, IsNothingOnlyForBodiesThatAreApart) {
    Random random(1);
    std::size_t nothing = 0;
    const std::size_t cases = scaled(2000);
    for (std::size_t i = 0; i < cases; ++i) {
        const Placed a = random_placed(random);
        const Placed b = random_placed(random);
        if (!collision_zone(a, b)) {
            ++nothing;
            const Mesh mesh_a = mesh_of(a.box);
            const Mesh mesh_b = mesh_of(b.box);
            const auto exact = collide({mesh_a.view(), a.pose}, {mesh_b.view(), b.pose});
            ASSERT_EQ(exact->verdict, Verdict::Apart) << i;
        }
    }
    EXPECT_GT(nothing, cases / 5);
    EXPECT_LT(nothing, cases * 4 / 5);
}

TEST(CollisionZone, HoldsEveryCommonPoint) {
    Random random(2);
    std::size_t common = 0;
    for (std::size_t i = 0, cases = scaled(500); i < cases; ++i) {
        const Placed a = random_placed(random);
        const Placed b = random_placed(random);
        const auto zone = collision_zone(a, b);
        for (int j = 0; j < 40; ++j) {
            const Vec3d point = random_point(random, a);
            if (contains(b.box, apply(inverse(b.pose), point))) {
                ++common;
                ASSERT_TRUE(zone);
                ASSERT_TRUE(holds(zone->in_a, point) && holds(zone->in_b, point)) << i;
            }
        }
    }
    EXPECT_GT(common, is_full_run() ? 500U : 0U);
}

TEST(CollisionZone, BodiesThatShareOneRoundedPointMeet) {
    Random random(3);
    for (std::size_t i = 0, cases = scaled(2000); i < cases; ++i) {
        Placed a = random_placed(random);
        a.pose.translation = a.pose.translation * std::pow(10, random.integer(-3, 6));
        a.pose.scale *= std::pow(10, random.integer(-3, 6));
        // A vertex of A on a wall of its box: rounded, it may lie beyond the wall.
        const Rigid& pose = a.pose;
        const Vec3d along_x{pose.row_x.x, pose.row_y.x, pose.row_z.x};
        const Vec3d on_wall = random.in_box(a.box.min, a.box.max);
        const Vec3d vertex = apply(pose, {a.box.max.x, on_wall.y, on_wall.z});
        const Placed touching{{vertex, vertex}, {}};
        ASSERT_TRUE(collision_zone(a, touching)) << i;
        ASSERT_TRUE(collision_zone(touching, a)) << i;
        const double size = length(a.pose.translation) + 4 * a.pose.scale;
        const Vec3d beyond = vertex + along_x * (1e-12 * size);
        ASSERT_FALSE(collision_zone(a, {{beyond, beyond}, {}})) << i;
    }
}

TEST(CollisionZone, BoxesThatTouchMeet) {
    for (const Vec3d offset : {Vec3d{1, 0, 0}, Vec3d{1, 1, 0}, Vec3d{1, 1, 1}, Vec3d{-1, 0, 0}}) {
        EXPECT_TRUE(collision_zone({unit_cube, {}}, {unit_cube, translation(offset)}));
        EXPECT_FALSE(collision_zone({unit_cube, {}}, {unit_cube, translation(offset * 1.0001)}));
    }
}

TEST(CollisionZone, BodiesWithoutPointsMeetNothing) {
    EXPECT_FALSE(collision_zone({Box3{}, {}}, {unit_cube, {}}));
    EXPECT_FALSE(collision_zone({unit_cube, {}}, {Box3{}, {}}));
}

TEST(CollisionZone, WhatIsNotANumberIsNoProofOfBeingApart) {
    const Rigid lost = translation({std::numeric_limits<double>::quiet_NaN(), 0, 0});
    EXPECT_TRUE(collision_zone({unit_cube, lost}, {unit_cube, {}}));
}

TEST(CollisionZone, KnowsScale) {
    const Rigid twice{.scale = 2};
    const auto zone = collision_zone({unit_cube, twice}, {unit_cube, translation({1.5, 0.5, 0.5})});
    ASSERT_TRUE(zone);
    EXPECT_NEAR(extent(zone->in_a.box).x, 0.5, 1e-12);
    EXPECT_NEAR(extent(zone->in_b.box).x, 0.5, 1e-12);
    EXPECT_NEAR(extent(zone->in_a.box).y, 1, 1e-12);
    EXPECT_FALSE(collision_zone({unit_cube, twice}, {unit_cube, translation({2.001, 0, 0})}));
}

TEST(CollisionZone, ShearedPosesAreBoundedToo) {
    // A pose is used as given, also one that is no rotation.
    const Rigid sheared{.row_x = {1, 1, 0}, .row_y = {0, 1, 0}, .row_z = {0, 0, 1}};
    EXPECT_TRUE(collision_zone({unit_cube, sheared}, {unit_cube, translation({1.9, 0.9, 0})}));
    EXPECT_FALSE(collision_zone({unit_cube, sheared}, {unit_cube, translation({2.1, 0, 0})}));
    const Rigid flat{.row_x = {1, 0, 0}, .row_y = {1, 0, 0}, .row_z = {1, 0, 0}};
    EXPECT_TRUE(collision_zone({unit_cube, flat}, {unit_cube, {}}));
}

TEST(FirstDirection, IsTheNormalOfAFlatZoneFromAToB) {
    const Placed a{unit_cube, {}};
    const Placed above{unit_cube, translation({0.3, 0.2, 1})};
    EXPECT_EQ(first_direction(*collision_zone(a, above)), (Vec3d{0, 0, 1}));
    EXPECT_EQ(first_direction(*collision_zone(above, a)), (Vec3d{0, 0, -1}));
}

TEST(FirstDirection, IsTheMeanOfTheTwoWalls) {
    const Box3 plate{{-2, -2, -0.1}, {2, 2, 0.1}};
    const Rigid turned = rotation_degrees({1, 0, 0}, 20);
    const Vec3d direction = first_direction(*collision_zone({plate, {}}, {plate, turned}));
    const Vec3d expected = apply(rotation_degrees({1, 0, 0}, 10), {0, 0, 1});
    EXPECT_LT(angle_degrees(direction, expected), 1e-9);
}

TEST(FirstDirection, TakesTheWallsThatAgreeWhereSeveralAreTheLargest) {
    // Cubes, whose frames are turned by a quarter: the mean of their x axes would look at an edge.
    const Box3 centred_cube{{-1, -1, -1}, {1, 1, 1}};
    for (const Vec3d axis : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) {
        const Vec3d direction = first_direction(
            *collision_zone({centred_cube, {}}, {centred_cube, rotation_degrees(axis, 90)}));
        EXPECT_EQ(std::abs(direction.x) + std::abs(direction.y) + std::abs(direction.z), 1);
    }
}

TEST(FirstDirection, IsAUnitVectorForZonesThatAreLinesOrPoints) {
    for (const Vec3d offset : {Vec3d{1, 1, 0}, Vec3d{1, 1, 1}, Vec3d{-1, 1, 1}, Vec3d{0, 1, 1}}) {
        const auto zone = collision_zone({unit_cube, {}}, {unit_cube, translation(offset)});
        const Vec3d direction = first_direction(*zone);
        EXPECT_NEAR(length(direction), 1, 1e-12);
        EXPECT_GE(dot(direction, offset), 0);
    }
}

/// Both bodies' zone and view, with what holds for every view.
raster::View checked_view(const Placed& a, const Placed& b, int resolution, double spare = 0) {
    const auto zone = collision_zone(a, b);
    const auto view = zone_view(first_direction(*zone), *zone, a, b, resolution, spare);
    EXPECT_TRUE(view) << view.error().message;
    const double pixel_x = (view->max_x - view->min_x) / view->width;
    const double pixel_y = (view->max_y - view->min_y) / view->height;
    EXPECT_NEAR(pixel_x / pixel_y, 1, 1e-9);
    EXPECT_EQ(std::max(view->width, view->height), resolution);
    return *view;
}

TEST(ZoneView, ShowsEveryCommonPointWithAPixelToSpareAndBothBodiesInDepth) {
    Random random(4);
    std::size_t common = 0;
    for (std::size_t i = 0, cases = scaled(500); i < cases; ++i) {
        const Placed a = random_placed(random);
        const Placed b = random_placed(random);
        if (!collision_zone(a, b)) {
            continue;
        }
        const raster::View view = checked_view(a, b, random.integer(3, 600));
        for (const Placed& placed : {a, b}) {
            for (const Vec3d& corner : corners_of(placed.box, placed.pose)) {
                ASSERT_GT(to_window(view, corner).z, 1e-6);
                ASSERT_LT(to_window(view, corner).z, 1 - 1e-6);
            }
        }
        for (int j = 0; j < 40; ++j) {
            const Vec3d point = random_point(random, a);
            const Vec3d in_window = to_window(view, point);
            if (contains(b.box, apply(inverse(b.pose), point))) {
                ++common;
                ASSERT_GT(std::min(in_window.x, in_window.y), 1 - 1e-6);
                ASSERT_LT(in_window.x, view.width - 1 + 1e-6);
                ASSERT_LT(in_window.y, view.height - 1 + 1e-6);
            }
        }
    }
    EXPECT_GT(common, is_full_run() ? 500U : 0U);
}

TEST(ZoneView, FitsTheZone) {
    // Two plates cross at right angles: the zone is one by three, seen face-on.
    const Placed a{{{0, 0, 0}, {10, 1, 0.2}}, {}};
    const Placed b{{{2, -5, 0.1}, {5, 5, 0.3}}, {}};
    const raster::View view = checked_view(a, b, 302);
    EXPECT_EQ(std::min(view.width, view.height), 102);
    EXPECT_NEAR(pixel_size(view), 0.01, 1e-9);
}

TEST(ZoneView, TurnsTheWindowToASlantedZone) {
    const Box3 rod{{-5, -0.5, -0.5}, {5, 0.5, 0.5}};
    const Rigid turned = rotation_degrees({0, 1, 0}, 40);
    Rigid above = turned;
    above.translation = {0, 0.9, 0};
    const raster::View view = checked_view({rod, turned}, {rod, above}, 512);
    EXPECT_LT(1.0 * std::min(view.width, view.height) / std::max(view.width, view.height), 0.12);
}

TEST(ZoneView, ZonesWithoutSizeGetASmallWindow) {
    const Placed a{unit_cube, {}};
    for (const Vec3d offset : {Vec3d{1, 0, 0}, Vec3d{1, 1, 0}, Vec3d{1, 1, 1}}) {
        for (const int resolution : {1, 2, 3, 4, 512}) {
            const raster::View view = checked_view(a, {unit_cube, translation(offset)}, resolution);
            EXPECT_GE(pixel_size(view), 0x1p-20);
            EXPECT_GE(std::min(view.width, view.height), std::min(3, resolution));
            const Vec3d middle = to_window(view, {1, 0.5 + offset.y / 2, 0.5 + offset.z / 2});
            EXPECT_NEAR(middle.x, view.width / 2.0, 1e-3 * view.width);
            EXPECT_NEAR(middle.y, view.height / 2.0, 1e-3 * view.height);
        }
    }
}

TEST(ZoneView, SpareWidensWindowAndDepths) {
    const Placed a{unit_cube, {}};
    const Placed b{unit_cube, translation({0.2, 0.2, 0.9})};
    const raster::View tight = checked_view(a, b, 102);
    const raster::View wide = checked_view(a, b, 102, 0.25);
    EXPECT_NEAR(wide.max_x - wide.min_x, 0.8 * 1.5 * 1.02, 1e-6);
    EXPECT_NEAR(tight.max_x - tight.min_x, 0.8 * 1.02, 1e-6);
    EXPECT_NEAR((wide.far - wide.near) / (tight.far - tight.near), 1.5, 1e-3);
}

TEST(ZoneView, RefusesWhatMakesNoView) {
    const Placed a{unit_cube, {}};
    const auto zone = collision_zone(a, a);
    EXPECT_FALSE(zone_view({0, 0, 1}, *zone, a, a, 0));
    EXPECT_FALSE(zone_view({0, 0, 0}, *zone, a, a, 16));
    const Placed lost{unit_cube, translation({std::numeric_limits<double>::quiet_NaN(), 0, 0})};
    const auto lost_zone = collision_zone(a, lost);
    EXPECT_EQ(zone_view({0, 0, 1}, *lost_zone, a, lost, 16).error().code, ErrorCode::NonFinite);
}

} // namespace
} // namespace impinge::tests
