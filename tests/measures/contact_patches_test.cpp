// SPDX-License-Identifier: Apache-2.0
//
// Where solids touch, against what boxes, cells of grids and prisms say in closed form.
#include "impinge/contact_patches.hpp"
#include "impinge/predicates.hpp"
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
#include <map>
#include <set>

namespace impinge::tests {
namespace {

ContactPatches need_patches(const Mesh& a, const Mesh& b, const Context& context = {}) {
    const auto found = contact_patches({a.view()}, {b.view()}, context);
    EXPECT_TRUE(found) << found.error().message;
    return found ? *found : ContactPatches();
}

/// The area that loops of a patch enclose, seen against the normal.
double enclosed(const ContactPatch& patch) {
    const auto of = [&](const std::vector<Vec3d>& loop) {
        Vec3d twice{};
        for (std::size_t i = 0; i < loop.size(); ++i) {
            twice = twice + cross(loop[i] - loop[0], loop[(i + 1) % loop.size()] - loop[0]);
        }
        return dot(twice, patch.normal) / 2;
    };
    double area = of(patch.outline);
    for (const auto& hole : patch.holes) {
        area += of(hole);
    }
    return area;
}

/// Patches with everything that depends on who is who turned round.
ContactPatches turned(ContactPatches found) {
    for (ContactPatch& patch : found.patches) {
        patch.normal = -patch.normal;
        std::reverse(patch.outline.begin() + 1, patch.outline.end());
        for (auto& hole : patch.holes) {
            std::reverse(hole.begin() + 1, hole.end());
        }
    }
    return found;
}

void expect_same(const ContactPatches& found, const ContactPatches& other) {
    ASSERT_EQ(found.patches.size(), other.patches.size());
    for (std::size_t i = 0; i < found.patches.size(); ++i) {
        const ContactPatch& p = found.patches[i];
        const ContactPatch& q = other.patches[i];
        EXPECT_EQ(p.area, q.area);
        EXPECT_EQ(p.normal, q.normal);
        EXPECT_EQ(p.centroid, q.centroid);
        EXPECT_EQ(p.outline, q.outline);
        EXPECT_EQ(p.holes, q.holes);
    }
    EXPECT_EQ(found.area, other.area);
    EXPECT_EQ(found.edges, other.edges);
    EXPECT_EQ(found.points, other.points);
}

TEST(ExpectSame, SeesAnotherNormal) {
    const ContactPatches found =
        need_patches(meshed(box({0, 0, 0}, {1, 1, 1})), meshed(box({1, 0, 0}, {2, 1, 1})));
    ASSERT_EQ(found.patches.size(), 1U);
    EXPECT_NE(turned(found).patches[0].normal, found.patches[0].normal);
    EXPECT_NE(turned(found).patches[0].outline, found.patches[0].outline);
}

/// Where intervals touch or overlap.
struct Common {
    double low;
    double high;
};

TEST(PatchesOfBoxes, InEveryAlignedPosition) {
    // One box fixed; the other from every place and of every size along each axis.
    constexpr std::array<std::array<double, 2>, 7> intervals{
        {{-1, 0}, {-1, 1}, {0, 2}, {0.5, 1.5}, {1, 3}, {2, 3}, {-1, 3}}};
    const Mesh a = meshed(box({0, 0, 0}, {2, 2, 2}));
    std::array<std::size_t, 4> by_dimension{};
    for (const auto& x : intervals) {
        for (const auto& y : intervals) {
            for (const auto& z : intervals) {
                const std::array<std::array<double, 2>, 3> where{x, y, z};
                std::array<Common, 3> common{};
                std::size_t flat = 0;
                std::size_t axis = 0;
                for (std::size_t k = 0; k < 3; ++k) {
                    common.at(k) = {std::max(0.0, where.at(k)[0]), std::min(2.0, where.at(k)[1])};
                    if (common.at(k).low == common.at(k).high) {
                        ++flat;
                        axis = k;
                    }
                }
                ++by_dimension.at(3 - flat);
                const ContactPatches found =
                    need_patches(a, meshed(box({x[0], y[0], z[0]}, {x[1], y[1], z[1]})));
                ASSERT_EQ(found.measurable, Measurable::Yes);
                ASSERT_EQ(found.patches.size(), flat == 1 ? 1U : 0U);
                ASSERT_EQ(found.edges.size(), flat == 2 ? 1U : 0U);
                ASSERT_EQ(found.points.size(), flat == 3 ? 1U : 0U);
                const Vec3d low{common[0].low, common[1].low, common[2].low};
                const Vec3d high{common[0].high, common[1].high, common[2].high};
                if (flat == 1) {
                    const ContactPatch& patch = found.patches[0];
                    const Vec3d size = high - low;
                    const double area = axis == 0   ? size.y * size.z
                                        : axis == 1 ? size.z * size.x
                                                    : size.x * size.y;
                    ASSERT_EQ(patch.area, area);
                    ASSERT_EQ(enclosed(patch), area);
                    ASSERT_EQ(patch.outline.size(), 4U);
                    ASSERT_EQ(patch.centroid, (low + high) * 0.5);
                    Vec3d normal{};
                    normal[static_cast<int>(axis)] = low[static_cast<int>(axis)] == 0 ? -1 : 1;
                    ASSERT_EQ(patch.normal, normal);
                } else if (flat == 2) {
                    ASSERT_EQ(found.edges[0].from, low);
                    ASSERT_EQ(found.edges[0].to, high);
                } else if (flat == 3) {
                    ASSERT_EQ(found.points[0], low);
                }
            }
        }
    }
    EXPECT_EQ(by_dimension[2], 3 * 25 * 2U);
    EXPECT_EQ(by_dimension[1], 3 * 5 * 4U);
    EXPECT_EQ(by_dimension[0], 8U);
}

/// How many faces cells of one set share with cells of the other, which it has none of, by plane.
std::size_t common_faces(const PolycubeGrid& grid, const CellSet& a, const CellSet& b) {
    const std::uint32_t n = grid.cubes_per_axis();
    std::size_t faces = 0;
    const auto has = [&](const CellSet& set, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
        return x < n && y < n && z < n && set[grid.cell(x, y, z)];
    };
    for (std::uint32_t z = 0; z < n; ++z) {
        for (std::uint32_t y = 0; y < n; ++y) {
            for (std::uint32_t x = 0; x < n; ++x) {
                if (has(a, x, y, z)) {
                    faces += has(b, x + 1, y, z) + has(b, x - 1, y, z) + has(b, x, y + 1, z) +
                             has(b, x, y - 1, z) + has(b, x, y, z + 1) + has(b, x, y, z - 1);
                }
            }
        }
    }
    return faces;
}

TEST(PatchesOfPolycubes, AreTheFacesThatTheyShare) {
    const PolycubeGrid grid(4);
    Random random(17);
    std::size_t touching = 0;
    std::size_t with_edges = 0;
    const std::size_t cases = scaled(120);
    for (std::size_t i = 0; i < cases; ++i) {
        const CellSet a = grid.random_set(random);
        CellSet b = grid.random_set(random);
        for (std::size_t k = 0; k < a.size(); ++k) {
            b[k] = b[k] && !a[k];
        }
        if (std::find(b.begin(), b.end(), true) == b.end()) {
            continue;
        }
        const PolyMesh poly_a = grid.mesh(a, random, 0.3);
        const PolyMesh poly_b = grid.mesh(b, random, 0.3);
        const ContactPatches found =
            need_patches(meshed(poly_a, {.seed = i}), meshed(poly_b, {.seed = i}));
        ASSERT_EQ(found.measurable, Measurable::Yes);
        const std::size_t faces = common_faces(grid, a, b);
        ASSERT_EQ(found.area, static_cast<double>(faces)) << i;
        touching += found.verdict == Verdict::Touching ? 1 : 0;
        with_edges += found.edges.empty() ? 0 : 1;
        double sum = 0;
        for (const ContactPatch& patch : found.patches) {
            sum += enclosed(patch);
        }
        ASSERT_EQ(sum, static_cast<double>(faces)) << i;
        // However the walls are triangulated, whoever is first, for any threads.
        const Mesh other_a =
            meshed(poly_a, {.seed = i + 9, .splits = Splits::Some, .order = Order::Shuffled});
        const Mesh other_b =
            meshed(grid.mesh(b, random, 1), {.seed = i + 7, .splits = Splits::Some});
        expect_same(found, need_patches(other_a, other_b, Context(2)));
        expect_same(found, turned(need_patches(other_b, other_a)));
        expect_same(found, need_patches(meshed(poly_a, {.seed = i, .extras = Extras::Caps}),
                                        meshed(poly_b, {.seed = i, .extras = Extras::Points})));
        if (HasFatalFailure() || HasNonfatalFailure()) {
            FAIL() << "case " << i;
        }
    }
    EXPECT_GT(touching, cases / 2);
    EXPECT_GT(with_edges, cases / 20);
}

TEST(PatchesOfTetrahedra, ShareTheWallsBetweenCells) {
    // No wall is along an axis. The border of both together lacks each shared wall twice.
    Random random(23);
    std::size_t touching = 0;
    const std::size_t cases = scaled(80);
    const auto area_of = [](const Mesh& mesh) {
        double sum = 0;
        for (const auto& [p, q, r] : mesh.triangles) {
            sum += length(cross(mesh.positions[q] - mesh.positions[p],
                                mesh.positions[r] - mesh.positions[p])) /
                   2;
        }
        return sum;
    };
    for (std::size_t i = 0; i < cases; ++i) {
        const CellComplex complex = perturbed_tetrahedron_complex(2, random);
        CellSet a = complex.no_cells();
        CellSet b = complex.no_cells();
        CellSet both = complex.no_cells();
        for (std::size_t k = 0; k < complex.cell_count(); ++k) {
            const auto which = random.below(3);
            a[k] = which == 0;
            b[k] = which == 1;
            both[k] = which < 2;
        }
        const ContactPatches found =
            need_patches(meshed(complex.boundary(a), {.seed = i, .splits = Splits::Some}),
                         meshed(complex.boundary(b), {.seed = i + 1, .order = Order::Shuffled}));
        ASSERT_EQ(found.measurable, Measurable::Yes) << i;
        const double expected =
            (area_of(meshed(complex.boundary(a))) + area_of(meshed(complex.boundary(b))) -
             area_of(meshed(complex.boundary(both)))) /
            2;
        ASSERT_NEAR(found.area, expected, 1e-11 * (1 + expected)) << i;
        touching += found.patches.empty() ? 0 : 1;
        const ContactPatches mirrored =
            need_patches(meshed(complex.boundary(b)), meshed(complex.boundary(a), {.seed = i + 2}));
        expect_same(found, turned(mirrored));
    }
    EXPECT_GT(touching, cases / 2);
}

TEST(Patches, OfAPlateAroundAPostHaveAHole) {
    // A plate stands on a block with a pit in it: the patch is a frame.
    const PolycubeGrid grid(5);
    CellSet block = grid.complex().no_cells();
    CellSet plate = grid.complex().no_cells();
    for (std::uint32_t y = 0; y < 5; ++y) {
        for (std::uint32_t x = 0; x < 5; ++x) {
            block[grid.cell(x, y, 0)] = true;
            block[grid.cell(x, y, 1)] = x == 0 || x == 4 || y == 0 || y == 4;
            plate[grid.cell(x, y, 2)] = true;
        }
    }
    Random random(1);
    const ContactPatches found =
        need_patches(meshed(grid.mesh(block, random, 0.5)), meshed(grid.mesh(plate, random, 0.5)));
    EXPECT_EQ(found.verdict, Verdict::Touching);
    ASSERT_EQ(found.patches.size(), 1U);
    const ContactPatch& patch = found.patches[0];
    EXPECT_EQ(patch.area, 16);
    EXPECT_EQ(patch.normal, (Vec3d{0, 0, 1}));
    EXPECT_EQ(patch.outline.size(), 4U);
    ASSERT_EQ(patch.holes.size(), 1U);
    EXPECT_EQ(patch.holes[0].size(), 4U);
    EXPECT_EQ(patch.centroid, (Vec3d{2.5, 2.5, 2}));
    EXPECT_TRUE(found.edges.empty());
    EXPECT_TRUE(found.points.empty());
}

/// A wedge along y whose edge is at the origin, its walls at the slopes of (x, z) = p and q.
PolyMesh wedge(Vec2d p, Vec2d q, double y_low, double y_high) {
    PolyMesh mesh;
    for (const double y : {y_low, y_high}) {
        mesh.positions.push_back({0, y, 0});
        mesh.positions.push_back({p.x, y, p.y});
        mesh.positions.push_back({q.x, y, q.y});
    }
    mesh.faces = {{0, 1, 2}, {5, 4, 3}, {0, 3, 4, 1}, {1, 4, 5, 2}, {2, 5, 3, 0}};
    return mesh;
}

TEST(Patches, OfPrismsAtAnAngleAreWhereTheWallsOverlap) {
    // Both have a wall in the plane z = x / 2, seen from both sides.
    const Mesh below = meshed(wedge({4, 2}, {4, -3}, 0, 3));
    const Mesh above = meshed(wedge({0, 5}, {6, 3}, 1, 7));
    const ContactPatches found = need_patches(below, above);
    EXPECT_EQ(found.verdict, Verdict::Touching);
    ASSERT_EQ(found.patches.size(), 1U);
    EXPECT_NEAR(found.area, std::sqrt(20) * 2, 1e-14);
    const double size = std::sqrt(5);
    EXPECT_NEAR(length(found.patches[0].normal - Vec3d{-1 / size, 0, 2 / size}), 0, 1e-15);
    EXPECT_NEAR(enclosed(found.patches[0]), found.area, 1e-14);
    EXPECT_TRUE(found.edges.empty());
    EXPECT_TRUE(found.points.empty());
}

TEST(TouchingEdges, AreAsLongAsTheyGoOnBeyondPatches) {
    const Mesh plate = meshed(box({-9, -9, -1}, {9, 9, 0}), {.seed = 2, .splits = Splits::All});
    // A wedge on its edge.
    const Mesh roof = meshed(wedge({-1, 2}, {1, 2}, -1, 4), {.seed = 3, .splits = Splits::All});
    const ContactPatches on_edge = need_patches(plate, roof);
    ASSERT_EQ(on_edge.edges.size(), 1U);
    EXPECT_EQ(on_edge.edges[0], (TouchingEdge{{0, -1, 0}, {0, 4, 0}}));
    EXPECT_TRUE(on_edge.points.empty());
    EXPECT_TRUE(on_edge.patches.empty());
    // Past the rim of the plate.
    const Mesh longer = meshed(wedge({-1, 2}, {1, 2}, -1, 40));
    const ContactPatches past = need_patches(longer, plate);
    ASSERT_EQ(past.edges.size(), 1U);
    EXPECT_EQ(past.edges[0], (TouchingEdge{{0, -1, 0}, {0, 9, 0}}));
    // A box on its edge beside a box on its face: the edge ends at the patch.
    PolyMesh both = wedge({1, 2}, {-1, 2}, 1, 4);
    const Mesh step = meshed(joined({both, box({-1, -2, 0}, {1, 2, 3})}));
    const ContactPatches beyond = need_patches(plate, step);
    ASSERT_EQ(beyond.patches.size(), 1U);
    EXPECT_EQ(beyond.area, 8);
    ASSERT_EQ(beyond.edges.size(), 1U);
    EXPECT_EQ(beyond.edges[0], (TouchingEdge{{0, 2, 0}, {0, 4, 0}}));
}

TEST(TouchingPoints, OfCornersAndOfEdgesAcross) {
    const Mesh plate = meshed(box({-9, -9, -1}, {9, 9, 0}), {.seed = 5, .splits = Splits::All});
    PolyMesh pyramid;
    pyramid.positions = {{0.5, 0.25, 0}, {-1, -1, 2}, {2, -1, 2}, {2, 2, 2}, {-1, 2, 2}};
    pyramid.faces = {{0, 2, 1}, {0, 3, 2}, {0, 4, 3}, {0, 1, 4}, {1, 2, 3, 4}};
    const ContactPatches on_corner = need_patches(plate, meshed(pyramid));
    EXPECT_EQ(on_corner.verdict, Verdict::Touching);
    ASSERT_EQ(on_corner.points.size(), 1U);
    EXPECT_EQ(on_corner.points[0], (Vec3d{0.5, 0.25, 0}));
    EXPECT_TRUE(on_corner.edges.empty());
    // Two roofs, one turned over and across.
    const Mesh up = meshed(wedge({1, -2}, {-1, -2}, -3, 3));
    Mesh down = meshed(wedge({-1, 2}, {1, 2}, -3, 3));
    for (Vec3d& p : down.positions) {
        p = {-p.y, p.x, p.z};
    }
    const ContactPatches across = need_patches(up, down);
    EXPECT_EQ(across.verdict, Verdict::Touching);
    ASSERT_EQ(across.points.size(), 1U);
    EXPECT_EQ(across.points[0], (Vec3d{0, 0, 0}));
    EXPECT_TRUE(across.edges.empty());
    EXPECT_TRUE(across.patches.empty());
}

TEST(Patches, OfBodiesThatCrossAreListed) {
    // An L lies in the other body with its foot and on it with its side.
    const Mesh block = meshed(box({0, 0, 0}, {4, 4, 4}));
    const Mesh hook = meshed(joined({box({4, 0, 0}, {6, 4, 4}), box({-1, 1, 1}, {1, 2, 2})}));
    const ContactPatches found = need_patches(block, hook);
    EXPECT_EQ(found.verdict, Verdict::Crossing);
    EXPECT_EQ(found.measurable, Measurable::Yes);
    ASSERT_EQ(found.patches.size(), 1U);
    EXPECT_EQ(found.area, 16);
    EXPECT_TRUE(found.edges.empty());
    // Where one overlaps itself it is said, not guessed.
    const Mesh heap = meshed(joined({box({4, 0, 0}, {6, 4, 4}), box({3, 1, 1}, {5, 2, 2})}));
    EXPECT_EQ(need_patches(block, heap).measurable, Measurable::OverlapsItself);
}

TEST(Patches, OfBodiesApartInsideOrOpen) {
    const Mesh a = meshed(box({0, 0, 0}, {4, 4, 4}));
    const ContactPatches apart = need_patches(a, meshed(box({5, 0, 0}, {6, 1, 1})));
    EXPECT_EQ(apart.verdict, Verdict::Apart);
    EXPECT_TRUE(apart.patches.empty() && apart.edges.empty() && apart.points.empty());
    const ContactPatches same = need_patches(a, a);
    EXPECT_EQ(same.verdict, Verdict::Same);
    EXPECT_EQ(same.area, 0);
    const ContactPatches open = need_patches(a, meshed(without_face(box({4, 0, 0}, {6, 4, 4}), 0)));
    EXPECT_EQ(open.measurable, Measurable::NotSolid);
    ASSERT_FALSE(open.reasons.empty());
    EXPECT_EQ(open.reasons[0].substr(0, 8), "body B: ");
    // Flipped: its normals point inwards, the walls are the same.
    Mesh flipped = meshed(box({4, 0, 0}, {6, 4, 4}));
    for (auto& t : flipped.triangles) {
        std::swap(t[1], t[2]);
    }
    const ContactPatches inward = need_patches(a, flipped);
    ASSERT_EQ(inward.patches.size(), 1U);
    EXPECT_EQ(inward.patches[0].normal, (Vec3d{1, 0, 0}));
    EXPECT_EQ(inward.area, 16);
    EXPECT_FALSE(contact_patches({a.view(), {.scale = 0}}, {a.view()}));
    const Context context;
    context.cancel();
    const auto cancelled = contact_patches({a.view()}, {flipped.view()}, context);
    ASSERT_TRUE(cancelled);
    EXPECT_TRUE(cancelled->partial);
    EXPECT_TRUE(cancelled->patches.empty());
}

} // namespace
} // namespace impinge::tests
