// SPDX-License-Identifier: Apache-2.0
//
// Properties of single generators that the catalogue's tests do not see.
#include "base/random.hpp"
#include "impinge/distance.hpp"
#include "impinge/predicates.hpp"
#include "impinge/self_intersections.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/cloth.hpp"
#include "scenes/gears.hpp"
#include "scenes/jaws.hpp"
#include "scenes/polytope.hpp"
#include "scenes/torus_knot.hpp"
#include "tests/scenes/box_of.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace impinge::scenes {
namespace {

double volume_of(const Mesh& mesh) {
    double sum = 0;
    for (const auto& [a, b, c] : mesh.triangles) {
        sum += dot(mesh.positions[a], cross(mesh.positions[b], mesh.positions[c]));
    }
    return sum / 6;
}

TEST(Box, KeepsItsOutermostCoordinatesBitForBit) {
    const Vec3d low{0.1, 0.2, 0.3};
    const Vec3d high{0.7, 1.1, 1.3};
    for (const std::size_t triangles : {12U, 100U, 5000U}) {
        EXPECT_EQ(box_of(box(low, high, triangles)), (Box3{low, high}));
        EXPECT_NEAR(volume_of(box(low, high, triangles)), 0.6 * 0.9 * 1.0, 1e-12);
    }
    EXPECT_EQ(box(low, high).triangles.size(), 12U);
    EXPECT_EQ(box(low, high).positions.size(), 8U);
}

TEST(Box, HasTheWantedSizeWithinATenth) {
    for (std::size_t wanted = 200; wanted < 3000; wanted += 37) {
        const std::size_t count = box({0, 0, 0}, {1, 1, 1}, wanted).triangles.size();
        EXPECT_GE(count, wanted * 9 / 10);
        EXPECT_LE(count, wanted * 11 / 10);
    }
}

TEST(BumpySphere, IsSeenWholeFromItsCentre) {
    for (const std::size_t triangles : {32U, 50U, 99U, 400U, 9001U}) {
        for (const std::uint64_t seed : {1U, 2U, 3U}) {
            const Mesh sphere =
                bumpy_sphere({.triangles = triangles, .amplitude = 0.45, .seed = seed});
            for (const auto& [a, b, c] : sphere.triangles) {
                ASSERT_EQ(orient3d(sphere.positions[a], sphere.positions[b], sphere.positions[c],
                                   {0, 0, 0}),
                          -1);
            }
        }
    }
}

TEST(BumpySphere, WithoutBumpsIsASphere) {
    const Mesh sphere = bumpy_sphere({.triangles = 20000, .radius = 2, .amplitude = 0});
    for (const Vec3d& position : sphere.positions) {
        EXPECT_NEAR(length(position), 2, 1e-14);
    }
    // Between the ball of its corners and the ball that its flattest faces touch.
    double inner_radius = 2;
    for (const auto& [a, b, c] : sphere.triangles) {
        const Vec3d normal = cross(sphere.positions[b] - sphere.positions[a],
                                   sphere.positions[c] - sphere.positions[a]);
        inner_radius = std::min(inner_radius, dot(normal, sphere.positions[a]) / length(normal));
    }
    const auto ball = [](double radius) { return 4 * M_PI / 3 * radius * radius * radius; };
    EXPECT_GT(inner_radius, 1.99);
    EXPECT_GT(volume_of(sphere), ball(inner_radius));
    EXPECT_LT(volume_of(sphere), ball(2));
}

TEST(TorusKnot, HasTheVolumeOfItsTube) {
    const Mesh ring = torus_knot({.turns_around = 1, .turns_through = 0, .triangles = 40000});
    EXPECT_NEAR(volume_of(ring), 3.0 * 2 * M_PI * M_PI * 0.3 * 0.3, 0.02); // radius 2 + 1
    EXPECT_GT(volume_of(torus_knot()), 0);
}

TEST(TorusKnot, CrossesItselfWhenTheTubeIsTooThick) {
    const auto thick = torus_knot({.tube_radius = 1.2, .triangles = 4000});
    EXPECT_FALSE(self_intersections(thick.view())->pairs.empty());
}

TEST(Polytope, IsExactlyConvex) {
    for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
        const Mesh body = random_polytope({.triangles = 200, .radii = {3, 1, 0.2}, .seed = seed});
        EXPECT_EQ(body.triangles.size(), 2 * body.positions.size() - 4);
        for (const auto& [a, b, c] : body.triangles) {
            for (const Vec3d& position : body.positions) {
                ASSERT_LE(
                    orient3d(body.positions[a], body.positions[b], body.positions[c], position), 0);
            }
        }
    }
}

