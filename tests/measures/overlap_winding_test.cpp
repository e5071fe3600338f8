// SPDX-License-Identifier: Apache-2.0
//
// Overlaps of bodies that overlap themselves: put together from parts that cross, lie in each
// other, are flush or are there twice, or surfaces that cross themselves.
#include "impinge/overlap.hpp"
#include "impinge/self_intersections.hpp"
#include "impinge/slice.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "tests/support/complexes.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/polycube.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/shapes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace impinge::tests {
namespace {

double enclosed_volume(const Mesh& mesh) {
    double six = 0;
    for (const auto& [a, b, c] : mesh.triangles) {
        six += dot(mesh.positions[a], cross(mesh.positions[b], mesh.positions[c]));
    }
    return six / 6;
}

Overlap wound_overlap(const Mesh& a, const Mesh& b, const Context& context = {}) {
    const auto found = overlap({a.view()}, {b.view()}, {.meshes = true}, context);
    EXPECT_TRUE(found) << found.error().message;
    return found ? *found : Overlap();
}

/// A body of boxes in a grid, each a part of its own.
struct Heap {
    PolyMesh parts;
    CellSet cells;
};

Heap random_heap(const PolycubeGrid& grid, Random& random) {
    const auto n = static_cast<std::uint64_t>(grid.cubes_per_axis());
    Heap heap{{}, grid.complex().no_cells()};
    std::vector<PolyMesh> boxes;
    const std::uint64_t count = 2 + random.below(3);
    for (std::uint64_t i = 0; i < count; ++i) {
        if (i > 0 && random.below(5) == 0) {
            boxes.push_back(boxes[random.below(i)]); // there twice
            continue;
        }
        std::array<std::uint32_t, 3> low{};
        std::array<std::uint32_t, 3> high{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto p = static_cast<std::uint32_t>(random.below(n));
            const auto q = static_cast<std::uint32_t>(random.below(n));
            low.at(axis) = std::min(p, q);
            high.at(axis) = std::max(p, q) + 1;
        }
        boxes.push_back(box({double(low[0]), double(low[1]), double(low[2])},
                            {double(high[0]), double(high[1]), double(high[2])}));
        for (std::uint32_t z = low[2]; z < high[2]; ++z) {
            for (std::uint32_t y = low[1]; y < high[1]; ++y) {
                for (std::uint32_t x = low[0]; x < high[0]; ++x) {
                    heap.cells[grid.cell(x, y, z)] = true;
                }
            }
        }
    }
    heap.parts = joined(boxes);
    return heap;
}

struct Cells {
    std::size_t count = 0;
    std::size_t faces = 0; ///< of their border
};

Cells common_cells(const PolycubeGrid& grid, const CellSet& a, const CellSet& b) {
    const std::uint32_t n = grid.cubes_per_axis();
    const auto has = [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
        return x < n && y < n && z < n && a[grid.cell(x, y, z)] && b[grid.cell(x, y, z)];
    };
    Cells cells;
    for (std::uint32_t z = 0; z < n; ++z) {
        for (std::uint32_t y = 0; y < n; ++y) {
            for (std::uint32_t x = 0; x < n; ++x) {
                if (has(x, y, z)) {
                    ++cells.count;
                    cells.faces += !has(x + 1, y, z) + !has(x - 1, y, z) + !has(x, y + 1, z) +
                                   !has(x, y - 1, z) + !has(x, y, z + 1) + !has(x, y, z - 1);
                }
            }
        }
    }
    return cells;
}

TEST(OverlapOfHeaps, OfBoxesInAGridIsTheirCommonCells) {
    const PolycubeGrid grid(4);
    Random random(41);
    std::size_t overlapping = 0;
    const std::size_t cases = scaled(60);
    for (std::size_t i = 0; i < cases; ++i) {
        const Heap a = random_heap(grid, random);
        const Heap b = random_heap(grid, random);
        const Cells expected = common_cells(grid, a.cells, b.cells);
        const Mesh mesh_a = meshed(a.parts, {.seed = i + 1, .splits = Splits::Some});
        const Mesh mesh_b = meshed(b.parts, {.seed = i + 2});
        const Overlap found = wound_overlap(mesh_a, mesh_b);
        ASSERT_EQ(found.measurable, Measurable::Yes) << i;
        ASSERT_NEAR(found.volume, static_cast<double>(expected.count), 1e-12) << i;
        ASSERT_NEAR(found.area_a + found.area_b, static_cast<double>(expected.faces), 1e-12) << i;
        for (const OverlapRegion& region : found.regions) {
            ASSERT_NEAR(enclosed_volume(region.mesh), region.volume, 1e-12) << i;
            const auto diagnosis = diagnose(region.mesh.view());
            ASSERT_TRUE(diagnosis && diagnosis->open_edges == 0) << i;
            for (const ContactCurve& curve : region.curves) {
                ASSERT_TRUE(curve.closed);
            }
        }
        overlapping += expected.count > 0 ? 1 : 0;
        const Overlap with_extras =
            wound_overlap(meshed(a.parts, {.seed = i, .extras = Extras::Caps}),
                          meshed(b.parts, {.seed = i, .extras = Extras::Points}));
        ASSERT_EQ(with_extras.measurable, Measurable::Yes) << i;
        ASSERT_NEAR(with_extras.volume, static_cast<double>(expected.count), 1e-12) << i;
        const Overlap mirrored = wound_overlap(
            meshed(b.parts, {.seed = i + 2, .order = Order::Shuffled}), mesh_a, Context(2));
        ASSERT_EQ(mirrored.regions.size(), found.regions.size());
        for (std::size_t k = 0; k < found.regions.size(); ++k) {
            ASSERT_EQ(mirrored.regions[k].id, found.regions[k].id) << i;
            ASSERT_EQ(mirrored.regions[k].area_a, found.regions[k].area_b) << i;
            ASSERT_EQ(mirrored.regions[k].curves, found.regions[k].curves) << i;
        }
    }
    EXPECT_GT(overlapping, cases / 2);
}

TEST(OverlapOfHeaps, OfTetrahedraIsTheirCommonCells) {
    // Parts of one grid of tetrahedra: walls cross, are flush, or are there several times.
    Random random(43);
    std::size_t overlapping = 0;
    const std::size_t cases = scaled(60);
    for (std::size_t i = 0; i < cases; ++i) {
        const CellComplex complex = perturbed_tetrahedron_complex(2, random);
        CellSet common(complex.cell_count(), true);
        std::array<Mesh, 2> meshes;
        for (Mesh& mesh : meshes) {
            CellSet all = complex.no_cells();
            std::vector<PolyMesh> parts;
            for (int part = 0; part < 2; ++part) {
                CellSet cells = complex.no_cells();
                for (std::size_t k = 0; k < cells.size(); ++k) {
                    cells[k] = random.below(2) == 0;
                    all[k] = all[k] || cells[k];
                }
                parts.push_back(complex.boundary(cells));
            }
            for (std::size_t k = 0; k < common.size(); ++k) {
                common[k] = common[k] && all[k];
            }
            mesh = meshed(joined(parts), {.seed = i + 1, .order = Order::Shuffled});
        }
        const Overlap found = wound_overlap(meshes[0], meshes[1]);
        ASSERT_EQ(found.measurable, Measurable::Yes) << i;
        const double expected = enclosed_volume(meshed(complex.boundary(common)));
        ASSERT_NEAR(found.volume, expected, 1e-12 * 16 * 16 * 16) << i;
        overlapping += expected > 0 ? 1 : 0;
    }
    EXPECT_GT(overlapping, cases / 2);
}

/// The area of the overlap's sections, added up over many planes.
double volume_by_slices(const Mesh& a, const Mesh& b, double low, double high, int planes) {
    double sum = 0;
    for (int i = 0; i < planes; ++i) {
        const double z = low + (high - low) * (i + 0.5) / planes;
        const auto cut = slice({a.view()}, {b.view()}, {{0, 0, z}, {0, 0, 1}});
        EXPECT_TRUE(cut);
        sum += cut ? cut->overlap.area : 0;
    }
    return sum * (high - low) / planes;
}

TEST(OverlapOfASurfaceThatCrossesItself, IsWhatItWindsAround) {
    // A bumpy ball, one side of which is pushed through the other.
    Mesh folded = scenes::bumpy_sphere({.triangles = 1200});
    for (Vec3d& p : folded.positions) {
        p = p.x > 0
                ? Vec3d{p.x - 2.2 * p.x * p.x * std::exp(-3 * (p.y * p.y + p.z * p.z)), p.y, p.z}
                : Vec3d{p.x * 0.5, p.y, p.z};
    }
    const auto crossings = self_intersections(folded.view());
    ASSERT_TRUE(crossings);
    ASSERT_GT(crossings->crossing_pairs, 20U);
    const Mesh around = meshed(box({-9, -9, -9}, {9, 9, 9}));
    const Overlap all = wound_overlap(folded, around);
    ASSERT_EQ(all.measurable, Measurable::Yes);
    EXPECT_NEAR(all.volume, volume_by_slices(folded, around, -2, 2, 400), 2e-4);
    EXPECT_EQ(all.area_b, 0);
    EXPECT_TRUE(all.regions.at(0).curves.empty());
    const Mesh half = meshed(box({-9, -9, -9}, {9, 9, 0.125}));
    const Mesh other = meshed(box({-9, -9, 0.125}, {9, 9, 9}));
    EXPECT_NEAR(wound_overlap(folded, half).volume + wound_overlap(other, folded).volume,
                all.volume, 1e-12);
    const Mesh ball = scenes::bumpy_sphere({.triangles = 500, .seed = 4});
    EXPECT_NEAR(wound_overlap(folded, ball).volume, volume_by_slices(folded, ball, -2, 2, 400),
                2e-4);
}

TEST(OverlapOfHeaps, NestedPartsCountOnce) {
    const Mesh a = meshed(box({0, 0, 0}, {2, 2, 2}));
    const Mesh nested =
        meshed(joined({box({-1, -1, -1}, {3, 3, 3}), box({0.5, 0.5, 0.5}, {1, 1, 1})}));
    const Overlap found = wound_overlap(a, nested);
    ASSERT_EQ(found.measurable, Measurable::Yes);
    ASSERT_EQ(found.regions.size(), 1U);
    EXPECT_NEAR(found.volume, 8, 1e-14);
    EXPECT_NEAR(found.area_a, 24, 1e-14);
    EXPECT_EQ(found.area_b, 0);
    // Two halves are one region, and the wall between them is no surface of it.
    const Mesh halves = meshed(joined({box({-1, -1, -1}, {1, 3, 3}), box({1, -1, -1}, {3, 3, 3})}));
    const Overlap whole = wound_overlap(halves, a);
    ASSERT_EQ(whole.regions.size(), 1U);
    EXPECT_NEAR(whole.volume, 8, 1e-14);
    EXPECT_EQ(whole.area_a, 0);
    EXPECT_NEAR(whole.area_b, 24, 1e-14);
}

TEST(DepthInHeaps, IsThatBelowTheirBorder) {
    // The bar that enters is farther from the border than from the walls within.
    const Mesh heap = meshed(joined({box({0, 0, 0}, {4, 4, 4}), box({3, 0, 0}, {8, 4, 4})}));
    const Mesh bar = meshed(box({3.25, 1.75, 2}, {3.75, 2.25, 6}));
    const auto found = overlap({heap.view()}, {bar.view()}, {.depths = true});
    ASSERT_TRUE(found);
    ASSERT_EQ(found->regions.size(), 1U);
    const RegionDepth& depth = found->regions[0].b_in_a;
    EXPECT_NEAR(depth.depth, 1.99, 0.07);
    EXPECT_LE(depth.depth, 2);
    EXPECT_GE(depth.at_most, depth.depth);
}

} // namespace
} // namespace impinge::tests
