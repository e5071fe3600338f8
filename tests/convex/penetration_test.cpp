// SPDX-License-Identifier: Apache-2.0
#include "convex/convex_pair.hpp"
#include "convex/penetration/exhaustive_way_out.hpp"
#include "impinge/collide.hpp"
#include "tests/convex/visit_poses.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace impinge::tests {
namespace {

std::vector<Vec3d> world_vertices(const ConvexBody& body) {
    std::vector<Vec3d> places;
    for (const Vec3d& p : body.shape.vertices()) {
        places.push_back(apply(body.pose, p));
    }
    return places;
}

/// The largest coordinate of the two: what errors are measured against.
double size_of(const ConvexBody& a, const ConvexBody& b) {
    double size = 0;
    for (const ConvexBody* body : {&a, &b}) {
        for (const Vec3d& p : world_vertices(*body)) {
            size = std::max({size, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
        }
    }
    return size;
}

/// Independent of the code tested: the hull of all differences of vertices, and how far its planes
/// are from the origin. 0 if the origin is not inside.
double depth_by_hull(const ConvexBody& a, const ConvexBody& b) {
    std::vector<Vec3d> differences;
    for (const Vec3d& p : world_vertices(a)) {
        for (const Vec3d& q : world_vertices(b)) {
            differences.push_back(p - q);
        }
    }
    const auto hull = Polytope::hull_of(differences);
    double depth = std::numeric_limits<double>::infinity();
    for (std::uint32_t face = 0; face < hull->face_count(); ++face) {
        const Vec3d corner = hull->vertices()[hull->face(face)[0]];
        depth = std::min(depth, dot(hull->face_normal(face), corner));
    }
    return std::max(depth, 0.0);
}

/// How far a point lies above the highest plane of a body in the world: 0 on its surface.
double height_above(const ConvexBody& body, Vec3d point) {
    double height = -std::numeric_limits<double>::infinity();
    for (std::uint32_t face = 0; face < body.shape.face_count(); ++face) {
        const Vec3d n = body.shape.face_normal(face);
        const Vec3d normal{dot(body.pose.row_x, n), dot(body.pose.row_y, n),
                           dot(body.pose.row_z, n)};
        const Vec3d corner = apply(body.pose, body.shape.vertices()[body.shape.face(face)[0]]);
        height = std::max(height, dot(normal, point - corner));
    }
    return height;
}

Verdict verdict_after_moving_b(const ConvexBody& a, ConvexBody b, Vec3d way) {
    b.pose.translation = b.pose.translation + way;
    return collide({a.shape.mesh(), a.pose}, {b.shape.mesh(), b.pose})->verdict;
}

TEST(Penetration, DepthIsThatOfTheHullOfAllDifferences) {
    std::size_t overlapping = 0;
    const std::size_t count = scaled(3'000);
    visit_poses(81, count,
                [&](std::size_t i, const ConvexBody& a, const ConvexBody& b, PoseFamily) {
                    if (a.shape.vertex_count() * b.shape.vertex_count() > 500) {
                        return; // hulls of many points take long
                    }
                    const double expected = depth_by_hull(a, b);
                    const auto found = penetration(a, b);
                    ASSERT_TRUE(found);
                    ASSERT_NEAR(found->depth, expected, 1e-12 * size_of(a, b)) << "case " << i;
                    overlapping += expected > 1e-9 ? 1 : 0;
                });
    if (is_full_run()) {
        EXPECT_GT(overlapping, count / 5);
    }
}

TEST(Penetration, PolytopesThatGrowFindWhatLookingAtAllWaysFinds) {
    visit_poses(
        82, scaled(10'000),
        [&](std::size_t i, const ConvexBody& a, const ConvexBody& b, PoseFamily) {
            if (a.shape.edge_count() * b.shape.edge_count() > 10'000) {
                return;
            }
            const ConvexPair pair{a.shape.data(), b.shape.data(), a.pose, b.pose};
            const double expected =
                exhaustive_way_out(MinkowskiDifference(pair)).depth * a.pose.scale;
            ASSERT_NEAR(penetration(pair).depth, std::max(0.0, expected), 1e-12 * size_of(a, b))
                << "case " << i;
        });
}

TEST(Penetration, MovingByTheDepthPartsAndByLessDoesNot) {
    std::size_t overlapping = 0;
    std::size_t on_surfaces = 0; // to the rounding of coordinates
    const std::size_t count = scaled(4'000);
    visit_poses(
        83, count, [&](std::size_t i, const ConvexBody& a, const ConvexBody& b, PoseFamily) {
            const auto found = penetration(a, b);
            const double size = size_of(a, b);
            const double slack = 1e-12 * size;
            if (found->depth < 10 * slack) {
                return;
            }
            ++overlapping;
            const Vec3d way = found->direction;
            EXPECT_NEAR(length(way), 1, 1e-12);
            EXPECT_EQ(verdict_after_moving_b(a, b, way * (found->depth + slack)), Verdict::Apart)
                << i;
            EXPECT_NE(verdict_after_moving_b(a, b, way * (found->depth - slack)), Verdict::Apart)
                << i;
            const double height_a = height_above(a, found->point_a);
            const double height_b = height_above(b, found->point_b);
            EXPECT_NEAR(height_a, 0, 1e-9 * size) << i;
            EXPECT_NEAR(height_b, 0, 1e-9 * size) << i;
            on_surfaces += std::max(std::abs(height_a), std::abs(height_b)) <= slack ? 1 : 0;
        });
    if (is_full_run()) {
        EXPECT_GT(overlapping, count / 5);
        EXPECT_GT(on_surfaces, overlapping * 95 / 100);
    }
}

TEST(Penetration, OfTwoBoxesIsAcrossTheThinnestCommonPart) {
    const Polytope box = polytope_of(scenes::box({0, 0, 0}, {4, 4, 4}));
    const auto found = penetration({box}, {box, translation({1, 3.75, -2})});
    EXPECT_EQ(found->depth, 0.25);
    EXPECT_EQ(found->direction, (Vec3d{0, 1, 0}));
    EXPECT_EQ(found->point_a, (Vec3d{2.5, 4, 1})); // the middle of where the faces will meet
    EXPECT_EQ(found->point_b, (Vec3d{2.5, 3.75, 1}));
}

TEST(Penetration, OfCrossedWedgesIsAcrossTheirEdges) {
    // Roofs, one along y with its ridge up, one along x with its ridge down.
    const Polytope roof = polytope_of(Mesh{
        {{-1, -2, 0}, {1, -2, 0}, {0, -2, 1}, {-1, 2, 0}, {1, 2, 0}, {0, 2, 1}},
        {{0, 1, 2}, {3, 5, 4}, {0, 3, 4}, {0, 4, 1}, {1, 4, 5}, {1, 5, 2}, {0, 2, 5}, {0, 5, 3}}});
    Rigid pose{.row_x = {0, 1, 0}, .row_y = {1, 0, 0}, .row_z = {0, 0, -1}};
    pose.translation = {0.5, 0.25, 1.875};
    const auto found = penetration({roof}, {roof, pose});
    EXPECT_EQ(found->depth, 0.125);
    EXPECT_EQ(found->direction, (Vec3d{0, 0, 1}));
    EXPECT_EQ(found->point_a, (Vec3d{0, 0.25, 1}));
    EXPECT_EQ(found->features.a.kind, FeatureKind::Edge);
    EXPECT_EQ(found->features.b.kind, FeatureKind::Edge);
}

TEST(Penetration, IsZeroForBodiesThatAreApartOrTouch) {
    const Polytope box = polytope_of(scenes::box({0, 0, 0}, {1, 1, 1}));
    EXPECT_EQ(penetration({box}, {box, translation({1, 0.5, 0})})->depth, 0);
    EXPECT_EQ(penetration({box}, {box, translation({1, 1, 1})})->depth, 0);
    EXPECT_EQ(penetration({box}, {box, translation({0, 0, 7})})->depth, 0);
}

TEST(Penetration, OfASolidInItselfLeadsOutTheShortWay) {
    const Polytope plate = polytope_of(scenes::box({-3, -2, -0.5}, {3, 2, 0.5}));
    const auto found = penetration({plate}, {plate});
    EXPECT_EQ(found->depth, 1);
    EXPECT_EQ(std::abs(found->direction.z), 1);
}

TEST(Penetration, RefusesAMirrorAndASheared) {
    const Polytope box = polytope_of(scenes::box({0, 0, 0}, {1, 1, 1}));
    EXPECT_FALSE(penetration({box, {.row_x = {-1, 0, 0}}}, {box}));
    EXPECT_FALSE(penetration({box}, {box, {.row_x = {1, 0.001, 0}}}));
}

} // namespace
} // namespace impinge::tests