TEST(ConvexHull, LeavesOutPointsWithin) {
    std::vector<Vec3d> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    Random random(4);
    for (int i = 0; i < 50; ++i) {
        points.push_back(random.in_box({0.01, 0.01, 0.01}, {0.3, 0.3, 0.3}));
    }
    points.push_back({1, 1, 1});
    const Mesh hull = convex_hull(points);
    EXPECT_EQ(hull.positions.size(), 5U);
    EXPECT_EQ(hull.triangles.size(), 6U);
    EXPECT_NEAR(volume_of(hull), 0.5, 1e-12);
}

/// Smallest vertical distance of two jaws at the vertices they share in plan, and that they do.
double smallest_gap(const Jaws& pair) {
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < pair.upper.positions.size(); ++i) {
        const Vec3d upper = pair.upper.positions[i];
        const Vec3d lower = pair.lower.positions[i];
        EXPECT_EQ(upper.x, lower.x);
        EXPECT_EQ(upper.y, lower.y);
        smallest = std::min(smallest, upper.z - lower.z);
    }
    return smallest;
}

TEST(Jaws, MeetInVerticesOfEqualHeight) {
    for (const std::size_t triangles : {5000U, 110000U}) {
        for (const std::uint64_t seed : {1U, 2U, 3U}) {
            EXPECT_EQ(smallest_gap(jaws({.triangles = triangles, .seed = seed})), 0);
        }
    }
    EXPECT_EQ(smallest_gap(jaws({.bite = Bite::Open})), 6);
}

TEST(Jaws, AreHeightsOverOneRegion) {
    const Jaws pair = jaws();
    std::size_t upward = 0;
    for (const auto& [a, b, c] : pair.lower.triangles) {
        const Vec3d p = pair.lower.positions[a];
        const Vec3d q = pair.lower.positions[b];
        const Vec3d r = pair.lower.positions[c];
        upward += orient2d({p.x, p.y}, {q.x, q.y}, {r.x, r.y}) > 0 ? 1 : 0;
        if (orient2d({p.x, p.y}, {q.x, q.y}, {r.x, r.y}) < 0) {
            EXPECT_EQ(p.z, q.z); // what looks down is the flat base
            EXPECT_EQ(p.z, r.z);
        }
    }
    EXPECT_GT(upward, pair.lower.triangles.size() * 9 / 10);
}

TEST(Jaws, HaveTheSizeOfAMouth) {
    const Vec3d size = extent(box_of(jaws().lower));
    EXPECT_NEAR(size.x, 69, 1);
    EXPECT_NEAR(size.y, 50, 1);
    EXPECT_GT(size.z, 15);
    EXPECT_LT(size.z, 25);
}

TEST(Jaws, BiteWithMostTeeth) {
    const Jaws pair = jaws({.bite = Bite::Biting});
    const auto found =
        collide({pair.upper.view()}, {pair.lower.view()}, {.detail = Detail::Curves});
    EXPECT_GE(found->curves.size(), 10U);
}

TEST(Gears, ClearEachOtherByAboutHalfTheBacklash) {
    const GearPair pair = meshing_gears({.triangles = 40000}, 36, 0);
    const double gap = distance({pair.driver.view()}, {pair.driven.view()})->distance;
    EXPECT_GT(gap, 0.03);
    EXPECT_LT(gap, 0.05);
}

TEST(Gears, OfOddNumbersMeshToo) {
    const GearPair pair = meshing_gears({.teeth = 17, .triangles = 8000}, 31, 0);
    EXPECT_EQ(collide({pair.driver.view()}, {pair.driven.view()})->verdict, Verdict::Apart);
}

TEST(FoldedCloth, IsOneOrientedSheet) {
    const Diagnosis found = *diagnose(folded_cloth().view());
    EXPECT_EQ(found.components, 1U);
    EXPECT_EQ(found.non_manifold_edges, 0U);
    EXPECT_TRUE(found.oriented());
    EXPECT_FALSE(found.closed());
}

TEST(FoldedCloth, CrossesItselfOnlyWhenItSwells) {
    EXPECT_TRUE(self_intersections(folded_cloth({.swelling = 2}).view())->pairs.empty());
    EXPECT_GT(self_intersections(folded_cloth({.swelling = 2.5}).view())->crossing_pairs, 0U);
}

} // namespace
} // namespace impinge::scenes
