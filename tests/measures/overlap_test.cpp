// SPDX-License-Identifier: Apache-2.0
//
// Volumes, areas and centroids of overlaps against closed forms.
#include "impinge/overlap.hpp"
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

double volume_of(const Mesh& mesh) {
    double six = 0;
    for (const auto& [a, b, c] : mesh.triangles) {
        six += dot(mesh.positions[a], cross(mesh.positions[b], mesh.positions[c]));
    }
    return six / 6;
}

Overlap need_overlap(const Mesh& a, const Mesh& b, bool meshes = true) {
    const auto found = overlap({a.view()}, {b.view()}, {.meshes = meshes});
    EXPECT_TRUE(found) << found.error().message;
    return found ? *found : Overlap();
}

/// All ways in which an interval may lie to another, flush ones among them.
constexpr std::array<std::array<double, 2>, 13> intervals{{{0, 1},
                                                           {0, 2},
                                                           {0, 3},
                                                           {1, 2},
                                                           {1, 3},
                                                           {1, 4},
                                                           {2, 3},
                                                           {2, 4},
                                                           {3, 4},
                                                           {0, 4},
                                                           {-1, 5},
                                                           {1.5, 2.5},
                                                           {4, 5}}};

TEST(OverlapOfBoxes, InEveryAlignedPosition) {
    const Box3 fixed{{1, 1, 1}, {3, 3, 3}};
    const Mesh a = meshed(box(fixed.min, fixed.max));
    std::size_t overlapping = 0;
    for (const auto& x : intervals) {
        for (const auto& y : intervals) {
            for (const auto& z : intervals) {
                const Box3 where{{x[0], y[0], z[0]}, {x[1], y[1], z[1]}};
                const Vec3d size = min(fixed.max, where.max) - max(fixed.min, where.min);
                const double expected =
                    std::max(0.0, size.x) * std::max(0.0, size.y) * std::max(0.0, size.z);
                const Overlap found = need_overlap(a, meshed(box(where.min, where.max)));
                ASSERT_EQ(found.measurable, Measurable::Yes);
                ASSERT_NEAR(found.volume, expected, 1e-14);
                ASSERT_EQ(found.regions.size(), expected > 0 ? 1U : 0U);
                if (expected > 0) {
                    ++overlapping;
                    const OverlapRegion& region = found.regions.front();
                    const Vec3d middle =
                        (min(fixed.max, where.max) + max(fixed.min, where.min)) * 0.5;
                    ASSERT_NEAR(length(region.centroid - middle), 0, 1e-14);
                    ASSERT_EQ(region.box.min, max(fixed.min, where.min));
                    ASSERT_EQ(region.box.max, min(fixed.max, where.max));
                    ASSERT_NEAR(region.area_a + region.area_b,
                                2 * (size.x * size.y + size.y * size.z + size.z * size.x), 1e-13);
                    ASSERT_NEAR(volume_of(region.mesh), expected, 1e-13);
                    const auto diagnosis = diagnose(region.mesh.view());
                    ASSERT_TRUE(diagnosis && diagnosis->open_edges == 0);
                }
            }
        }
    }
    EXPECT_GT(overlapping, 700U);
}

TEST(DepthOfBoxes, IsThatOfTheDeepestPoint) {
    const Mesh a = meshed(box({0, 0, 0}, {2, 2, 2}));
    const Mesh b = meshed(box({1, 0.5, 0.5}, {3, 1.5, 1.5}));
    const auto found = overlap({a.view()}, {b.view()}, {.depths = true});
    ASSERT_TRUE(found);
    ASSERT_EQ(found->regions.size(), 1U);
    const OverlapRegion& region = found->regions.front();
    EXPECT_NEAR(region.b_in_a.depth, 1, 1e-3);
    EXPECT_LE(region.b_in_a.depth, 1);
    EXPECT_GE(region.b_in_a.at_most, 1);
    EXPECT_NEAR(length(region.b_in_a.point - Vec3d{1, 1, 1}), 0, 1e-2);
    EXPECT_NEAR(region.a_in_b.depth, 0.5, 1e-3);
    EXPECT_GE(region.a_in_b.at_most, 0.5);
    EXPECT_LE(region.a_in_b.at_most, 0.5 * 1.01);
}

TEST(DepthOfBoxes, OfABodyInsideIsThatOfItsSurface) {
    const Mesh a = meshed(box({0, 0, 0}, {10, 10, 10}));
    const Mesh b = meshed(box({1, 4, 4}, {3, 6, 6}));
    const auto found = overlap({a.view()}, {b.view()}, {.depths = true});
    ASSERT_TRUE(found);
    ASSERT_EQ(found->regions.size(), 1U);
    EXPECT_NEAR(found->regions.front().b_in_a.depth, 3, 1e-2);
    EXPECT_EQ(found->regions.front().a_in_b.depth, 0);
    EXPECT_EQ(found->regions.front().triangles_b.size(), 12U);
}

