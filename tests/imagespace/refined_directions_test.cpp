// SPDX-License-Identifier: Apache-2.0
//
// What a look at the triangles of the collision zone makes of the first guess: directions near the
// true normals of contacts that are known.
#include "base/random.hpp"
#include "imagespace/projection/refined_directions.hpp"
#include "impinge/depth_methods.hpp"
#include "math/principal_axes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "tests/imagespace/placed_bodies.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/shapes.hpp"

#include <algorithm>
#include <array>

namespace impinge::tests {
namespace {

using namespace imagespace;

using Refinement = EveryDevice;
IMPINGE_ON_EVERY_DEVICE(Refinement);

/// How far directions are from the truth, over many cases.
struct Errors {
    std::vector<double> degrees;

    void add(double error) { degrees.push_back(error); }
    [[nodiscard]] double quantile(double share) {
        std::sort(degrees.begin(), degrees.end());
        return degrees[static_cast<std::size_t>(share * static_cast<double>(degrees.size() - 1))];
    }
};

struct Look {
    Vec3d first;
    std::vector<Vec3d> refined;
};

Look look_at(raster::Device& device, const Uploaded& a, const Uploaded& b, int most_planes) {
    const auto zone = collision_zone(a.placed(), b.placed());
    const Vec3d first = first_direction(*zone);
    const auto view = need(zone_view(first, *zone, a.placed(), b.placed(), 512));
    return {first, need(refined_directions(device, view, *zone, a.side(), b.side(), most_planes))};
}

struct Improvement {
    Errors first;
    Errors refined;
    std::size_t from_b_to_a = 0;

