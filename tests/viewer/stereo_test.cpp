// SPDX-License-Identifier: Apache-2.0
#include "camera/stereo.hpp"

#include "base/random.hpp"
#include "gizmo/gizmo.hpp"

#include <gtest/gtest.h>

namespace impinge::viewer {
namespace {

constexpr Box3 around{{-1, -1, -1}, {1, 1, 1}};
constexpr raster::PixelArea area{10, 20, 800, 300};

OrbitCamera camera(bool orthographic) {
    OrbitCamera made;
    EXPECT_TRUE(made.set_text("3,-8,2,0.1,0.2,0.3"));
    made.set_orthographic(orthographic);
    return made;
}

/// How much farther to the right a point is for the left eye.
double disparity(const std::vector<EyePicture>& eyes, Vec3d point) {
    return to_screen(eyes[0].view, point).x - to_screen(eyes[1].view, point).x;
}

TEST(Stereo, WhatIsNearerIsFartherToTheRightForTheLeftEye) {
    for (const bool orthographic : {false, true}) {
        const OrbitCamera eye = camera(orthographic);
        const auto eyes = eye_pictures(eye, {StereoMode::SideBySide, 0}, around, area);
        ASSERT_EQ(eyes.size(), 2U);
        EXPECT_NEAR(disparity(eyes, eye.target()), 0, 1e-9);
        double before = disparity(eyes, eye.target() - eye.back() * 1.0);
        EXPECT_LT(before, -1);
        for (double nearer = -0.9; nearer < 1; nearer += 0.1) {
            const double now = disparity(eyes, eye.target() + eye.back() * nearer);
            EXPECT_GT(now, before);
            before = now;
        }
        EXPECT_GT(before, 1);
    }
}

TEST(Stereo, DisparityIsThatOfTwoEyesWithParallelAxes) {
    const OrbitCamera eye = camera(false);
    constexpr double apart = 0.2;
    const auto eyes = eye_pictures(eye, {StereoMode::SideBySide, apart}, around, area);
    const raster::View middle = eye.view({400, 300}, around);
    const double common = length(eye.target() - eye.eye());
    const double pixels = middle.width / (middle.max_x - middle.min_x);
    Random random(3);
    for (int i = 0; i < 100; ++i) {
        const Vec3d point = random.in_box(around.min, around.max);
        const double depth = dot(point - middle.eye, middle.axis_z);
        EXPECT_NEAR(disparity(eyes, point), apart * (1 / depth - 1 / common) * pixels, 1e-9);
        EXPECT_NEAR(to_screen(eyes[0].view, point).y, to_screen(eyes[1].view, point).y, 1e-9);
    }
}

TEST(Stereo, EyesShareTheAreaOrItsChannels) {
    const OrbitCamera eye = camera(false);
    const auto beside = eye_pictures(eye, {StereoMode::SideBySide, 0}, around, area);
    EXPECT_EQ(beside[0].area, (raster::PixelArea{10, 20, 400, 300}));
    EXPECT_EQ(beside[1].area, (raster::PixelArea{410, 20, 400, 300}));
    const auto over = eye_pictures(eye, {StereoMode::Anaglyph, 0}, around, area);
    EXPECT_EQ(over[0].area, area);
    EXPECT_EQ(over[1].area, area);
    EXPECT_TRUE(over[0].red && !over[0].green_and_blue);
    EXPECT_TRUE(!over[1].red && over[1].green_and_blue);
    const auto one = eye_pictures(eye, {}, around, area);
    ASSERT_EQ(one.size(), 1U);
    EXPECT_EQ(one[0].view, eye.view({800, 300}, around));
}

TEST(Stereo, ModesHaveNames) {
    for (const StereoMode mode : {StereoMode::Off, StereoMode::SideBySide, StereoMode::Anaglyph}) {
        EXPECT_EQ(stereo_mode_from_string(to_string(mode)), mode);
    }
    EXPECT_FALSE(stereo_mode_from_string("both"));
}

} // namespace
} // namespace impinge::viewer
