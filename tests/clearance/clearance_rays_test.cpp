// SPDX-License-Identifier: Apache-2.0
//
// Exact rays: against plain ones, and maps against them.
#include "base/random.hpp"
#include "clearance/ray_clearance.hpp"
#include "imagespace/view_rays.hpp"
#include "impinge/clearance.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/torus_knot.hpp"
#include "tests/raster/devices.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/shapes.hpp"

#include <gmock/gmock.h>
#include <map>

namespace impinge::tests {
namespace {

using imagespace::clearance_map;
using imagespace::ClearanceMap;
using imagespace::compare_with_rays;
using imagespace::PieceFinder;
using imagespace::ray_clearance;
using imagespace::RayPiece;
using imagespace::RaySurface;
using imagespace::vertex_clearance;
using imagespace::ViewRays;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr Vec3d down{0, 0, -1};

raster::View looking_down(double half, int pixels) {
    return need(raster::orthographic_view(down, Box3{{-half, -half, -half}, {half, half, half}},
                                          pixels, pixels, {.margin_pixels = 0}));
}

// Along one ray, by asking at many places: are we in A, in B?

bool is_in(double place, const std::vector<double>& surfaces) {
    return std::count_if(surfaces.begin(), surfaces.end(), [&](double s) { return s < place; }) %
               2 ==
           1;
}

double clearance_by_walking(const std::vector<double>& a, const std::vector<double>& b) {
    double common = 0;
    double gap = 1e9;
    std::optional<double> left_a;
    std::optional<double> left_b;
    for (int i = 0; i <= 1000; ++i) { // surfaces are at whole numbers
        const double place = i / 10.0 + 0.05;
        const bool in_a = is_in(place, a);
        const bool in_b = is_in(place, b);
        common += in_a && in_b ? 0.1 : 0;
        if (in_a && left_b) {
            gap = std::min(gap, place - *left_b - 0.1);
        }
        if (in_b && left_a) {
            gap = std::min(gap, place - *left_a - 0.1);
        }
        left_a = in_a ? std::optional(place) : left_a;
        left_b = in_b ? std::optional(place) : left_b;
    }
    return common > 0 ? -common : gap;
}

/// Entered, left, entered, ...
std::vector<RayPiece> pieces(const std::vector<double>& surfaces) {
    std::vector<RayPiece> out;
    for (std::size_t i = 0; i + 1 < surfaces.size(); i += 2) {
        out.push_back({surfaces[i], surfaces[i + 1]});
    }
    return out;
}

std::vector<double> depths_at(const ViewRays& rays, Vec2d point) {
    std::vector<RaySurface> surfaces;
    rays.append_surfaces(point, surfaces);
    std::vector<double> depths;
    for (const RaySurface& surface : surfaces) {
        depths.push_back(surface.depth);
    }
    return depths;
}

TEST(RayClearance, IsWhatAWalkAlongTheRayFinds) {
    Random random(3);
    int overlaps = 0;
    constexpr int cases = 2000;
    for (int i = 0; i < cases; ++i) {
        std::array<std::vector<double>, 2> surfaces;
        for (auto& of_body : surfaces) {
            for (int layers = 2 * random.integer(1, 3); layers > 0;) {
                const double place = random.integer(0, 100);
                if (std::find(of_body.begin(), of_body.end(), place) == of_body.end()) {
                    of_body.push_back(place);
                    --layers;
                }
            }
            std::sort(of_body.begin(), of_body.end());
        }
        const double wanted = clearance_by_walking(surfaces[0], surfaces[1]);
        EXPECT_NEAR(ray_clearance(pieces(surfaces[0]), pieces(surfaces[1])).clearance, wanted,
                    1e-6);
        overlaps += wanted < 0 ? 1 : 0;
    }
    EXPECT_GT(overlaps, cases * 3 / 10);
    EXPECT_LT(overlaps, cases * 9 / 10);
}

TEST(RayClearance, IsPlacedInTheMiddle) {
    const std::vector<double> a{0, 2, 10, 20};
    EXPECT_EQ(ray_clearance(pieces(a), pieces({3, 4})).at, 2.5);
    EXPECT_EQ(ray_clearance(pieces(a), pieces({1, 16})).at, 13);
    EXPECT_EQ(ray_clearance(pieces(a), pieces({2, 5})).clearance, 0);
}

TEST(ViewRays, MeetWhatPlainRaysMeet) {
    const Mesh knot = scenes::torus_knot({.triangles = 1500});
    const raster::View view = looking_down(4, 100);
    const Rigid pose = rotation({1, 2, 3}, 0.7);
    const ViewRays rays(view, {knot.view(), pose});
    Random random(1);
    int met = 0;
    for (int i = 0; i < 400; ++i) {
        const Vec2d point{random.uniform(0, 100), random.uniform(0, 100)};
        std::vector<double> wanted;
        for (const auto& [a, b, c] : knot.triangles) {
            const auto corner = [&](std::uint32_t index) {
                return raster::to_window(view, apply(pose, knot.positions[index]));
            };
            const Vec3d p = corner(a);
            const Vec3d u = corner(b) - p;
            const Vec3d v = corner(c) - p;
            const double area = u.x * v.y - u.y * v.x;
            const double s = ((point.x - p.x) * v.y - (point.y - p.y) * v.x) / area;
            const double t = (u.x * (point.y - p.y) - u.y * (point.x - p.x)) / area;
            if (s > 0 && t > 0 && s + t < 1) {
                wanted.push_back((p.z + s * u.z + t * v.z) * (view.far - view.near) + view.near);
            }
        }
        std::sort(wanted.begin(), wanted.end());
        const std::vector<double> found = depths_at(rays, point);
        EXPECT_THAT(found, testing::Pointwise(testing::DoubleNear(1e-9), wanted));
        met += found.empty() ? 0 : 1;
    }
    EXPECT_GT(met, 80);
}

TEST(ViewRays, MeetAClosedSurfaceEvenlyAlsoAtCornersAndEdges) {
    // Corners of the unit cells lie on the points asked about, edges between them.
    const Mesh mesh = fanned(cells({{"##..", ".##.", "#..#"}, {"####", "#..#", "####"}}), 7);
    const raster::View view = need(
        raster::orthographic_view(down, Box3{{0, 0, 0}, {4, 4, 2}}, 4, 4, {.margin_pixels = 0}));
    const ViewRays rays(view, {mesh.view(), {}});
    std::map<std::size_t, int> counts;
    for (int i = 0; i <= 16; ++i) {
        for (int j = 0; j <= 16; ++j) {
            const std::vector<double> depths = depths_at(rays, {i / 4.0, j / 4.0});
            EXPECT_EQ(depths.size() % 2, 0U);
            ++counts[depths.size()];
        }
    }
    EXPECT_GT(counts[2], 50);
    EXPECT_GT(counts[0], 20);
}

TEST(ViewRays, MeetNothingOfAnEmptyMesh) {
    EXPECT_TRUE(depths_at(ViewRays(looking_down(1, 4), {}), {2, 2}).empty());
}

class ComparedWithRays : public EveryDevice {};

TEST_P(ComparedWithRays, FlatBodiesHaveNoError) {
    const Mesh lower = scenes::box({0, 0, 0}, {4, 4, 1});
    const Mesh upper = scenes::box({1, 1, 1.5}, {3, 3, 2});
    const Body a{upper.view()};
    const Body b{lower.view()};
    const ClearanceMap map =
        need(clearance_map(device(), a, b, {.direction = down, .resolution = 50}));
    const auto compared = need(compare_with_rays(map, a, b, 16));
    EXPECT_EQ(compared.rays_per_pixel, 16);
    EXPECT_GT(compared.pixels, map.statistics.pixels.both * 9 / 10);
    EXPECT_LT(compared.pixels, map.statistics.pixels.both) << "rays miss at the border";
    EXPECT_LT(compared.max_error, 1e-6);
    EXPECT_LE(compared.rms_error, compared.max_error);
}

TEST_P(ComparedWithRays, AMapThatIsWrongInOnePixelIsFoundThere) {
    const Mesh lower = scenes::box({0, 0, 0}, {4, 4, 1});
    const Mesh upper = scenes::box({1, 1, 1.5}, {3, 3, 2});
    const Body a{upper.view()};
    const Body b{lower.view()};
    ClearanceMap map = need(clearance_map(device(), a, b, {.direction = down, .resolution = 64}));
    const auto pixel = static_cast<std::size_t>(30 * map.view.width + 20);
    map.clearance[pixel] += 0.125F;
    const auto compared = need(compare_with_rays(map, a, b, 4));
    EXPECT_NEAR(compared.max_error, 0.125, 1e-6);
    EXPECT_EQ(compared.max_error_x, 20);
    EXPECT_EQ(compared.max_error_y, 30);
    EXPECT_NEAR(compared.errors[pixel], 0.125, 1e-6);
    EXPECT_NEAR(compared.rms_error, 0.125 / std::sqrt(static_cast<double>(compared.pixels)), 1e-6);
    EXPECT_NEAR(compared.max_error_at.z, 1.25, 1e-6);
    EXPECT_NEAR(raster::to_window(map.view, compared.max_error_at).x, 20.5, 1e-6);
}

/// The range of clearances within a step of the device's grid around a pixel's centre.
struct Range {
    double min = 1e9;
    double max = -1e9;
};
Range clearances_around(const ViewRays& a, const ViewRays& b, Vec2d centre) {
    Range range;
    for (int i = -1; i <= 1; ++i) {
        for (int j = -1; j <= 1; ++j) {
            const Vec2d point{centre.x + i / 256.0, centre.y + j / 256.0};
            const double found =
                ray_clearance(PieceFinder(a).at(point), PieceFinder(b).at(point)).clearance;
            if (!std::isnan(found)) {
                range = {std::min(range.min, found), std::max(range.max, found)};
            }
        }
    }
    return range;
}

TEST_P(ComparedWithRays, EveryPixelIsThatOfARayWithinAStepOfItsCentre) {
    const Mesh knot_a = scenes::torus_knot({.triangles = 3000});
    const Mesh knot_b = scenes::bumpy_sphere({.triangles = 3000, .radius = 2.2});
    const Body a{knot_a.view(), rotation({1, 0, 2}, 0.4)};
    const Body b{knot_b.view(), translation({0.5, 0.25, 0.125})};
    const ClearanceMap map = need(clearance_map(device(), a, b, {.resolution = 128}));
    const ViewRays rays_a(map.view, {a.mesh, a.pose});
    const ViewRays rays_b(map.view, {b.mesh, b.pose});
    std::uint64_t compared = 0;
    std::uint64_t outside = 0;
    for (int y = 0; y < map.view.height; ++y) {
        for (int x = 0; x < map.view.width; ++x) {
            const float found = map.clearance[static_cast<std::size_t>(y * map.view.width + x)];
            if (!std::isnan(found)) {
                const Range range = clearances_around(rays_a, rays_b, {x + 0.5, y + 0.5});
                ++compared;
                outside += found < range.min - 1e-5 || found > range.max + 1e-5 ? 1 : 0;
            }
        }
    }
    EXPECT_GT(compared, 4000U);
    EXPECT_GT(map.pixels_by_layers, 100U);
    EXPECT_GT(map.statistics.pixels.overlap, 100U);
    EXPECT_GT(map.statistics.pixels.gap, 100U);
    EXPECT_LE(outside, compared / 200) << "folds, where the extremes are not at these nine points";
}

TEST_P(ComparedWithRays, ErrorsFallWithTheResolutionAndDoNotDependOnThreads) {
    const Mesh ball = scenes::bumpy_sphere({.triangles = 3000, .amplitude = 0});
    const Mesh plate = scenes::box({-2, -2, -1}, {2, 2, 0});
    const Body a{ball.view(), translation({0, 0, 1.25})};
    const Body b{plate.view()};
    double before = 1e9;
    for (const int resolution : {32, 64, 128}) {
        const ClearanceMap map =
            need(clearance_map(device(), a, b, {.direction = down, .resolution = resolution}));
        const auto compared = need(compare_with_rays(map, a, b, 9, Context(1)));
        EXPECT_LT(compared.rms_error, before * 0.8);
        before = compared.rms_error;
        const auto threaded = need(compare_with_rays(map, a, b, 9, Context(3)));
        EXPECT_EQ(threaded.rms_error, compared.rms_error);
        EXPECT_EQ(threaded.max_error_at, compared.max_error_at);
    }
}

TEST_P(ComparedWithRays, RefusesNumbersThatFormNoGrid) {
    const Mesh mesh = scenes::box({0, 0, 0}, {1, 1, 1});
    const Body body{mesh.view()};
    const ClearanceMap map = need(clearance_map(device(), body, body, {.resolution = 4}));
    for (const int rays : {-4, 0, 2, 15, 33 * 33}) {
        const auto refused = compare_with_rays(map, body, body, rays);
        ASSERT_FALSE(refused);
        EXPECT_THAT(refused.error().message, HasSubstr("square number"));
    }
    EXPECT_TRUE(compare_with_rays(map, body, body, 1));
}

std::vector<float> at_vertices(const Mesh& mesh, const Mesh& other) {
    return need(vertex_clearance({mesh.view()}, {other.view()}, looking_down(8, 64))).values;
}

TEST(VertexClearance, LooksOutwardsAlongTheView) {
    const Mesh lower = scenes::box({-4, -4, 0}, {4, 4, 1});
    const Mesh upper = scenes::box({-1, -1, 1.5}, {1, 1, 2});
    const std::vector<float> found = at_vertices(upper, lower);
    ASSERT_EQ(found.size(), upper.positions.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (upper.positions[i].z == 1.5) {
            EXPECT_NEAR(found[i], 0.5F, 1e-6F);
        } else {
            EXPECT_TRUE(std::isnan(found[i])) << "it looks away";
        }
    }
    for (const float value : at_vertices(lower, upper)) {
        EXPECT_TRUE(std::isnan(value)) << "no corner of the lower box lies under the upper one";
    }
}

TEST(VertexClearance, IsNegativeByTheWayBackOut) {
    const Mesh lower = scenes::box({-4, -4, 0}, {4, 4, 1});
    const Mesh upper = scenes::box({-1, -1, 0.75}, {1, 1, 2});
    const Mesh turned = fanned(inside_out(tests::box({-1, -1, 0.75}, {1, 1, 2})), 0);
    for (const Mesh* mesh : {&upper, &turned}) {
        const std::vector<float> found = at_vertices(*mesh, lower);
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (mesh->positions[i].z == 0.75) {
                EXPECT_NEAR(found[i], -0.25F, 1e-6F);
            } else {
                EXPECT_TRUE(std::isnan(found[i]));
            }
        }
    }
}

TEST(VertexClearance, IsZeroOnTheOtherSurface) {
    const Mesh lower = scenes::box({-4, -4, 0}, {4, 4, 1});
    const Mesh upper = scenes::box({-1, -1, 1}, {1, 1, 2});
    int touching = 0;
    for (const float value : at_vertices(upper, lower)) {
        touching += value == 0 ? 1 : 0;
    }
    EXPECT_EQ(touching, 4);
}

TEST(VertexClearance, RefusesWhatIsNoSolidAndPerspective) {
    const Mesh solid = scenes::box({0, 0, 0}, {1, 1, 1});
    const Mesh open = fanned(without_face(tests::box({0, 0, 2}, {1, 1, 3}), 0), 0);
    const raster::View view = looking_down(8, 64);
    EXPECT_FALSE(vertex_clearance({open.view()}, {solid.view()}, view));
    EXPECT_FALSE(vertex_clearance({solid.view()}, {open.view()}, view));
    const raster::View perspective =
        need(raster::perspective_view({9, 9, 9}, {0, 0, 0}, 1, 20, 8, 8));
    EXPECT_FALSE(vertex_clearance({solid.view()}, {solid.view()}, perspective));
}

IMPINGE_ON_EVERY_DEVICE(ComparedWithRays);

} // namespace
} // namespace impinge::tests
