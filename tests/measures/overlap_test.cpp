// SPDX-License-Identifier: Apache-2.0
//
// Volumes, areas and centroids of overlaps against closed forms.
#include "impinge/overlap.hpp"
#include "mesh/winding.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "tests/support/complexes.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/polycube.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/shapes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

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
    EXPECT_NEAR(region.b_in_a.depth, 1, 0.04);
    EXPECT_LE(region.b_in_a.depth, 1);
    EXPECT_GE(region.b_in_a.at_most, 1);
    EXPECT_NEAR(length(region.b_in_a.point - Vec3d{1, 1, 1}), 0, 0.1);
    EXPECT_NEAR(region.a_in_b.depth, 0.5, 0.02);
    EXPECT_GE(region.a_in_b.at_most, 0.5);
    EXPECT_LE(region.a_in_b.at_most, 0.5 * 1.04);
}

TEST(DepthOfBoxes, OfABodyInsideIsThatOfItsSurface) {
    const Mesh a = meshed(box({0, 0, 0}, {10, 10, 10}));
    const Mesh b = meshed(box({1, 4, 4}, {3, 6, 6}));
    const auto found = overlap({a.view()}, {b.view()}, {.depths = true});
    ASSERT_TRUE(found);
    ASSERT_EQ(found->regions.size(), 1U);
    EXPECT_NEAR(found->regions.front().b_in_a.depth, 3, 0.1);
    EXPECT_EQ(found->regions.front().a_in_b.depth, 0);
    EXPECT_EQ(found->regions.front().triangles_b.size(), 12U);
}

/// A needle too thin for a volume, half a unit deep in a block.
TEST(DepthOfWhatIsNotListed, IsBoundedWhereItMatters) {
    const Mesh block = meshed(box({0, -1, -1}, {1, 1, 1}));
    constexpr double thin = 1e-20;
    const Mesh needle{{{-1, thin, 0}, {-1, -thin, thin}, {-1, -thin, -thin}, {0.5, 0, 0}},
                      {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}}};
    const auto verdict = collide({block.view()}, {needle.view()});
    ASSERT_TRUE(verdict);
    ASSERT_EQ(verdict->verdict, Verdict::Crossing);
    const auto found =
        overlap({block.view()}, {needle.view()}, {.depths = true, .harmless_depth = 0.01});
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->regions.empty());
    EXPECT_GE(found->unlisted_at_most, 0.5);
    EXPECT_LE(found->unlisted_at_most, 0.55);
    const auto not_asked = overlap({block.view()}, {needle.view()}, {.depths = true});
    ASSERT_TRUE(not_asked);
    EXPECT_TRUE(std::isinf(not_asked->unlisted_at_most));
    const Mesh other = meshed(box({0.5, -1, -1}, {3, 1, 1})); // flush walls, and nothing else
    const auto plain =
        overlap({block.view()}, {other.view()}, {.depths = true, .harmless_depth = 0.01});
    ASSERT_TRUE(plain);
    EXPECT_EQ(plain->regions.size(), 1U);
    EXPECT_LE(plain->unlisted_at_most, 0.01);
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

double volume_of_cells(const CellComplex& complex, const CellSet& set) {
    return volume_of(meshed(complex.boundary(set)));
}

TEST(OverlapOfTetrahedra, IsThatOfTheirCells) {
    // Cells of one complex: walls lie flush, edges and corners meet, and no wall is along an axis.
    Random random(29);
    std::size_t overlapping = 0;
    const std::size_t cases = scaled(600);
    for (std::size_t i = 0; i < cases; ++i) {
        const CellComplex complex = perturbed_tetrahedron_complex(2, random);
        CellSet a = complex.no_cells();
        CellSet b = complex.no_cells();
        CellSet common = complex.no_cells();
        for (std::size_t k = 0; k < complex.cell_count(); ++k) {
            a[k] = random.below(2) == 0;
            b[k] = random.below(2) == 0;
            common[k] = a[k] && b[k];
        }
        const Overlap found =
            need_overlap(meshed(complex.boundary(a), {.seed = i, .splits = Splits::Some}),
                         meshed(complex.boundary(b), {.seed = i + 1, .order = Order::Shuffled}));
        ASSERT_EQ(found.measurable, Measurable::Yes) << i;
        const double expected = volume_of_cells(complex, common);
        ASSERT_NEAR(found.volume, expected, 1e-12 * 16 * 16 * 16) << i;
        overlapping += expected > 0 ? 1 : 0;
    }
    EXPECT_GT(overlapping, cases / 2);
}

TEST(OverlapOfTetrahedra, TilesOfACubeHaveNone) {
    Random random(31);
    for (std::size_t i = 0; i < scaled(60); ++i) {
        const CellComplex complex = perturbed_tetrahedron_complex(2, random);
        std::vector<CellSet> shards(4, complex.no_cells());
        CellSet all(complex.cell_count(), true);
        for (std::size_t k = 0; k < complex.cell_count(); ++k) {
            shards[random.below(shards.size())][k] = true;
        }
        double sum = 0;
        for (std::size_t p = 0; p < shards.size(); ++p) {
            const Mesh mesh_p = meshed(complex.boundary(shards[p]), {.seed = i});
            sum += volume_of(mesh_p);
            for (std::size_t q = p + 1; q < shards.size(); ++q) {
                const Mesh mesh_q = meshed(complex.boundary(shards[q]), {.seed = i + q});
                const Overlap found = need_overlap(mesh_p, mesh_q);
                ASSERT_EQ(found.measurable, Measurable::Yes);
                ASSERT_TRUE(found.regions.empty()) << found.volume;
            }
        }
        EXPECT_NEAR(sum, volume_of_cells(complex, all), 1e-9);
    }
}

