// SPDX-License-Identifier: Apache-2.0
//
// Volumes, areas and centroids of overlaps against closed forms.
#include "impinge/overlap.hpp"
#include "scenes/bumpy_sphere.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace impinge::tests {
namespace {

Mesh box_mesh(const Box3& box) {
    Mesh mesh;
    for (int i = 0; i < 8; ++i) {
        mesh.positions.push_back({(i & 1) != 0 ? box.max.x : box.min.x,
                                  (i & 2) != 0 ? box.max.y : box.min.y,
                                  (i & 4) != 0 ? box.max.z : box.min.z});
    }
    mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return mesh;
}

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
    const Mesh a = box_mesh(fixed);
    std::size_t overlapping = 0;
    for (const auto& x : intervals) {
        for (const auto& y : intervals) {
            for (const auto& z : intervals) {
                const Box3 box{{x[0], y[0], z[0]}, {x[1], y[1], z[1]}};
                const Vec3d size = min(fixed.max, box.max) - max(fixed.min, box.min);
                const double expected =
                    std::max(0.0, size.x) * std::max(0.0, size.y) * std::max(0.0, size.z);
                const Overlap found = need_overlap(a, box_mesh(box));
                ASSERT_EQ(found.measurable, Measurable::Yes);
                ASSERT_NEAR(found.volume, expected, 1e-14);
                ASSERT_EQ(found.regions.size(), expected > 0 ? 1U : 0U);
                if (expected > 0) {
                    ++overlapping;
                    const OverlapRegion& region = found.regions.front();
                    const Vec3d middle = (min(fixed.max, box.max) + max(fixed.min, box.min)) * 0.5;
                    ASSERT_NEAR(length(region.centroid - middle), 0, 1e-14);
                    ASSERT_EQ(region.box.min, max(fixed.min, box.min));
                    ASSERT_EQ(region.box.max, min(fixed.max, box.max));
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
