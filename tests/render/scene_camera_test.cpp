// SPDX-License-Identifier: Apache-2.0
//
// The camera frames what it is shown: everything inside, and no farther off than needed.
#include "base/random.hpp"
#include "tests/render/scene_kit.hpp"

#include <limits>

namespace impinge::tests {
namespace {

struct Bounds {
    double left = std::numeric_limits<double>::infinity();
    double right = -std::numeric_limits<double>::infinity();
    double top = std::numeric_limits<double>::infinity();
    double bottom = -std::numeric_limits<double>::infinity();
    double nearest = std::numeric_limits<double>::infinity();
    double farthest = -std::numeric_limits<double>::infinity();
};

Bounds bounds_in_picture(const raster::View& view, const std::vector<Vec3d>& points) {
    Bounds bounds;
    for (const Vec3d& point : points) {
        const PixelPoint place = to_picture(view, point);
        const double depth = raster::to_window(view, point).z;
        bounds.left = std::min(bounds.left, place.x);
        bounds.right = std::max(bounds.right, place.x);
        bounds.top = std::min(bounds.top, place.y);
        bounds.bottom = std::max(bounds.bottom, place.y);
        bounds.nearest = std::min(bounds.nearest, depth);
        bounds.farthest = std::max(bounds.farthest, depth);
    }
    return bounds;
}

TEST(SceneCamera, RandomPointsFitTightlyWithinTheMargin) {
    Random random(7);
    for (int round = 0; round < 200; ++round) {
        const double scale = std::pow(10.0, random.uniform(-6, 6));
        const Vec3d middle = random.in_box({-9, -9, -9}, {9, 9, 9}) * scale;
        std::vector<Vec3d> points;
        for (int i = 0; i < 30; ++i) {
            points.push_back(middle + random.in_box({-1, -1, -0.3}, {1, 1, 0.3}) * scale);
        }
        const bool flat = round % 2 == 0;
        const Camera camera{.projection = flat ? raster::Projection::Orthographic
                                               : raster::Projection::Perspective,
                            .from = random.in_box({-1, -1, -1}, {1, 1, 1}),
                            .margin = 0.1};
        const int width = random.integer(50, 800);
        const int height = random.integer(50, 800);
        const auto view = frame_points(camera, points, width, height);
        ASSERT_TRUE(view) << view.error().message;
        const Bounds bounds = bounds_in_picture(*view, points);
        const double margin = 0.1 * std::min(width, height);
        EXPECT_GE(bounds.left, margin - 0.01);
        EXPECT_LE(bounds.right, width - margin + 0.01);
        EXPECT_GE(bounds.top, margin - 0.01);
        EXPECT_LE(bounds.bottom, height - margin + 0.01);
        EXPECT_GE(bounds.nearest, 0);
        EXPECT_LE(bounds.farthest, 1);
        const bool fills_width = bounds.right - bounds.left > width - 2 * margin - 0.1;
        const bool fills_height = bounds.bottom - bounds.top > height - 2 * margin - 0.1;
        EXPECT_TRUE(fills_width || fills_height) << (flat ? "orthographic" : "perspective");
    }
}

TEST(SceneCamera, UpIsUpAndTheEyeIsWhereItWasWished) {
    const std::vector<Vec3d> points{{0, 0, 0}, {0, 0, 1}, {1, 1, 0.5}};
    for (const auto projection :
         {raster::Projection::Orthographic, raster::Projection::Perspective}) {
        const auto view =
            frame_points({.projection = projection, .from = {1, -1, 0}}, points, 100, 100);
        ASSERT_TRUE(view);
        EXPECT_LT(to_picture(*view, {0, 0, 1}).y, to_picture(*view, {0, 0, 0}).y);
        EXPECT_NEAR(length(view->axis_z - Vec3d{-1, 1, 0} * std::sqrt(0.5)), 0, 1e-12);
        EXPECT_GT(dot(view->axis_x, Vec3d{1, 1, 0}), 0); // what is to the right of that eye
    }
}

TEST(SceneCamera, ZoomMagnifiesTheMiddle) {
    const std::vector<Vec3d> points{{-1, -1, -1}, {1, 1, 1}, {-1, 1, 0}};
    const auto once = frame_points({}, points, 300, 200);
    const auto thrice = frame_points({.zoom = 3}, points, 300, 200);
    ASSERT_TRUE(once && thrice);
    for (const Vec3d& point : points) {
        const PixelPoint near = to_picture(*once, point);
        const PixelPoint far = to_picture(*thrice, point);
        EXPECT_NEAR(far.x - 150, 3 * (near.x - 150), 1e-9);
        EXPECT_NEAR(far.y - 100, 3 * (near.y - 100), 1e-9);
    }
}

TEST(SceneCamera, APointCanBeBroughtToTheMiddle) {
    const std::vector<Vec3d> points{{-1, -1, -1}, {1, 1, 1}, {-1, 1, 0}};
    for (const auto projection :
         {raster::Projection::Orthographic, raster::Projection::Perspective}) {
        const auto view = frame_points({.projection = projection, .zoom = 5, .middle = points[2]},
                                       points, 300, 200);
        ASSERT_TRUE(view);
        EXPECT_NEAR(to_picture(*view, points[2]).x, 150, 1e-9);
        EXPECT_NEAR(to_picture(*view, points[2]).y, 100, 1e-9);
    }
}

TEST(SceneCamera, OnePointAndFlatThingsHaveAView) {
    for (const auto projection :
         {raster::Projection::Orthographic, raster::Projection::Perspective}) {
        for (const double size : {1e-30, 1.0, 1e30}) {
            for (const std::vector<Vec3d>& points :
                 {std::vector<Vec3d>{{size, size, size}},
                  std::vector<Vec3d>{{0, 0, 0}, {size, 0, 0}, {0, size, 0}},
                  std::vector<Vec3d>{{0, 0, 0}, {0, 0, size}}}) {
                for (const Vec3d from : {Vec3d{0, 0, 1}, Vec3d{1, 0, 0}, Vec3d{1, 2, 3}}) {
                    const auto view =
                        frame_points({.projection = projection, .from = from}, points, 64, 48);
                    ASSERT_TRUE(view) << view.error().message;
                    const Bounds bounds = bounds_in_picture(*view, points);
                    EXPECT_GE(bounds.left, 0);
                    EXPECT_LE(bounds.right, 64);
                    EXPECT_GE(bounds.top, 0);
                    EXPECT_LE(bounds.bottom, 48);
                }
            }
        }
    }
}

TEST(SceneCamera, NonsenseIsRefused) {
    const std::vector<Vec3d> points{{0, 0, 0}, {1, 1, 1}};
    const std::vector<Vec3d> bad{{0, 0, 0}, {1, std::nan(""), 1}};
    EXPECT_FALSE(frame_points({}, {}, 10, 10));
    EXPECT_FALSE(frame_points({}, bad, 10, 10));
    EXPECT_FALSE(frame_points({}, points, 0, 10));
    EXPECT_FALSE(frame_points({.from = {0, 0, 0}}, points, 10, 10));
    EXPECT_FALSE(frame_points({.from = {0, INFINITY, 0}}, points, 10, 10));
    EXPECT_FALSE(frame_points({.zoom = 0}, points, 10, 10));
    EXPECT_FALSE(frame_points({.zoom = std::nan("")}, points, 10, 10));
    EXPECT_FALSE(frame_points({.middle = Vec3d{0, std::nan(""), 0}}, points, 10, 10));
    EXPECT_FALSE(frame_points({.margin = 0.5}, points, 10, 10));
    EXPECT_FALSE(frame_points({.vertical_angle_degrees = 180}, points, 10, 10));
    EXPECT_TRUE(frame_points({}, points, 10, 10));
}

} // namespace
} // namespace impinge::tests