/// The distance to the nearest point of a mesh, by all its triangles and many points of each.
double sampled_distance(Vec3d point, const Mesh& mesh, int steps) {
    double nearest = std::numeric_limits<double>::infinity();
    for (const auto& [a, b, c] : mesh.triangles) {
        for (int u = 0; u <= steps; ++u) {
            for (int v = 0; u + v <= steps; ++v) {
                const double s = static_cast<double>(u) / steps;
                const double t = static_cast<double>(v) / steps;
                const Vec3d q =
                    mesh.positions[a] * (1 - s - t) + mesh.positions[b] * s + mesh.positions[c] * t;
                nearest = std::min(nearest, length(point - q));
            }
        }
    }
    return nearest;
}

TEST(DepthOfSpheres, IsNotExceededByAnySample) {
    Random random(3);
    std::size_t asked = 0;
    for (std::size_t i = 0; i < scaled(40); ++i) {
        const std::uint64_t seed_a = random.next() % 100;
        const std::uint64_t seed_b = random.next() % 100;
        const Mesh a = scenes::bumpy_sphere({.triangles = 120, .seed = seed_a});
        Mesh b = scenes::bumpy_sphere({.triangles = 80, .seed = seed_b});
        const Vec3d direction = random.direction();
        const double distance = random.uniform(0.5, 1.9);
        for (Vec3d& p : b.positions) {
            p = p + direction * distance;
        }
        const auto found = overlap({a.view()}, {b.view()}, {.depths = true});
        ASSERT_TRUE(found);
        ASSERT_EQ(found->measurable, Measurable::Yes);
        double deepest = 0;
        double at_most = 0;
        for (const OverlapRegion& region : found->regions) {
            deepest = std::max(deepest, region.a_in_b.depth);
            at_most = std::max(at_most, region.a_in_b.at_most);
            constexpr int steps = 12; // of edges up to about 0.5 long
            EXPECT_NEAR(sampled_distance(region.a_in_b.point, b, steps), region.a_in_b.depth, 0.03);
            EXPECT_LE(region.a_in_b.depth, region.a_in_b.at_most);
            EXPECT_LE(region.a_in_b.at_most, region.a_in_b.depth * 1.04 + 1e-12);
        }
        for (std::size_t k = 0; k < 400 && !found->regions.empty(); ++k) {
            const auto& [p, q, r] = a.triangles[random.below(a.triangles.size())];
            const double s = random.unit();
            const double t = random.unit() * (1 - s);
            const Vec3d point =
                a.positions[p] * (1 - s - t) + a.positions[q] * s + a.positions[r] * t;
            if (winding_number(point, b.positions, b.triangles).value_or(0) > 0) {
                ++asked;
                EXPECT_LE(sampled_distance(point, b, 4), at_most + 0.1); // coarse, from above
            }
        }
        EXPECT_LE(deepest, at_most);
    }
    EXPECT_GT(asked, scaled(40) * 10);
}

TEST(OverlapOfBodies, ThatAreNoSolidsIsNotMeasured) {
    const Mesh a = meshed(box({0, 0, 0}, {2, 2, 2}));
    const Mesh open = meshed(without_face(box({1, 1, 1}, {3, 3, 3}), 0));
    const Overlap with_open = need_overlap(a, open);
    EXPECT_EQ(with_open.measurable, Measurable::NotSolid);
    ASSERT_FALSE(with_open.reasons.empty());
    EXPECT_EQ(with_open.reasons.front().substr(0, 8), "body B: ");
    const Mesh apart =
        meshed(joined({box({1, 1, 1}, {3, 3, 3}), box({-1, -1, -1}, {0.5, 0.5, 0.5})}));
    const Overlap of_two = need_overlap(a, apart);
    ASSERT_EQ(of_two.regions.size(), 2U);
    EXPECT_NEAR(of_two.regions[0].volume, 1, 1e-15);
    EXPECT_NEAR(of_two.regions[1].volume, 0.125, 1e-15);
}

TEST(OverlapOfBodies, WithACavityHasOne) {
    const Mesh a = meshed(with_cavity(box({0, 0, 0}, {4, 4, 4}), box({1, 1, 1}, {2, 2, 2})));
    const Mesh b = meshed(box({-1, -1, -1}, {5, 5, 5}));
    const Overlap found = need_overlap(a, b);
    ASSERT_EQ(found.measurable, Measurable::Yes);
    ASSERT_EQ(found.regions.size(), 1U);
    EXPECT_NEAR(found.volume, 63, 1e-12);
    EXPECT_NEAR(volume_of(found.regions.front().mesh), 63, 1e-12);
    EXPECT_EQ(found.regions.front().triangles_a.size(), 24U);
    const Mesh inner = meshed(box({1.25, 1.25, 1.25}, {1.75, 1.75, 1.75}));
    EXPECT_TRUE(need_overlap(a, inner).regions.empty()) << "in the cavity";
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
