// SPDX-License-Identifier: Apache-2.0
//
// Coverage and depth against exact fractions, and one device against the other: how far may they
// be apart? docs/methods/raster.md states the laws asserted here.
#include "scenes/bumpy_sphere.hpp"
#include "scenes/torus_knot.hpp"
#include "tests/raster/quads.hpp"
#include "tests/support/scale.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>

namespace impinge::tests {
namespace {

using raster::Compare;
using raster::IdSource;
using raster::Pass;

/// The last triangle wins and leaves its number: so every pixel tells whose depth it holds.
Pass last_wins() {
    Pass pass;
    pass.depth_compare = Compare::Always;
    pass.ids = {IdSource::Triangle, IdSource::None};
    return pass;
}

struct Scene {
    const char* name;
    Mesh mesh;
    raster::View view;
};

Mesh sloped_triangles(Random& random, int width, int height, int reach_pixels, int count) {
    std::vector<GridTriangle> triangles;
    for (int i = 0; i < count; ++i) {
        const int x = random.integer(0, width * 256);
        const int y = random.integer(0, height * 256);
        const int reach = reach_pixels * 256;
        GridTriangle triangle;
        for (GridCorner& corner : triangle) {
            corner = {x + random.integer(-reach, reach), y + random.integer(-reach, reach),
                      static_cast<float>(random.unit())};
        }
        triangles.push_back(triangle);
    }
    return grid_mesh(triangles);
}

std::vector<Scene> scenes_to_measure() {
    Random random(21);
    const Mesh ball = scenes::bumpy_sphere({.triangles = 800});
    const Mesh knot = scenes::torus_knot({.triangles = 1200});
    return {
        {"small triangles", sloped_triangles(random, 128, 128, 4, 2000), pixel_view(128, 128)},
        {"large triangles", sloped_triangles(random, 128, 128, 100, 60), pixel_view(128, 128)},
        {"a wide window", sloped_triangles(random, 2000, 24, 60, 200), pixel_view(2000, 24)},
        {"a far window", sloped_triangles(random, 16, 4000, 60, 200), pixel_view(16, 4000)},
        {"bumpy sphere", ball,
         need(raster::orthographic_view({0.3, -0.8, 0.4}, ball.positions, 128, 128))},
        {"knot in perspective", knot,
         need(raster::perspective_view({6, 4, 3}, {0, 0, 0}, 1, 20, 128, 128))},
    };
}

/// Half a unit in the last place of the answer: correctly rounded.
double half_unit(const Shape& shape, int x, int y) {
    const float depth = clamped_depth(exact_depth(shape, x, y));
    return (static_cast<double>(std::nextafter(depth, 2.0F)) - static_cast<double>(depth)) * 0.501;
}

class DepthLaw : public EveryDevice {};
IMPINGE_ON_EVERY_DEVICE(DepthLaw);

struct Measured {
    std::size_t pixels = 0;
    std::size_t differing = 0;  ///< another triangle, or none, than the reference says
    std::size_t wrong = 0;      ///< the same, although no edge is near
    double worst_depth = 0;     ///< error over what the law allows
    std::size_t beyond_law = 0; ///< where a driver cut a triangle at the window's rim into slivers
};

Measured measured(const Planes& seen, const Planes& expected, const std::vector<Shape>& shapes,
                  raster::DeviceKind kind) {
    Measured result;
    for (int y = 0; y < seen.height; ++y) {
        for (int x = 0; x < seen.width; ++x) {
            const std::size_t pixel = seen.index(x, y);
            const std::uint32_t id = seen.ids[0][pixel];
            if (id != expected.ids[0][pixel]) {
                ++result.differing;
                result.wrong += expected.undecided[pixel] == 0 ? 1 : 0;
            }
            if (id == raster::no_id) {
                continue;
            }
            ++result.pixels;
            const Shape& shape = shapes[id];
            const long double exact = std::clamp(exact_depth(shape, x, y), 0.0L, 1.0L);
            const auto error = static_cast<double>(std::abs(seen.depth[pixel] - exact));
            const double allowed = kind == raster::DeviceKind::Software
                                       ? half_unit(shape, x, y)
                                       : allowed_depth_error(tolerance_of(kind), shape, seen, x, y);
            if (is_inside(shape, seen.width, seen.height)) {
                result.worst_depth = std::max(result.worst_depth, error / allowed);
            } else {
                result.beyond_law += error > allowed ? 1 : 0;
            }
        }
    }
    return result;
}

TEST_P(DepthLaw, HoldsAndCoverageIsExactButNearEdges) {
    for (const Scene& scene : scenes_to_measure()) {
        const std::vector<Shape> shapes = triangle_shapes(scene.view, scene.mesh, {});
        ASSERT_EQ(shapes.size(), scene.mesh.triangles.size()); // nothing is clipped
        Twin twin(device(), scene.view.width, scene.view.height, tolerance_of(GetParam().kind));
        twin.draw(scene.view, last_wins(), Stage(device(), {{scene.mesh}}));
        const Planes seen = read_planes(device(), twin.target());
        const Measured result = measured(seen, twin.planes(), shapes, GetParam().kind);
        EXPECT_EQ(result.wrong, 0U) << scene.name;
        EXPECT_GT(result.pixels, seen.pixel_count() / 8) << scene.name;
        EXPECT_LE(result.worst_depth, 1) << scene.name;
        EXPECT_LE(result.differing, result.pixels / 1000) << scene.name;
        EXPECT_LE(result.beyond_law, is_software() ? 0 : result.pixels / 1000) << scene.name;
        std::cout << "  " << scene.name << ": " << result.differing << " of " << result.pixels
                  << " pixels differ, worst depth " << result.worst_depth
                  << " of what is allowed\n";
    }
}

TEST_P(DepthLaw, HoldsForWhatTheNearPlaneCuts) {
    // Soup around the eye. Clipped corners are rounded by each device in its own way.
    Random random(22);
    const raster::View view = need(raster::perspective_view({0, 0, 0}, {0, 1, 0}, 0.5, 20, 64, 48,
                                                            {.vertical_angle_degrees = 70}));
    double undecided = 0;
    const std::size_t count = scaled(60);
    for (std::size_t i = 0; i < count; ++i) {
        Mesh mesh;
        for (std::uint32_t t = 0; t < 12; ++t) {
            for (int k = 0; k < 3; ++k) {
                mesh.positions.push_back(random.in_box({-3, -2, -3}, {3, 6, 3}));
            }
            mesh.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
        }
        ReferenceTolerance tolerance = tolerance_of(raster::DeviceKind::OpenGl);
        tolerance.edge_steps = 3;
        tolerance.shift_pixels = 2.0 / 256;
        Twin twin(device(), 64, 48, tolerance);
        Pass pass;
        pass.ids = {IdSource::Triangle, IdSource::ProvokingVertex};
        pass.stencil.front.depth_fails = raster::StencilOp::IncrementWrap;
        pass.stencil.back.passes = raster::StencilOp::Invert;
        twin.draw(view, pass, Stage(device(), {{mesh}}));
        ASSERT_TRUE(twin.agrees()) << i;
        ASSERT_GT(twin.machine().passed(), 1000U);
        undecided += undecided_share(twin.planes());
    }
    EXPECT_LT(undecided / static_cast<double>(count), 0.25);
}

Vec3d random_direction(Random& random) {
    return random.in_box({-1, -1, -1}, {1, 1, 1}) + Vec3d{0, 0, 1.5};
}

/// A body somewhere, turned and scaled at random, and a view of it.
struct RandomView {
    SceneBodies bodies;
    raster::View view;
};

RandomView random_view(Random& random) {
    const Mesh ball = scenes::bumpy_sphere({.triangles = 120, .seed = random.next()});
    const double scale = std::pow(10, random.uniform(-6, 6));
    SceneBodies bodies;
    std::vector<Vec3d> points;
    const Vec3d middle = random.in_box({-9, -9, -9}, {9, 9, 9}) * scale;
    for (std::uint32_t body = 0; body < 2; ++body) {
        Rigid pose = rotation(random_direction(random), random.uniform(0, 6));
        pose.scale = scale * random.uniform(0.5, 2);
        pose.translation = middle + random.in_box({-1, -1, -1}, {1, 1, 1}) * scale;
        for (const Vec3d& p : ball.positions) {
            points.push_back(apply(pose, p));
        }
        bodies.push_back({ball, pose, body});
    }
    const Vec3d direction = random_direction(random);
    const Vec3d eye = middle - direction * (7 * scale / length(direction));
    return {std::move(bodies),
            random.below(2) == 0
                ? need(raster::orthographic_view(direction, points, 53, 44))
                : need(raster::perspective_view(eye, middle, scale, 14 * scale, 53, 44))};
}

TEST_P(DepthLaw, HoldsForAnyPoseViewAndScale) {
    Random random(23);
    double undecided = 0;
    const std::size_t count = scaled(60);
    for (std::size_t i = 0; i < count; ++i) {
        const RandomView scene = random_view(random);
        Twin twin(device(), 53, 44, tolerance_of(GetParam().kind));
        Pass pass;
        pass.ids = {IdSource::Body, IdSource::Triangle};
        pass.stencil.front = {raster::StencilOp::Keep, raster::StencilOp::Increment,
                              raster::StencilOp::Increment};
        pass.stencil.back.depth_fails = raster::StencilOp::Invert;
        twin.draw(scene.view, pass, Stage(device(), scene.bodies));
        ASSERT_TRUE(twin.agrees()) << i;
        ASSERT_GT(twin.machine().passed(), 200U) << i;
        undecided += undecided_share(twin.planes());
    }
    EXPECT_LT(undecided / static_cast<double>(count), is_software() ? 0.01 : 0.1);
}

/// How often each pixel is covered.
std::vector<std::uint8_t> coverage_counts(raster::Device& device, const Scene& scene) {
    const Twin twin(device, scene.view.width, scene.view.height);
    Pass pass;
    pass.depth_compare = Compare::Always;
    pass.stencil.front.passes = raster::StencilOp::IncrementWrap;
    pass.stencil.back.passes = raster::StencilOp::IncrementWrap;
    need(device.draw(twin.target(), scene.view, pass, Stage(device, {{scene.mesh}}).draws()));
    return need(device.read_stencil(twin.target()));
}

TEST_P(DepthLaw, DiffersFromTheSoftwareDeviceOnlyNearEdges) {
    const auto software = need(raster::make_device(raster::DeviceKind::Software));
    for (const Scene& scene : scenes_to_measure()) {
        const std::vector<std::uint8_t> seen = coverage_counts(device(), scene);
        const std::vector<std::uint8_t> expected = coverage_counts(*software, scene);
        const std::vector<Shape> shapes = triangle_shapes(scene.view, scene.mesh, {});
        std::size_t differing = 0;
        for (std::size_t pixel = 0; pixel < seen.size(); ++pixel) {
            if (seen[pixel] == expected[pixel]) {
                continue;
            }
            ++differing;
            const auto x = static_cast<int>(pixel % static_cast<std::size_t>(scene.view.width));
            const auto y = static_cast<int>(pixel / static_cast<std::size_t>(scene.view.width));
            EXPECT_TRUE(
                std::any_of(shapes.begin(), shapes.end(),
                            [&](const Shape& shape) { return centre_near_edge(shape, x, y, 1); }))
                << scene.name << ": " << x << ", " << y;
        }
        EXPECT_LE(differing, seen.size() / 1000) << scene.name;
    }
}

} // namespace
} // namespace impinge::tests
