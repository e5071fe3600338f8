// SPDX-License-Identifier: Apache-2.0
//
// Sections of bodies by planes against closed forms, cells and volumes.
#include "base/random.hpp"
#include "impinge/overlap.hpp"
#include "impinge/slice.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/polycube.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/shapes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace impinge::tests {
namespace {

Slice need_slice(const Mesh& a, const Mesh& b, const SlicePlane& plane) {
    const auto cut = slice({a.view()}, {b.view()}, plane);
    EXPECT_TRUE(cut) << cut.error().message;
    return cut ? *cut : Slice();
}

SlicePlane at_height(double z) { return {{0, 0, z}, {0, 0, 1}}; }

Mesh far_box() { return meshed(box({90, 90, -9}, {91, 91, 99})); }

bool same(const SliceSection& p, const SliceSection& q) {
    const auto same_loop = [](const SliceLoop& l, const SliceLoop& m) {
        return std::equal(l.begin(), l.end(), m.begin(), m.end(),
                          [](Vec2d c, Vec2d d) { return c.x == d.x && c.y == d.y; });
    };
    return p.area == q.area &&
           std::equal(p.polygons.begin(), p.polygons.end(), q.polygons.begin(), q.polygons.end(),
                      [&](const SlicePolygon& l, const SlicePolygon& m) {
                          return same_loop(l.outline, m.outline) &&
                                 std::equal(l.holes.begin(), l.holes.end(), m.holes.begin(),
                                            m.holes.end(), same_loop);
                      });
}

Mesh random_tetrahedron(Random& random) {
    std::array<Vec3d, 4> corners;
    for (;;) {
        for (Vec3d& corner : corners) {
            corner = random.in_box({-1, -1, -1}, {1, 1, 1});
        }
        const double six =
            dot(corners[1] - corners[0], cross(corners[2] - corners[0], corners[3] - corners[0]));
        if (six > 0.3) {
            return meshed(tetrahedron(corners[0], corners[1], corners[2], corners[3]));
        }
    }
}

TEST(SliceOfBoxes, ThreePlanesAcrossTheAxes) {
    const Mesh a = meshed(box({0, 0, 0}, {2, 3, 4}));
    const Mesh b = meshed(box({1, 1, 1}, {5, 5, 5}));
    const std::array<double, 3> area_a{12, 8, 6};
    const std::array<double, 3> area_both{6, 3, 2};
    for (int axis = 0; axis < 3; ++axis) {
        for (const double way : {1.0, -2.5}) {
            SlicePlane plane{{1.5, 1.5, 1.5}, {0, 0, 0}};
            plane.normal[axis] = way;
            const Slice cut = need_slice(a, b, plane);
            EXPECT_EQ(cut.a.area, area_a.at(static_cast<std::size_t>(axis)));
            EXPECT_EQ(cut.b.area, 16);
            EXPECT_EQ(cut.overlap.area, area_both.at(static_cast<std::size_t>(axis)));
            ASSERT_EQ(cut.overlap.polygons.size(), 1U);
            EXPECT_EQ(cut.overlap.polygons.front().outline.size(), 4U);
            for (const Vec2d corner : cut.overlap.polygons.front().outline) {
                const Vec3d world = cut.axes.world(corner);
                EXPECT_EQ(world[axis], 1.5);
                EXPECT_TRUE(contains({{1, 1, 1}, {2, 3, 4}}, world));
            }
        }
    }
}

TEST(SliceOfBoxes, WhatLiesInThePlaneCountsAsBelow) {
    const Mesh a = meshed(box({0, 0, 0}, {1, 1, 1}),
                          {.seed = 5, .splits = Splits::Some, .extras = Extras::Caps});
    const Mesh b = far_box();
    EXPECT_EQ(need_slice(a, b, at_height(0)).a.area, 1);
    EXPECT_EQ(need_slice(a, b, at_height(1)).a.area, 0);
    EXPECT_EQ(need_slice(a, b, {{0, 0, 1}, {0, 0, -1}}).a.area, 1);
    EXPECT_EQ(need_slice(a, b, {{0, 0, 0}, {0, 0, -1}}).a.area, 0);
    // Through two edges, through an edge, through a corner.
    EXPECT_NEAR(need_slice(a, b, {{0, 0, 0}, {1, -1, 0}}).a.area, std::sqrt(2), 1e-15);
    EXPECT_EQ(need_slice(a, b, {{0, 0, 0}, {1, 1, 0}}).a.area, 0);
    EXPECT_EQ(need_slice(a, b, {{1, 1, 1}, {1, 1, 1}}).a.area, 0);
}

TEST(SliceOfACube, AcrossItsDiagonal) {
    const Mesh cube_mesh = meshed(cube({0, 0, 0}, 1));
    const auto area_at = [&](double sum) {
        return need_slice(cube_mesh, far_box(), {{sum, 0, 0}, {1, 1, 1}}).a;
    };
    EXPECT_NEAR(area_at(1.5).area, 0.75 * std::sqrt(3), 1e-15);
    EXPECT_NEAR(area_at(1).area, std::sqrt(3) / 2, 1e-15); // through three corners
    EXPECT_NEAR(area_at(0.5).area, std::sqrt(3) / 8, 1e-15);
    EXPECT_EQ(area_at(3).area, 0);
    EXPECT_EQ(area_at(0.5).polygons.size(), 1U);
}

TEST(SliceOfAPrism, ItsProfile) {
    const Mesh a = meshed(upright_prism({{0, 0}, {4, 0}, {1, 3}}, 0, 1));
    const Mesh b = meshed(upright_prism({{0, 1}, {4, 1}, {4, 2}, {0, 2}}, -1, 2));
    const Slice cut = need_slice(a, b, at_height(0.25));
    EXPECT_NEAR(cut.a.area, 6, 1e-14);
    EXPECT_NEAR(cut.overlap.area, 2, 1e-14); // widths 8/3 and 4/3, height 1
    EXPECT_EQ(cut.overlap.polygons.front().outline.size(), 4U);
}

TEST(SliceOfABall, IsACircle) {
    const Mesh ball = scenes::bumpy_sphere({.triangles = 20000, .radius = 1, .amplitude = 0});
    for (const double z : {-0.7, 0.0, 0.3}) {
        const Slice cut = need_slice(ball, far_box(), at_height(z));
        const double circle = std::numbers::pi * (1 - z * z);
        EXPECT_LT(cut.a.area, circle);
        EXPECT_GT(cut.a.area, circle * 0.999);
        EXPECT_EQ(cut.a.polygons.size(), 1U);
    }
}

TEST(SliceWithHoles, RingsAndCavities) {
    const Mesh ring = meshed(plate({"#####", "#...#", "#.#.#", "#...#", "#####"}, 0, 1));
    const Mesh bar = meshed(box({-1, 2, 0}, {6, 3, 1}));
    const Slice cut = need_slice(ring, bar, at_height(0.5));
    EXPECT_EQ(cut.a.area, 17);
    ASSERT_EQ(cut.a.polygons.size(), 2U);
    EXPECT_EQ(cut.a.polygons[0].area, 16);
    ASSERT_EQ(cut.a.polygons[0].holes.size(), 1U);
    EXPECT_EQ(cut.a.polygons[0].holes[0].size(), 4U);
    EXPECT_EQ(cut.a.polygons[1].area, 1);
    EXPECT_EQ(cut.overlap.area, 3);
    EXPECT_EQ(cut.overlap.polygons.size(), 3U);
}

TEST(SliceOfSelfOverlap, CountsTheUnion) {
    Mesh a = meshed(box({0, 0, 0}, {2, 2, 2}));
    const Mesh more = meshed(box({1, 1, -1}, {3, 3, 3}));
    for (const TriangleIndices& t : more.triangles) {
        const auto n = static_cast<std::uint32_t>(a.positions.size());
        a.triangles.push_back({t[0] + n, t[1] + n, t[2] + n});
    }
    a.positions.insert(a.positions.end(), more.positions.begin(), more.positions.end());
    const Mesh b = meshed(box({0, 0, 0}, {1.5, 3, 2}));
    const Slice cut = need_slice(a, b, at_height(1));
    EXPECT_EQ(cut.a.area, 7);
    EXPECT_EQ(cut.a.polygons.size(), 1U);
    EXPECT_EQ(cut.a.polygons[0].outline.size(), 8U);
    EXPECT_EQ(cut.overlap.area, 3.5); // 1.5 x 2, and 0.5 x 1 above it
}

TEST(SliceOfInsideOut, IsThatOfTheSolidMeant) {
    const Mesh a = meshed(inside_out(box({0, 0, 0}, {2, 2, 2})));
    const Slice cut = need_slice(a, meshed(box({1, 1, 0}, {3, 3, 2})), at_height(1));
    EXPECT_EQ(cut.a.area, 4);
    EXPECT_EQ(cut.overlap.area, 1);
}

TEST(SliceOfOpenSurfaces, GivesCurves) {
    Mesh open = meshed(box({0, 0, 0}, {1, 1, 1}));
    const Slice whole = need_slice(open, far_box(), {{0.5, 0, 0}, {1, 0, 0}});
    EXPECT_TRUE(whole.solid_a);
    std::erase_if(open.triangles, [&](const TriangleIndices& t) {
        return std::all_of(t.begin(), t.end(),
                           [&](std::uint32_t i) { return open.positions[i].z == 1; });
    });
    const Slice cut = need_slice(open, far_box(), {{0.5, 0, 0}, {1, 0, 0}});
    EXPECT_FALSE(cut.solid_a);
    EXPECT_FALSE(cut.reasons.empty());
    EXPECT_EQ(cut.a.area, 0);
    EXPECT_TRUE(cut.a.polygons.empty());
    ASSERT_EQ(cut.a.curves.size(), 1U);
    EXPECT_FALSE(cut.a.curves[0].closed);
    EXPECT_EQ(cut.a.curves[0].points.front().y, 1);
    EXPECT_EQ(cut.a.curves[0].points.back().y, 1);
    const Slice level = need_slice(open, far_box(), at_height(0.5));
    ASSERT_EQ(level.a.curves.size(), 1U);
    EXPECT_TRUE(level.a.curves[0].closed);
}

/// All cells but a few.
CellSet pierced(const PolycubeGrid& grid, Random& random) {
    CellSet set = grid.complex().no_cells();
    std::fill(set.begin(), set.end(), true);
    for (int i = 0; i < 12; ++i) {
        const auto x = static_cast<std::uint32_t>(random.below(grid.cubes_per_axis()));
        const auto y = static_cast<std::uint32_t>(random.below(grid.cubes_per_axis()));
        const auto z = static_cast<std::uint32_t>(random.below(grid.cubes_per_axis()));
        set[grid.cell(x, y, z)] = false;
    }
    return set;
}

TEST(SliceOfPolycubes, IsThatOfTheirCells) {
    constexpr std::uint32_t n = 4;
    const PolycubeGrid grid(n);
    Random random(83);
    std::size_t filled = 0;
    std::size_t holes = 0;
    const std::size_t cases = scaled(500);
    for (std::size_t i = 0; i < cases; ++i) {
        const CellSet a = i % 4 == 0 ? pierced(grid, random) : grid.random_set(random);
        const CellSet b = random.below(8) == 0 ? a : grid.random_set(random);
        const double extra_a = random.unit();
        const double extra_b = random.unit();
        const Mesh mesh_a =
            meshed(grid.mesh(a, random, extra_a),
                   {.seed = i, .extras = i % 2 == 0 ? Extras::Caps : Extras::Points});
        const Mesh mesh_b = meshed(grid.mesh(b, random, extra_b), {.seed = i + 1});
        const auto axis = static_cast<int>(random.below(3));
        const auto layer = static_cast<std::uint32_t>(random.below(n));
        const bool flush = random.below(2) == 0;
        SlicePlane plane{{0, 0, 0}, {0, 0, 0}};
        plane.normal[axis] = 1;
        plane.point[axis] = layer + (flush ? 0 : random.unit());
        double of_a = 0;
        double both = 0;
        for (std::uint32_t u = 0; u < n; ++u) {
            for (std::uint32_t v = 0; v < n; ++v) {
                const std::size_t cell = axis == 0   ? grid.cell(layer, u, v)
                                         : axis == 1 ? grid.cell(u, layer, v)
                                                     : grid.cell(u, v, layer);
                of_a += a[cell] ? 1 : 0;
                both += a[cell] && b[cell] ? 1 : 0;
            }
        }
        const Slice cut = need_slice(mesh_a, mesh_b, plane);
        ASSERT_NEAR(cut.a.area, of_a, 1e-13) << i;
        ASSERT_NEAR(cut.overlap.area, both, 1e-13) << i;
        const Slice mirrored = need_slice(mesh_b, mesh_a, plane);
        ASSERT_TRUE(same(cut.overlap, mirrored.overlap)) << i;
        ASSERT_TRUE(same(cut.a, mirrored.b)) << i;
        filled += both > 0 ? 1 : 0;
        holes += std::any_of(cut.a.polygons.begin(), cut.a.polygons.end(),
                             [](const SlicePolygon& p) { return !p.holes.empty(); })
                     ? 1
                     : 0;
    }
    if (is_full_run()) {
        EXPECT_GT(filled, cases * 3 / 10);
        EXPECT_GT(holes, cases / 100);
    }
}

/// Between the heights of the corners of the overlap its area is a polynomial of degree two, which
/// two points of Gauss integrate without error.
TEST(SlicesOfTetrahedra, IntegrateToTheVolume) {
    Random random(89);
    std::size_t overlapping = 0;
    const std::size_t cases = scaled(300);
    for (std::size_t i = 0; i < cases; ++i) {
        const Mesh a = random_tetrahedron(random);
        const Mesh b = random_tetrahedron(random);
        const Vec3d normal = random.direction();
        const auto common = overlap({a.view()}, {b.view()}, {.meshes = true});
        ASSERT_TRUE(common);
        std::vector<double> heights;
        for (const OverlapRegion& region : common->regions) {
            for (const Vec3d corner : region.mesh.positions) {
                heights.push_back(dot(normal, corner));
            }
        }
        std::sort(heights.begin(), heights.end());
        double volume = 0;
        for (std::size_t k = 0; k + 1 < heights.size(); ++k) {
            const double half = (heights[k + 1] - heights[k]) / 2;
            if (half < 1e-12) {
                continue;
            }
            for (const double place : {-1 / std::sqrt(3.0), 1 / std::sqrt(3.0)}) {
                const double height = heights[k] + half * (1 + place);
                volume += half * need_slice(a, b, {normal * height, normal}).overlap.area;
            }
        }
        ASSERT_NEAR(volume, common->volume, 1e-11) << i;
        overlapping += common->volume > 1e-3 ? 1 : 0;
    }
    EXPECT_GT(overlapping, cases * 3 / 10);
}

/// Some tetrahedra, which may overlap, as one mesh. On a coarse grid corners and edges coincide.
Mesh heap_of_tetrahedra(std::size_t count, bool on_grid, Random& random) {
    Mesh heap;
    while (heap.triangles.size() < 4 * count) {
        std::array<Vec3d, 4> c;
        for (Vec3d& corner : c) {
            corner = random.in_box({-1, -1, -1}, {1, 1, 1});
            if (on_grid) {
                corner = {std::round(2 * corner.x), std::round(2 * corner.y),
                          std::round(2 * corner.z)};
            }
        }
        if (dot(c[1] - c[0], cross(c[2] - c[0], c[3] - c[0])) < 0.3) {
            continue;
        }
        const Mesh one = meshed(tetrahedron(c[0], c[1], c[2], c[3]));
        const auto n = static_cast<std::uint32_t>(heap.positions.size());
        for (const TriangleIndices& t : one.triangles) {
            heap.triangles.push_back({t[0] + n, t[1] + n, t[2] + n});
        }
        heap.positions.insert(heap.positions.end(), one.positions.begin(), one.positions.end());
    }
    return heap;
}

using Interval = std::array<long double, 2>;
using WidePoint = std::array<long double, 2>;

/// Heaps of tetrahedra cut by a plane across z, by means that share nothing with what is tested: a
/// section is the hull of the crossings of its six edges, of which only chords are asked for.
class SectionsOfHeap {
  public:
    SectionsOfHeap(const Mesh& heap, long double z) {
        for (std::size_t first = 0; first < heap.positions.size(); first += 4) {
            std::vector<WidePoint> crossings;
            for (std::size_t i = 0; i < 4; ++i) {
                for (std::size_t j = 0; j < 4; ++j) {
                    const Vec3d p = heap.positions[first + i];
                    const Vec3d q = heap.positions[first + j];
                    if (p.z <= z && q.z > z) { // what lies in the plane is below it
                        const long double t = (z - p.z) / (static_cast<long double>(q.z) - p.z);
                        crossings.push_back({p.x + t * (static_cast<long double>(q.x) - p.x),
                                             p.y + t * (static_cast<long double>(q.y) - p.y)});
                    }
                }
            }
            sections.push_back(std::move(crossings));
        }
    }