    void add(const Look& look, Vec3d truth) {
        first.add(angle_degrees(look.first, truth));
        refined.add(angle_degrees(look.refined.front(), truth));
        from_b_to_a += dot(look.refined.front(), truth) < 0 ? 1 : 0;
    }
};

TEST_P(Refinement, FindsTheNormalWhereSpheresTouch) {
    Random random(1);
    const Mesh sphere = scenes::bumpy_sphere({.triangles = 3000, .amplitude = 0});
    Improvement spheres;
    for (std::size_t i = 0, cases = scaled(100); i < cases; ++i) {
        const Vec3d a_to_b = random_direction(random);
        Rigid pose_b = turn_of_any_angle(random);
        pose_b.translation = a_to_b * random.uniform(1.95, 2.02);
        const Uploaded a(device(), sphere, turn_of_any_angle(random));
        const Uploaded b(device(), sphere, pose_b);
        spheres.add(look_at(device(), a, b, 1), a_to_b);
    }
    EXPECT_GT(spheres.first.quantile(0.5), 10) << "too easy to show anything";
    EXPECT_LT(spheres.refined.quantile(0.5), 2);
    EXPECT_LT(spheres.refined.quantile(0.9), 5);
    EXPECT_LT(spheres.from_b_to_a, spheres.refined.degrees.size() / 20);
}

TEST_P(Refinement, FindsTheNormalOfBoxesThatLieOnEachOther) {
    Random random(2);
    Improvement boxes;
    const Mesh lower = meshed(box({-1, -1, -1}, {1, 1, 0}));
    for (std::size_t i = 0, cases = scaled(100); i < cases; ++i) {
        const Vec3d low = random.in_box({-0.8, -0.8, -0.02}, {0, 0, 0.02});
        const Mesh upper = meshed(box(low, low + random.in_box({0.5, 0.5, 0.5}, {1.5, 1.5, 1.5})));
        // Turned in the mesh, so that the frames of the bodies know nothing.
        const Rigid turn = turn_of_any_angle(random);
        const Uploaded a(device(), moved(lower, turn));
        const Uploaded b(device(), moved(upper, turn));
        if (collision_zone(a.placed(), b.placed())) {
            boxes.add(look_at(device(), a, b, 1), apply(turn, {0, 0, 1}));
        }
    }
    EXPECT_GT(boxes.first.degrees.size(), scaled(100) * 3 / 4);
    EXPECT_GT(boxes.first.quantile(0.5), 15) << "too easy to show anything";
    EXPECT_LT(boxes.refined.quantile(0.5), 3);
    EXPECT_LT(boxes.refined.quantile(0.95), 10);
    EXPECT_EQ(boxes.from_b_to_a, 0U);
}

/// A block with a groove of 90 degrees along y, its bottom in the origin, opening to z.
Mesh grooved_block() {
    PolyMesh block = prism(
        {{0, -1, 0}, {-1, -1, 1}, {-2, -1, 1}, {-2, -1, -1}, {2, -1, -1}, {2, -1, 1}, {1, -1, 1}},
        {0, 2, 0});
    // Fans around the bottom of the groove, from where all of the profile is seen.
    for (Loop& face : block.faces) {
        const auto hub = std::find_if(face.begin(), face.end(),
                                      [](std::uint32_t vertex) { return vertex % 7 == 0; });
        if (face.size() == 7) {
            std::rotate(face.begin(), hub, face.end());
        }
    }
    return meshed(inside_out(block));
}

Mesh wedge_for_groove() {
    return meshed(
        inside_out(prism({{0, -0.9, 0}, {-0.9, -0.9, 0.9}, {0.9, -0.9, 0.9}}, {0, 1.8, 0})));
}

TEST_P(Refinement, FindsBothPlanesOfAWedgeInAGroove) {
    Random random(3);
    Errors errors;
    std::size_t two_planes = 0;
    const std::size_t cases = scaled(60);
    const Mesh block = grooved_block();
    ASSERT_TRUE(diagnose(block.view())->solid());
    const Mesh wedge = wedge_for_groove();
    ASSERT_TRUE(diagnose(wedge.view())->solid());
    for (std::size_t i = 0; i < cases; ++i) {
        const Rigid turn = turn_of_any_angle(random);
        Rigid lifted = turn;
        lifted.translation = apply(turn, {0, 0, random.uniform(-0.01, 0.02)});
        const Uploaded a(device(), block, turn);
        const Uploaded b(device(), wedge, lifted);
        const Look look = look_at(device(), a, b, 3);
        two_planes += look.refined.size() == 2 ? 1 : 0;
        for (const Vec3d wall : {Vec3d{1, 0, 1}, Vec3d{-1, 0, 1}}) {
            double nearest = 90;
            for (const Vec3d& direction : look.refined) {
                nearest = std::min(nearest, angle_degrees(direction, apply(turn, wall)));
            }
            errors.add(nearest);
        }
        const Look mean = look_at(device(), a, b, 1);
        EXPECT_EQ(mean.refined.size(), 1U);
        EXPECT_LT(angle_degrees(mean.refined.front(), apply(turn, {0, 0, 1})), 15) << i;
    }
    EXPECT_EQ(two_planes, cases);
    EXPECT_LT(errors.quantile(0.5), 2);
    EXPECT_LT(errors.quantile(1), 10);
}

TEST_P(Refinement, QueriesLookAlongThePlanesFound) {
    const Rigid turn = rotation({1, 2, 3}, 1);
    Rigid lifted = turn;
    lifted.translation = apply(turn, {0, 0, 0.01});
    const Mesh block = grooved_block();
    const Mesh wedge = wedge_for_groove();
    SampledOptions options{.resolution = 64};
    options.projection.refinement = ProjectionOptions::Refinement::ItemBuffer;
    options.projection.most_planes = 3;
    const auto answer =
        need(sampled_collide(device(), {block.view(), turn}, {wedge.view(), lifted}, options));
    ASSERT_EQ(answer.views.size(), 2U);
    for (const raster::View& view : answer.views) {
        EXPECT_LT(std::min(angle_degrees(view.axis_z, apply(turn, {1, 0, 1})),
                           angle_degrees(view.axis_z, apply(turn, {-1, 0, 1}))),
                  5);
    }
    EXPECT_EQ(answer.interference.verdict, Verdict::Apart);
}

/// The area of the surfaces across z that are seen facing each other.
double facing_area(raster::Device& device, const raster::View& view, const CollisionZone& zone,
                   const Uploaded& a, const Uploaded& b) {
    double area = 0;
    for (const FacingSurface& surface :
         need(facing_surfaces(device, view, zone, a.side(), b.side()))) {
        area += surface.towards_b.z > 0.99 ? surface.weight : 0;
    }
    return area;
}

TEST_P(Refinement, WeighsTheAreaSeenInTheZone) {
    const Uploaded a(device(), meshed(box({-1, -1, -1}, {1, 1, 0})));
    const Uploaded b(device(), meshed(box({-0.6, -0.4, 0}, {0.6, 0.4, 1})));
    const auto zone = collision_zone(a.placed(), b.placed());
    CollisionZone half = *zone;
    half.in_a.box.max.x = 0; // the middle of A is that of its frame
    for (const Vec3d direction : {Vec3d{0, 0, 1}, Vec3d{0.1, 0.2, 1}, Vec3d{0.5, 0, -1}}) {
        const auto view = need(zone_view(direction, *zone, a.placed(), b.placed(), 128));
        const double both_faces = 2 * 1.2 * 0.8;
        EXPECT_NEAR(facing_area(device(), view, *zone, a, b), both_faces, 0.1);
        EXPECT_NEAR(facing_area(device(), view, half, a, b), both_faces / 2, 0.1);
    }
}

TEST_P(Refinement, KeepsTheDirectionWhereNothingIsSeen) {
    // Their boxes meet at an edge, so that no pixel shows both.
    const Uploaded a(device(), meshed(box({0, 0, 0}, {1, 1, 1})));
    const Uploaded b(device(), meshed(box({1, 1, 0}, {2, 2, 1})));
    const auto zone = collision_zone(a.placed(), b.placed());
    const auto view = need(zone_view({0, 0, 1}, *zone, a.placed(), b.placed(), 64));
    const auto directions = need(refined_directions(device(), view, *zone, a.side(), b.side(), 3));
    ASSERT_EQ(directions.size(), 1U);
    EXPECT_EQ(directions.front(), (Vec3d{0, 0, 1}));
}

TEST_P(Refinement, DoesNotDependOnWhichWayNormalsPoint) {
    const Rigid turn = rotation({1, 2, 3}, 0.5);
    const Mesh lower = moved(meshed(box({-1, -1, -1}, {1, 1, 0})), turn);
    Mesh upper = moved(meshed(box({-0.5, -0.5, -0.01}, {0.7, 0.5, 1})), turn);
    const Uploaded a(device(), lower);
    const Look look = look_at(device(), a, Uploaded(device(), upper), 1);
    EXPECT_GT(angle_degrees(look.first, look.refined.front()), 5) << "nothing to see";
    for (TriangleIndices& triangle : upper.triangles) {
        std::swap(triangle[0], triangle[1]);
    }
    const Look inverted = look_at(device(), a, Uploaded(device(), upper), 1);
    EXPECT_LT(length(inverted.refined.front() - look.refined.front()), 1e-6);
}

TEST(ProjectionPlanes, OneForNormalsThatAgree) {
    const std::vector<FacingSurface> surfaces{{{0, 0, 1}, 3}, {{0.28, 0, 0.96}, 1}};
    const auto planes = projection_planes(surfaces, 3, {1, 0, 0});
    ASSERT_EQ(planes.size(), 1U);
    EXPECT_LT(angle_degrees(planes[0], {0.07, 0, 0.99}), 1e-6);
}

TEST(ProjectionPlanes, OneForEachAxisOfAPegInAHole) {
    // Normals cancel in pairs; the heavier axis comes first.
    const std::vector<FacingSurface> walls{
        {{1, 0, 0}, 1}, {{-1, 0, 0}, 1}, {{0, 1, 0}, 2}, {{0, -1, 0}, 2}};
    const auto planes = projection_planes(walls, 3, {0, 0, 1});
    ASSERT_EQ(planes.size(), 2U);
    EXPECT_EQ(std::abs(planes[0].y), 1);
    EXPECT_EQ(std::abs(planes[1].x), 1);
    EXPECT_EQ(projection_planes(walls, 1, {0, 0, 1}), (std::vector<Vec3d>{{0, 0, 1}}));
}

TEST(ProjectionPlanes, NoMoreThanAskedForAndNoneForSplinters) {
    const std::vector<FacingSurface> corner{{{1, 0, 0}, 3}, {{0, 1, 0}, 2}, {{0, 0, 1}, 1}};
    EXPECT_EQ(projection_planes(corner, 3, {0, 0, 1}).size(), 3U);
    EXPECT_EQ(projection_planes(corner, 2, {0, 0, 1}).size(), 2U);
    const std::vector<FacingSurface> splinter{{{1, 0, 0}, 3}, {{0, 1, 0}, 2}, {{0, 0, 1}, 0.1}};
    EXPECT_EQ(projection_planes(splinter, 3, {0, 0, 1}).size(), 2U);
    EXPECT_EQ(projection_planes({}, 3, {0, 0, 1}), (std::vector<Vec3d>{{0, 0, 1}}));
}

TEST(ProjectionPlanes, AreTheMiddlesOfWhatIsGathered) {
    Random random(5);
    const std::array<Vec3d, 2> walls{Vec3d{0.8, 0, 0.6}, Vec3d{-0.8, 0, 0.6}};
    for (std::size_t i = 0, cases = scaled(50); i < cases; ++i) {
        std::vector<FacingSurface> surfaces;
        for (int j = 0; j < 1000; ++j) {
            const Vec3d noisy = walls[j % 3 == 0 ? 1 : 0] + random_direction(random) * 0.2;
            surfaces.push_back({noisy * (1 / length(noisy)), random.unit()});
        }
        const auto planes = projection_planes(surfaces, 3, {0, 0, 1});
        ASSERT_EQ(planes.size(), 2U);
        ASSERT_LT(angle_degrees(planes[0], walls[0]), 1.5);
        ASSERT_LT(angle_degrees(planes[1], walls[1]), 1.5);
    }
}

TEST(PrincipalAxes, MultiplyTheMatrixByTheirValues) {
    Random random(4);
    for (std::size_t i = 0, cases = scaled(500); i < cases; ++i) {
        SymmetricMatrix m;
        const double scale = std::ldexp(1.0, random.integer(-60, 60));
        for (int j = random.integer(0, 5); j > 0; --j) {
            m.add(random.in_box({-1, -1, -1}, {1, 1, 1}) * scale, random.unit());
        }
        const PrincipalAxes principal = principal_axes(m);
        const double size = std::max(m.xx + m.yy + m.zz, 1e-300);
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3d v = principal.axes[k];
            const Vec3d product{m.xx * v.x + m.xy * v.y + m.zx * v.z,
                                m.xy * v.x + m.yy * v.y + m.yz * v.z,
                                m.zx * v.x + m.yz * v.y + m.zz * v.z};
            ASSERT_LT(length(product - v * principal.values[k]) / size, 1e-12);
            ASSERT_NEAR(length(v), 1, 1e-12);
            ASSERT_NEAR(dot(v, principal.axes[(k + 1) % 3]), 0, 1e-12);
        }
        ASSERT_GE(principal.values[0], principal.values[1]);
        ASSERT_GE(principal.values[1], principal.values[2]);
    }
}

} // namespace
} // namespace impinge::tests
