// SPDX-License-Identifier: Apache-2.0
//
// How far a body must move to come free: against closed forms, and proved by collide().
#include "base/random.hpp"
#include "impinge/convex.hpp"
#include "impinge/overlap.hpp"
#include "impinge/separation.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/polycube.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/shapes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace impinge::tests {
namespace {

bool is_free(const Mesh& a, const Mesh& b, Vec3d offset) {
    const auto found = collide({a.view()}, {b.view(), {.translation = offset}});
    return found && (found->verdict == Verdict::Apart || found->verdict == Verdict::Touching);
}

TEST(SeparationAlong, OfBoxesIsWhatTheySayAlongTheAxes) {
    const Mesh a = meshed(box({0, 0, 0}, {2, 2, 2}));
    const Mesh b = meshed(box({1, 1.5, 0.5}, {4, 5, 1}));
    const std::array<std::pair<Vec3d, double>, 6> expected{{{{1, 0, 0}, 1},
                                                            {{-2, 0, 0}, 4},
                                                            {{0, 1, 0}, 0.5},
                                                            {{0, -1, 0}, 5},
                                                            {{0, 0, 3}, 1.5},
                                                            {{0, 0, -1}, 1}}};
    for (const auto& [direction, distance] : expected) {
        const auto found = separation_along({a.view()}, {b.view()}, direction);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->distance, distance);
        EXPECT_EQ(found->verdict, Verdict::Touching);
    }
    const auto slanted = separation_along({a.view()}, {b.view()}, {1, 1, 0});
    ASSERT_TRUE(slanted);
    EXPECT_NEAR(slanted->distance, 0.5 * std::sqrt(2.0), 1e-14);
}

TEST(SeparationAlong, GoesOnPastCavities) {
    // A cube with a cavity, a small cube in its wall: free in the cavity, and then not.
    const PolyMesh outer = box({0, 0, 0}, {10, 10, 10});
    const Mesh a = meshed(with_cavity(outer, box({3, 3, 3}, {7, 7, 7})));
    const Mesh b = meshed(box({1, 4, 4}, {2, 5, 5}));
    const auto found = separation_along({a.view()}, {b.view()}, {1, 0, 0});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->distance, 9);
}

TEST(SeparationAlong, IsTheLeastOnPolycubes) {
    const PolycubeGrid grid(3);
    Random random(11);
    std::size_t overlapping = 0;
    const std::size_t cases = scaled(400);
    for (std::size_t i = 0; i < cases; ++i) {
        const CellSet set_a = grid.random_set(random);
        const CellSet set_b = grid.random_set(random);
        const PolyMesh poly_a = grid.mesh(set_a, random, 0.3);
        const PolyMesh poly_b = grid.mesh(set_b, random, 0.3);
        const Mesh a = meshed(poly_a, {.seed = i});
        const Mesh b = meshed(poly_b, {.seed = i + 7});
        const auto found = separation_along({a.view()}, {b.view()}, {0, 0, 1});
        ASSERT_TRUE(found);
        // In columns of cells: the highest cell of A less the lowest of B, counted from below.
        int expected = 0;
        const std::uint32_t n = grid.cubes_per_axis();
        for (std::uint32_t x = 0; x < n; ++x) {
            for (std::uint32_t y = 0; y < n; ++y) {
                int top = -1;
                int bottom = -1;
                for (std::uint32_t z = 0; z < n; ++z) {
                    top = set_a[grid.cell(x, y, z)] ? static_cast<int>(z) + 1 : top;
                    bottom = bottom < 0 && set_b[grid.cell(x, y, z)] ? static_cast<int>(z) : bottom;
                }
                if (top >= 0 && bottom >= 0) {
                    expected = std::max(expected, top - bottom);
                }
            }
        }
        ASSERT_EQ(found->distance, expected) << i;
        overlapping += expected > 0 ? 1 : 0;
        ASSERT_TRUE(is_free(a, b, found->direction * found->distance)) << i;
    }
    EXPECT_GT(overlapping, cases / 2);
}

TEST(MinimumSeparation, OfConvexBodiesIsThatOfTheirPolytopes) {
    const Mesh a = meshed(box({0, 0, 0}, {2, 2, 2}));
    const Mesh b = meshed(octahedron({2.2, 1.1, 0.9}, 1));
    const auto found = minimum_separation({a.view()}, {b.view()});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->kind, SeparationKind::Minimum);
    EXPECT_NEAR(found->distance, 0.8, 1e-12);
    EXPECT_NEAR(found->direction.x, 1, 1e-12);
    EXPECT_TRUE(is_free(a, b, found->direction * found->distance));
}

TEST(MinimumSeparation, IsProvedAndBoundedForAnySolids) {
    Random random(5);
    std::size_t asked = 0;
    for (std::size_t i = 0; i < scaled(60); ++i) {
        const Mesh a = scenes::bumpy_sphere({.triangles = 300, .seed = random.next() % 100});
        const Mesh b = scenes::bumpy_sphere({.triangles = 200, .seed = random.next() % 100});
        const Vec3d direction = random.direction();
        const double distance = random.uniform(0.5, 1.9);
        const Rigid pose{.translation = direction * distance};
        const auto found = minimum_separation({a.view()}, {b.view(), pose});
        ASSERT_TRUE(found);
        if (found->distance == 0) {
            continue;
        }
        ++asked;
        EXPECT_EQ(found->kind, SeparationKind::BestFound);
        EXPECT_LE(found->at_least, found->distance);
        EXPECT_GT(found->at_least, 0);
        EXPECT_TRUE(is_free(a, b, pose.translation + found->direction * found->distance));
        const auto back = separation_along({a.view()}, {b.view(), pose}, direction);
        ASSERT_TRUE(back);
        EXPECT_LE(found->distance, back->distance * 1.1) << i;
    }
    EXPECT_GT(asked, scaled(60) / 2);
}

TEST(MinimumSeparation, RefusesWhatMakesNoSense) {
    const Mesh a = meshed(box({0, 0, 0}, {2, 2, 2}));
    EXPECT_FALSE(separation_along({a.view()}, {a.view()}, {0, 0, 0}));
    EXPECT_FALSE(separation_along({a.view()}, {a.view()}, {0, NAN, 0}));
    EXPECT_FALSE(minimum_separation({a.view()}, {a.view()}, {.directions = 5}));
}

} // namespace
} // namespace impinge::tests