    /// What a line across x has in common with the union, without overlaps.
    [[nodiscard]] std::vector<Interval> chords(long double x) const {
        std::vector<Interval> all;
        for (const std::vector<WidePoint>& points : sections) {
            Interval chord{HUGE_VALL, -HUGE_VALL};
            for (const WidePoint& p : points) {
                for (const WidePoint& q : points) {
                    if (p[0] <= x && q[0] > x) {
                        const long double y = p[1] + (q[1] - p[1]) * (x - p[0]) / (q[0] - p[0]);
                        chord = {std::min(chord[0], y), std::max(chord[1], y)};
                    }
                }
            }
            if (chord[0] < chord[1]) {
                all.push_back(chord);
            }
        }
        std::sort(all.begin(), all.end());
        std::vector<Interval> joined;
        for (const Interval& chord : all) {
            if (!joined.empty() && chord[0] <= joined.back()[1]) {
                joined.back()[1] = std::max(joined.back()[1], chord[1]);
            } else {
                joined.push_back(chord);
            }
        }
        return joined;
    }

    std::vector<std::vector<WidePoint>> sections;
};

long double length_of(const std::vector<Interval>& intervals) {
    long double sum = 0;
    for (const Interval& interval : intervals) {
        sum += interval[1] - interval[0];
    }
    return sum;
}

long double common_length(const std::vector<Interval>& p, const std::vector<Interval>& q) {
    long double sum = 0;
    for (const Interval& i : p) {
        for (const Interval& j : q) {
            sum += std::max(0.0L, std::min(i[1], j[1]) - std::max(i[0], j[0]));
        }
    }
    return sum;
}

/// Everywhere where a chord can change its slope: corners, and where lines through them cross.
std::vector<long double> turning_points(const SectionsOfHeap& a, const SectionsOfHeap& b) {
    std::vector<std::array<WidePoint, 2>> lines;
    std::vector<long double> places;
    for (const SectionsOfHeap* heap : {&a, &b}) {
        for (const auto& points : heap->sections) {
            for (std::size_t i = 0; i < points.size(); ++i) {
                places.push_back(points[i][0]);
                for (std::size_t j = 0; j < i; ++j) {
                    lines.push_back({points[i], points[j]});
                }
            }
        }
    }
    for (const auto& [p, q] : lines) {
        for (const auto& [r, s] : lines) {
            const long double ux = q[0] - p[0];
            const long double uy = q[1] - p[1];
            const long double vx = s[0] - r[0];
            const long double vy = s[1] - r[1];
            const long double area = ux * vy - uy * vx;
            const long double t = ((r[0] - p[0]) * vy - (r[1] - p[1]) * vx) / area;
            if (std::abs(area) > 1e-12L && t > 0 && t < 1) {
                places.push_back(p[0] + t * ux);
            }
        }
    }
    std::sort(places.begin(), places.end());
    return places;
}

TEST(SlicesOfHeaps, AreasOfUnionsAndOverlaps) {
    Random random(113);
    std::size_t self_overlapping = 0;
    std::size_t overlapping = 0;
    const std::size_t cases = scaled(200);
    for (std::size_t i = 0; i < cases; ++i) {
        const bool on_grid = i % 2 == 0;
        const Mesh a = heap_of_tetrahedra(4, on_grid, random);
        const Mesh b = heap_of_tetrahedra(3, on_grid, random);
        const double z = on_grid ? random.integer(-1, 1) : random.uniform(-0.5, 0.5);
        const SectionsOfHeap sections_a(a, z);
        const SectionsOfHeap sections_b(b, z);
        const std::vector<long double> places = turning_points(sections_a, sections_b);
        long double of_a = 0;
        long double both = 0;
        for (std::size_t k = 0; k + 1 < places.size(); ++k) {
            const long double middle = (places[k] + places[k + 1]) / 2;
            const long double width = places[k + 1] - places[k];
            const auto chords_a = sections_a.chords(middle);
            of_a += width * length_of(chords_a);
            both += width * common_length(chords_a, sections_b.chords(middle));
        }
        const Slice cut = need_slice(a, b, at_height(z));
        ASSERT_NEAR(cut.a.area, static_cast<double>(of_a), 1e-13) << i;
        ASSERT_NEAR(cut.overlap.area, static_cast<double>(both), 1e-13) << i;
        const Slice mirrored = need_slice(b, a, at_height(z));
        ASSERT_TRUE(same(cut.overlap, mirrored.overlap)) << i;
        long double separate = 0;
        for (const auto& section : sections_a.sections) {
            SectionsOfHeap one = sections_a;
            one.sections = {section};
            const std::vector<long double> own = turning_points(one, one);
            for (std::size_t k = 0; k + 1 < own.size(); ++k) {
                separate +=
                    (own[k + 1] - own[k]) * length_of(one.chords((own[k] + own[k + 1]) / 2));
            }
        }
        self_overlapping += separate > of_a + 1e-9L ? 1 : 0;
        overlapping += both > 1e-9L ? 1 : 0;
    }
    EXPECT_GT(self_overlapping, cases / 4);
    EXPECT_GT(overlapping, cases / 4);
}

TEST(SlicesOfHeaps, ShiftedByRoundingsChangeLittle) {
    Random random(127);
    for (std::size_t i = 0; i < scaled(100); ++i) {
        const Mesh a = heap_of_tetrahedra(3, i % 2 == 0, random);
        Mesh b = a;
        for (Vec3d& p : b.positions) {
            p = p + random.in_box({-1e-15, -1e-15, -1e-15}, {1e-15, 1e-15, 1e-15});
        }
        const double z = random.uniform(-0.5, 0.5);
        const Vec3d normal = random.direction();
        const Slice cut = need_slice(a, b, {{0, 0, z}, normal});
        ASSERT_NEAR(cut.overlap.area, cut.a.area, 1e-12) << i;
        ASSERT_NEAR(cut.b.area, cut.a.area, 1e-12) << i;
    }
}

TEST(SlicesOfBumpyBodies, IntegrateToTheVolume) {
    const Mesh a = scenes::bumpy_sphere({.triangles = 1500, .seed = 3});
    Mesh b = scenes::bumpy_sphere({.triangles = 1000, .seed = 4});
    for (Vec3d& p : b.positions) {
        p = p + Vec3d{0.8, 0.5, 0.3};
    }
    const auto common = overlap({a.view()}, {b.view()});
    ASSERT_TRUE(common);
    const auto sum = [&](int planes) {
        double volume = 0;
        for (int i = 0; i < planes; ++i) {
            const double z = -2 + 4 * (i + 0.5) / planes;
            volume += need_slice(a, b, at_height(z)).overlap.area * 4 / planes;
        }
        return volume;
    };
    EXPECT_GT(common->volume, 0.5);
    EXPECT_NEAR(sum(400) / common->volume, 1, 2e-5);
    EXPECT_GT(std::abs(sum(10) / common->volume - 1), 1e-5); // few planes do not do
}

TEST(SlicePlaneSuggested, ThroughTheOverlapOrBetweenTheBodies) {
    const Mesh a = meshed(box({0, 0, 0}, {4, 4, 4}));
    const Mesh b = meshed(box({3, 1, 1}, {9, 2, 3}));
    const auto through = suggest_slice_plane({a.view()}, {b.view()});
    ASSERT_TRUE(through);
    EXPECT_EQ(through->place, SlicePlace::DeepestPoint);
    EXPECT_EQ(through->plane.point.x, 3); // a unit deep in A, like all of that face of B
    EXPECT_EQ(std::abs(through->plane.normal.y) + std::abs(through->plane.normal.z), 1);
    const Mesh away = meshed(box({5, 1, 1}, {9, 2, 3}));
    const auto between = suggest_slice_plane({a.view()}, {away.view()});
    ASSERT_TRUE(between);
    EXPECT_EQ(between->place, SlicePlace::NearestPoints);
    EXPECT_EQ(between->plane.point.x, 4.5);
    EXPECT_EQ(between->plane.normal.x, 0);
}

TEST(SliceRefuses, WhatIsNoPlane) {
    const Mesh a = meshed(cube({0, 0, 0}, 1));
    EXPECT_FALSE(slice({a.view()}, {a.view()}, {{0, 0, 0}, {0, 0, 0}}));
    EXPECT_FALSE(slice({a.view()}, {a.view()}, {{0, std::nan(""), 0}, {0, 0, 1}}));
    EXPECT_FALSE(slice({a.view()}, {a.view()}, {{0, 0, 0}, {0, 0, HUGE_VAL}}));
}

TEST(SliceCancelled, SaysSo) {
    const Mesh a = meshed(cube({0, 0, 0}, 1));
    const Context context;
    context.cancel();
    const auto cut = slice({a.view()}, {a.view()}, at_height(0.5), context);
    ASSERT_TRUE(cut);
    EXPECT_TRUE(cut->partial);
    EXPECT_TRUE(cut->a.polygons.empty());
}

TEST(SliceOfEqualBodies, IsTheBody) {
    const Mesh a = scenes::bumpy_sphere({.triangles = 600});
    const Slice cut = need_slice(a, a, {{0.1, 0.2, 0.3}, {1, 2, 3}});
    EXPECT_GT(cut.a.area, 1);
    EXPECT_TRUE(same(cut.a, cut.b));
    EXPECT_TRUE(same(cut.a, cut.overlap));
}

} // namespace
} // namespace impinge::tests