/// Sets of cells that hang together by faces.
std::size_t parts_of(const PolycubeGrid& grid, const CellSet& set) {
    const std::uint32_t n = grid.cubes_per_axis();
    CellSet left = set;
    std::size_t parts = 0;
    const auto flood = [&](auto& self, std::uint32_t x, std::uint32_t y, std::uint32_t z) -> void {
        if (x >= n || y >= n || z >= n || !left[grid.cell(x, y, z)]) {
            return;
        }
        left[grid.cell(x, y, z)] = false;
        self(self, x + 1, y, z);
        self(self, x - 1, y, z);
        self(self, x, y + 1, z);
        self(self, x, y - 1, z);
        self(self, x, y, z + 1);
        self(self, x, y, z - 1);
    };
    for (std::uint32_t z = 0; z < n; ++z) {
        for (std::uint32_t y = 0; y < n; ++y) {
            for (std::uint32_t x = 0; x < n; ++x) {
                if (left[grid.cell(x, y, z)]) {
                    ++parts;
                    flood(flood, x, y, z);
                }
            }
        }
    }
    return parts;
}

TEST(OverlapOfPolycubes, IsThatOfTheirCells) {
    const PolycubeGrid grid(4);
    Random random(71);
    std::size_t several = 0;
    std::size_t none = 0;
    const std::size_t cases = scaled(1000);
    for (std::size_t i = 0; i < cases; ++i) {
        const CellSet a = grid.random_set(random);
        const CellSet b = random.below(8) == 0 ? a : grid.random_set(random);
        const double extra_a = random.unit();
        const double extra_b = random.unit();
        const PolyMesh mesh_a = grid.mesh(a, random, extra_a);
        const PolyMesh mesh_b = grid.mesh(b, random, extra_b);
        CellSet common = a;
        std::size_t cells = 0;
        for (std::size_t k = 0; k < a.size(); ++k) {
            common[k] = a[k] && b[k];
            cells += common[k] ? 1 : 0;
        }
        const Overlap found =
            need_overlap(meshed(mesh_a, {.seed = i}), meshed(mesh_b, {.seed = i + 1}));
        ASSERT_EQ(found.measurable, Measurable::Yes) << i;
        ASSERT_NEAR(found.volume, static_cast<double>(cells), 1e-12) << i;
        const std::size_t parts = parts_of(grid, common);
        ASSERT_LE(found.regions.size(), parts) << i;
        several += found.regions.size() > 1 ? 1 : 0;
        none += cells == 0 ? 1 : 0;
        for (const OverlapRegion& region : found.regions) {
            ASSERT_NEAR(region.volume, std::round(region.volume), 1e-12) << i;
            ASSERT_NEAR(volume_of(region.mesh), region.volume, 1e-11) << i;
        }
    }
    EXPECT_GT(several, cases / 40);
    EXPECT_GT(none, cases / 40);
}

TEST(OverlapOfSpheres, IsTheSameBothWaysAndForAnyThreads) {
    const Mesh a = scenes::bumpy_sphere({.triangles = 3000});
    const Mesh b = scenes::bumpy_sphere({.triangles = 2000});
    const Rigid moved{.translation = {1.2, 0.3, 0.1}};
    const auto ab = overlap({a.view()}, {b.view(), moved}, {.meshes = true}, Context(1));
    const auto ba = overlap({b.view(), moved}, {a.view()}, {.meshes = true}, Context(3));
    ASSERT_TRUE(ab && ba);
    ASSERT_EQ(ab->measurable, Measurable::Yes);
    ASSERT_GE(ab->regions.size(), 1U);
    ASSERT_EQ(ab->regions.size(), ba->regions.size());
    for (std::size_t i = 0; i < ab->regions.size(); ++i) {
        const OverlapRegion& p = ab->regions[i];
        const OverlapRegion& q = ba->regions[i];
        EXPECT_EQ(p.volume, q.volume);
        EXPECT_EQ(p.centroid, q.centroid);
        EXPECT_EQ(p.area_a, q.area_b);
        EXPECT_EQ(p.triangles_a, q.triangles_b);
        EXPECT_NEAR(volume_of(p.mesh), p.volume, 1e-12);
    }
    EXPECT_GT(ab->volume, 0.1);
}

} // namespace
} // namespace impinge::tests
