// SPDX-License-Identifier: Apache-2.0
#include "impinge/view.hpp"

#include "base/random.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace impinge::tests {
namespace {

using raster::PixelShape;
using raster::Projection;
using raster::View;

Vec3d random_direction(Random& random) {
    for (;;) {
        const Vec3d v = random.in_box({-1, -1, -1}, {1, 1, 1});
        if (squared_length(v) > 0.01 && squared_length(v) <= 1) {
            return v;
        }
    }
}

std::vector<Vec3d> random_points(Random& random, double scale) {
    const Vec3d middle = random.in_box({-5, -5, -5}, {5, 5, 5}) * scale;
    std::vector<Vec3d> points(8);
    for (Vec3d& p : points) {
        p = middle + random.in_box({-1, -2, -3}, {1, 2, 3}) * scale;
    }
    return points;
}

View value(const Expected<View>& view) {
    EXPECT_TRUE(view) << (view ? "" : view.error().message);
    return view ? *view : View{};
}

/// The smallest box around points in the window.
Box3 window_box(const View& view, std::span<const Vec3d> points) {
    Box3 box;
    for (const Vec3d& p : points) {
        box = extend(box, raster::to_window(view, p));
    }
    return box;
}

void expect_right_axes(const View& view) {
    EXPECT_NEAR(length(view.axis_x), 1, 1e-14);
    EXPECT_NEAR(length(view.axis_y), 1, 1e-14);
    EXPECT_NEAR(length(view.axis_z), 1, 1e-14);
    EXPECT_NEAR(dot(view.axis_x, view.axis_y), 0, 1e-14);
    EXPECT_NEAR(dot(view.axis_x, view.axis_z), 0, 1e-14);
    EXPECT_NEAR(dot(cross(view.axis_x, view.axis_y), view.axis_z), -1, 1e-13);
}

TEST(OrthographicView, HasThePointsInATightWindowFromAnyDirection) {
    Random random(51);
    for (std::size_t i = 0; i < scaled(300); ++i) {
        const double scale = std::pow(10, random.integer(-9, 9));
        const std::vector<Vec3d> points = random_points(random, scale);
        const bool square = i % 2 == 0;
        const View view = value(raster::orthographic_view(
            random_direction(random) * std::pow(10, random.integer(-100, 100)), points, 60, 40,
            {.pixels = square ? PixelShape::Square : PixelShape::Tight, .margin_pixels = 2}));
        expect_right_axes(view);
        const Box3 box = window_box(view, points);
        const Vec3d size = extent(box);
        // Two pixels are left free on every side: on both axes, or on the one that decides.
        EXPECT_GE(box.min.x, 2 - 1e-6);
        EXPECT_GE(box.min.y, 2 - 1e-6);
        EXPECT_LE(box.max.x, 58 + 1e-6);
        EXPECT_LE(box.max.y, 38 + 1e-6);
        const bool full_x = std::abs(size.x - 56) < 1e-6;
        const bool full_y = std::abs(size.y - 36) < 1e-6;
        EXPECT_TRUE(square ? full_x || full_y : full_x && full_y) << size.x << " x " << size.y;
        EXPECT_GE(box.min.z, 0);
        EXPECT_LE(box.max.z, 1);
        EXPECT_GT(size.z, 0.999);
        if (square) {
            EXPECT_NEAR((view.max_x - view.min_x) / 60 / raster::pixel_size(view), 1, 1e-9);
            EXPECT_NEAR((view.max_y - view.min_y) / 40 / raster::pixel_size(view), 1, 1e-9);
        }
    }
}

TEST(OrthographicView, LooksAlongTheDirectionWithUpUpwards) {
    const std::vector<Vec3d> points{{0, 0, 0}, {1, 1, 1}};
    const View front = value(raster::orthographic_view({0, 1, 0}, points, 10, 10));
    EXPECT_EQ(front.axis_z, (Vec3d{0, 1, 0}));
    EXPECT_EQ(front.axis_y, (Vec3d{0, 0, 1}));
    EXPECT_EQ(front.axis_x, (Vec3d{1, 0, 0}));
    // Nearer is before, above is up, right is right.
    const Vec3d window = raster::to_window(front, {1, 0, 1});
    EXPECT_LT(window.z, 0.01);
    EXPECT_GT(window.x, 8);
    EXPECT_GT(window.y, 8);
}

TEST(OrthographicView, FindsAnotherUpAlongTheOldOne) {
    const std::vector<Vec3d> points{{0, 0, 0}, {1, 2, 3}};
    for (const Vec3d direction : {Vec3d{0, 0, 1}, Vec3d{0, 0, -5}, Vec3d{1e-9, 0, 1}}) {
        expect_right_axes(value(raster::orthographic_view(direction, points, 10, 10)));
    }
    for (const Vec3d up : {Vec3d{0, 0, 0}, Vec3d{0, 1, 0}, Vec3d{std::nan(""), 0, 0}}) {
        expect_right_axes(value(raster::orthographic_view({0, 3, 0}, points, 10, 10, {.up = up})));
    }
}

TEST(OrthographicView, GivesPointsWithoutExtentASmallOne) {
    const std::vector<std::vector<Vec3d>> flats{
        {{3, 4, 5}}, {{3, 4, 5}, {3, 4, 6}}, {{3, 4, 5}, {4, 4, 5}}, {{0, 0, 0}, {1, 1, 0}}};
    for (const std::vector<Vec3d>& points : flats) {
        for (const Vec3d direction : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) {
            const View view = value(raster::orthographic_view(direction, points, 16, 16));
            EXPECT_TRUE(raster::validate(view));
            const Box3 box = window_box(view, points);
            EXPECT_TRUE(box.min.x >= 0 && box.max.x <= 16 && box.min.y >= 0 && box.max.y <= 16 &&
                        box.min.z >= 0 && box.max.z <= 1);
        }
    }
}

TEST(OrthographicView, OfABoxIsThatOfItsCorners) {
    const Box3 box{{-1, 2, -3}, {4, 5, 6}};
    std::vector<Vec3d> corners;
    for (const double x : {box.min.x, box.max.x}) {
        for (const double y : {box.min.y, box.max.y}) {
            for (const double z : {box.min.z, box.max.z}) {
                corners.push_back({x, y, z});
            }
        }
    }
    const View view = value(raster::orthographic_view({1, 2, 3}, box, 30, 20));
    const Box3 window = window_box(view, corners);
    EXPECT_NEAR(std::max(extent(window).x / 28, extent(window).y / 18), 1, 1e-9);
    EXPECT_FALSE(raster::orthographic_view({1, 2, 3}, Box3{}, 30, 20));
}

TEST(OrthographicView, RefusesWhatItCannotLookAt) {
    const std::vector<Vec3d> points{{0, 0, 0}, {1, 1, 1}};
    const double nan = std::nan("");
    const double infinity = std::numeric_limits<double>::infinity();
    const std::vector<Vec3d> nowhere{{0, 0, 0}, {1, nan, 1}};
    const std::vector<Vec3d> immense{{-1.7e308, 0, 0}, {1.7e308, 1, 1}};
    EXPECT_FALSE(raster::orthographic_view({0, 0, 0}, points, 10, 10));
    EXPECT_FALSE(raster::orthographic_view({nan, 0, 0}, points, 10, 10));
    EXPECT_FALSE(raster::orthographic_view({infinity, 0, 0}, points, 10, 10));
    EXPECT_FALSE(raster::orthographic_view({1, 0, 0}, std::span<const Vec3d>(), 10, 10));
    EXPECT_FALSE(raster::orthographic_view({1, 0, 0}, nowhere, 10, 10));
    EXPECT_FALSE(raster::orthographic_view({0, 1, 0}, immense, 10, 10));
    EXPECT_FALSE(raster::orthographic_view({1, 0, 0}, points, 0, 10));
    EXPECT_FALSE(raster::orthographic_view({1, 0, 0}, points, 10, -1));
}

TEST(ToWorld, UndoesToWindow) {
    Random random(52);
    for (std::size_t i = 0; i < scaled(300); ++i) {
        const std::vector<Vec3d> points = random_points(random, 1);
        const Vec3d direction = random_direction(random);
        const Vec3d unit = direction * (1 / length(direction));
        const View view =
            i % 2 == 0
                ? value(raster::orthographic_view(direction, points, 64, 48))
                : value(raster::perspective_view(points[0] - unit * 12, points[0], 2, 40, 64, 48));
        for (const Vec3d& p : points) {
            EXPECT_LT(length(raster::to_world(view, raster::to_window(view, p)) - p), 1e-10);
        }
        const Vec3d window = random.in_box({0, 0, 0}, {64, 48, 1});
        const Vec3d back = raster::to_window(view, raster::to_world(view, window));
        EXPECT_LT(length(back - window), 1e-9);
    }
}

TEST(PerspectiveView, HasTheStatedAngleCentreAndDepths) {
    const Vec3d eye{1, 2, 3};
    const Vec3d target{1, 12, 3};
    const View view =
        value(raster::perspective_view(eye, target, 2, 50, 80, 40, {.vertical_angle_degrees = 90}));
    expect_right_axes(view);
    EXPECT_EQ(view.projection, Projection::Perspective);
    const Vec3d middle = raster::to_window(view, target);
    EXPECT_NEAR(middle.x, 40, 1e-12);
    EXPECT_NEAR(middle.y, 20, 1e-12);
    // 45 degrees above the middle is the upper rim; pixels are square.
    EXPECT_NEAR(raster::to_window(view, {1, 12, 13}).y, 40, 1e-12);
    EXPECT_NEAR(raster::to_window(view, {21, 12, 3}).x, 80, 1e-12);
    for (const double distance : {2.0, 3.0, 10.0, 50.0, 100.0}) {
        const Vec3d p = eye + Vec3d{0.3, 1, -0.2} * distance;
        EXPECT_NEAR(raster::to_window(view, p).z, (1 - 2 / distance) * 50 / 48, 1e-12);
    }
    EXPECT_NEAR(raster::pixel_size(view), 2.0 * 50 / 40, 1e-12);
}

TEST(PerspectiveView, HasDepthsThatAreAffineOverPlanes) {
    const View view = value(raster::perspective_view({0, 0, 0}, {0, 1, 0}, 1, 30, 64, 64));
    const Vec3d p{-1, 4, -1};
    const Vec3d q{2, 20, 3};
    const Vec3d wp = raster::to_window(view, p);
    const Vec3d wq = raster::to_window(view, q);
    for (const double share : {0.1, 0.5, 0.8}) {
        // On the segment in the window, hence on the segment in the world.
        const Vec3d back = raster::to_world(view, wp + (wq - wp) * share);
        EXPECT_LT(length(cross(back - p, q - p)) / length(q - p), 1e-12);
    }
}

TEST(PerspectiveView, RefusesWhatCannotBeSeen) {
    const Vec3d eye{0, 0, 0};
    const Vec3d target{0, 1, 0};
    EXPECT_FALSE(raster::perspective_view(eye, eye, 1, 2, 8, 8));
    EXPECT_FALSE(raster::perspective_view(eye, {0, std::nan(""), 0}, 1, 2, 8, 8));
    EXPECT_FALSE(raster::perspective_view(eye, target, 0, 2, 8, 8));
    EXPECT_FALSE(raster::perspective_view(eye, target, -1, 2, 8, 8));
    EXPECT_FALSE(raster::perspective_view(eye, target, 2, 2, 8, 8));
    EXPECT_FALSE(raster::perspective_view(eye, target, 1, 2, 0, 8));
    EXPECT_FALSE(raster::perspective_view(eye, target, 1, 2, 8, 0));
    for (const double angle : {0.0, -10.0, 180.0, 360.0, std::nan("")}) {
        EXPECT_FALSE(
            raster::perspective_view(eye, target, 1, 2, 8, 8, {.vertical_angle_degrees = angle}));
    }
}

TEST(PixelSize, IsTheLargerSide) {
    View view;
    view.width = 10;
    view.height = 40;
    EXPECT_DOUBLE_EQ(raster::pixel_size(view), 0.2);
}

TEST(ValidateView, NamesWhatIsWrong) {
    EXPECT_TRUE(raster::validate(View{}));
    const auto broken = [](auto change) {
        View view;
        change(view);
        return !raster::validate(view);
    };
    EXPECT_TRUE(broken([](View& v) { v.width = 0; }));
    EXPECT_TRUE(broken([](View& v) { v.height = -3; }));
    EXPECT_TRUE(broken([](View& v) { v.max_x = v.min_x; }));
    EXPECT_TRUE(broken([](View& v) { std::swap(v.max_y, v.min_y); }));
    EXPECT_TRUE(broken([](View& v) { v.far = v.near; }));
    EXPECT_TRUE(broken([](View& v) { v.axis_y.z = std::nan(""); }));
    EXPECT_TRUE(broken([](View& v) { v.eye.y = std::numeric_limits<double>::infinity(); }));
    EXPECT_TRUE(broken([](View& v) { v.far = std::numeric_limits<double>::infinity(); }));
    EXPECT_TRUE(broken([](View& v) { v.projection = Projection::Perspective; }));
    EXPECT_FALSE(broken([](View& v) {
        v.projection = Projection::Perspective;
        v.near = 0.1;
    }));
}

} // namespace
} // namespace impinge::tests
