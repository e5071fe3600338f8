// SPDX-License-Identifier: Apache-2.0
#include "gizmo/gizmo.hpp"

#include "base/random.hpp"
#include "camera/orbit_camera.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace impinge::viewer {
namespace {

constexpr WindowSize window{800, 600};
const Box3 scene{{-3, -3, -3}, {3, 3, 3}};

GizmoPlace place_from(Vec3d from, bool orthographic = false) {
    OrbitCamera camera;
    camera.set_orthographic(orthographic);
    camera.look_from(from, scene, window);
    GizmoPlace place;
    place.view = camera.view(window, scene);
    return place;
}

Vec3d some_direction(Random& random) {
    for (;;) {
        const double x = random.uniform(-1, 1);
        const double y = random.uniform(-1, 1);
        const double z = random.uniform(-1, 1);
        if (std::min({std::abs(x), std::abs(y), std::abs(z)}) > 0.15) {
            return {x, y, z};
        }
    }
}

TEST(Gizmo, RaysPassThroughWhatIsSeenThere) {
    Random random(1);
    for (int i = 0; i < 300; ++i) {
        const GizmoPlace place = place_from(some_direction(random), i % 2 == 0);
        const double x = random.uniform(-2, 2);
        const double y = random.uniform(-2, 2);
        const Vec3d point{x, y, 1};
        const PickRay ray = ray_through(place.view, to_screen(place.view, point));
        const Vec3d from = point - ray.origin;
        EXPECT_LT(length(from - ray.direction * dot(from, ray.direction)), 1e-9);
    }
}

/// A handle is found where it is drawn, and the body follows the mouse: what was taken hold of
/// stays under it.
TEST(Gizmo, WhatWasTakenHoldOfStaysUnderTheMouse) {
    Random random(2);
    for (int i = 0; i < 300; ++i) {
        const GizmoPlace place = place_from(some_direction(random), i % 2 == 0);
        for (const Handle handle : {Handle::MoveX, Handle::MoveY, Handle::MoveZ}) {
            const auto grip = grip_of(place, GizmoMode::Move, handle);
            if (!grip) {
                continue;
            }
            EXPECT_EQ(handle_at(place, GizmoMode::Move, *grip, 9), handle);
            const Vec3d axis = place.axes[static_cast<std::size_t>(handle)];
            const double wanted = random.uniform(-1, 1);
            const ScreenPoint from = to_screen(place.view, place.centre);
            const ScreenPoint to = to_screen(place.view, place.centre + axis * wanted);
            GizmoDrag drag(place, handle, from, {});
            const Rigid pose = drag.pose_at(to, {});
            EXPECT_LT(length(pose.translation - axis * wanted), 1e-9);
            EXPECT_NEAR(drag.amount(), wanted, 1e-9);
        }
    }
}

TEST(Gizmo, RingsTurnAboutTheirAxisThroughTheMiddle) {
    Random random(3);
    for (int i = 0; i < 300; ++i) {
        GizmoPlace place = place_from(some_direction(random), i % 2 == 0);
        place.centre = {0.5, -0.25, 1};
        for (int k = 0; k < 3; ++k) {
            const auto handle = static_cast<Handle>(static_cast<int>(Handle::TurnX) + k);
            Vec3d axis{};
            axis[k] = 1;
            Vec3d radius{};
            radius[(k + 1) % 3] = 1;
            const double angle = random.uniform(-1.5, 1.5);
            const Rigid turn = rotation(axis, angle);
            const ScreenPoint from = to_screen(place.view, place.centre + radius);
            const ScreenPoint to = to_screen(place.view, place.centre + apply(turn, radius));
            GizmoDrag drag(place, handle, from, {});
            const Rigid pose = drag.pose_at(to, {});
            if (std::abs(dot(axis, place.view.axis_z)) > 0.3) { // not seen along its plane
                EXPECT_LT(length(apply(pose, place.centre + radius) -
                                 (place.centre + apply(turn, radius))),
                          1e-8);
            }
            EXPECT_LT(length(apply(pose, place.centre) - place.centre), 1e-12);
        }
    }
}

TEST(Gizmo, SnapsToSteps) {
    const GizmoPlace place = place_from({1, -1, 1});
    const ScreenPoint from = to_screen(place.view, {});
    GizmoDrag move(place, Handle::MoveX, from, {});
    EXPECT_EQ(move.pose_at(to_screen(place.view, {0.72, 0, 0}), {0.25, 0}).translation.x, 0.75);
    GizmoDrag turn(place, Handle::TurnZ, to_screen(place.view, {1, 0, 0}), {});
    const Rigid by40 = rotation({0, 0, 1}, 40 * std::numbers::pi / 180);
    const auto at = to_screen(place.view, apply(by40, {1, 0, 0}));
    turn.pose_at(at, {0, std::numbers::pi / 12});
    EXPECT_NEAR(turn.amount(), 45, 1e-9);
}

TEST(Gizmo, AnAxisSeenFromItsEndIsNoHandle) {
    const GizmoPlace place = place_from({0, -1, 0}, true);
    EXPECT_FALSE(grip_of(place, GizmoMode::Move, Handle::MoveY));
    EXPECT_TRUE(grip_of(place, GizmoMode::Move, Handle::MoveX));
    EXPECT_TRUE(grip_of(place, GizmoMode::Move, Handle::PlaneY));
    EXPECT_FALSE(grip_of(place, GizmoMode::Move, Handle::PlaneX));
}

TEST(OrbitCamera, KeepsTheTargetInTheMiddle) {
    Random random(4);
    OrbitCamera camera;
    camera.look_from({1, -1, 1}, scene, window);
    for (int i = 0; i < 500; ++i) {
        const double right = random.uniform(-60, 60);
        const double down = random.uniform(-60, 60);
        camera.orbit(right, down);
        if (i % 5 == 0) {
            camera.pan(right, down, window);
        }
        const raster::View view = camera.view(window, scene);
        ASSERT_TRUE(raster::validate(view));
        const ScreenPoint middle = to_screen(view, camera.target());
        EXPECT_NEAR(middle.x, 400, 1e-6);
        EXPECT_NEAR(middle.y, 300, 1e-6);
        EXPECT_GE(view.axis_y.z, -1e-6); // never upside down
    }
}

TEST(OrbitCamera, ZoomKeepsThePointUnderTheMouse) {
    OrbitCamera camera;
    camera.look_from({1, -1, 1}, scene, window);
    const Vec3d point = camera.target() + camera.view(window, scene).axis_x * 0.7;
    const ScreenPoint before = to_screen(camera.view(window, scene), point);
    camera.zoom(2.5, point);
    const ScreenPoint after = to_screen(camera.view(window, scene), point);
    EXPECT_NEAR(before.x, after.x, 1e-6);
    EXPECT_NEAR(before.y, after.y, 1e-6);
}

TEST(OrbitCamera, ItsTextIsReadBack) {
    OrbitCamera camera;
    camera.look_from({1, -2, 0.5}, scene, window);
    OrbitCamera copy;
    ASSERT_TRUE(copy.set_text(camera.text()));
    EXPECT_LT(length(copy.eye() - camera.eye()), 1e-12);
    EXPECT_LT(length(copy.view(window, scene).axis_y - camera.view(window, scene).axis_y), 1e-12);
    for (const char* bad : {"", "1,2,3", "1,2,3,1,2,3", "a,b,c,d,e,f", "1,2,3,4,5,6,7",
                            "1,2,3,4,5,nan", "0,0,0,1,1,1,0,0,0", "1,2,3,4,5,6,0,0,1,4"}) {
        EXPECT_FALSE(copy.set_text(bad)) << bad;
    }
}

} // namespace
} // namespace impinge::viewer
