// SPDX-License-Identifier: Apache-2.0
//
// Boxes of moving polytopes against the box of every world vertex.
#include "base/random.hpp"
#include "convex/moving_box.hpp"
#include "scenes/polytope.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/shapes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace impinge::tests {
namespace {

Box3 box_of_all(const PolytopeData& polytope, const Rigid& pose) {
    Box3 box;
    for (const Vec3d& vertex : polytope.vertices) {
        box = extend(box, apply(pose, vertex));
    }
    return box;
}

bool holds(const Box3& outer, const Box3& inner) { return united(outer, inner) == outer; }

Rigid random_pose(Random& random) {
    Rigid pose = rotation(random.in_box({-1, -1, -1}, {1, 1, 1}), random.uniform(0, 7));
    pose.translation =
        random.in_box({-1, -1, -1}, {1, 1, 1}) * std::ldexp(1, random.integer(0, 30));
    pose.scale = std::ldexp(random.uniform(1, 2), random.integer(-10, 10));
    return pose;
}

Vec3d unit(Vec3d v) { return v * (1 / length(v)); }

/// Random ones, needles and plates; lattices, whose sides rounding has made almost, but not quite
/// flat: many vertices are extreme to rounding at once; one far from its own origin.
std::vector<Polytope> shapes() {
    Random random(81);
    std::vector<Polytope> polytopes;
    for (const Vec3d radii : {Vec3d{1, 1, 1}, {100, 1, 1}, {1, 1, 1e-3}, {1e-3, 1, 1e3}}) {
        for (const std::size_t triangles : {4U, 8U, 12U, 36U, 38U, 400U}) {
            const Mesh mesh = scenes::random_polytope(
                {.triangles = triangles, .radii = radii, .seed = random.next()});
            polytopes.push_back(*Polytope::from_mesh(mesh.view()));
        }
    }
    for (int k = 0; k < 6; ++k) {
        Rigid turn = rotation(random.in_box({-1, -1, -1}, {1, 1, 1}), random.uniform(0, 7));
        turn.translation = Vec3d{10, 20, 30} * (k % 2 == 0 ? 0.0 : 1000.0);
        std::vector<Vec3d> points;
        for (int x = -2; x <= 2; ++x) {
            for (int y = -2; y <= 2; ++y) {
                for (int z = -2; z <= 2; ++z) {
                    points.push_back(apply(turn, {x * 1.0, y * 1.0, z * 1.0}));
                }
            }
        }
        polytopes.push_back(*Polytope::hull_of(points));
    }
    return polytopes;
}

TEST(TightBox, HasTheBitsOfApply) {
    Random random(82);
    for (const Polytope& polytope : shapes()) {
        for (std::size_t i = 0; i < scaled(300); ++i) {
            const Rigid pose = i == 0 ? Rigid{} : random_pose(random);
            ASSERT_EQ(tight_box(polytope.data(), pose), box_of_all(polytope.data(), pose));
        }
    }
}

/// Turns the polytope so that its vertex farthest from the centre lies along x.
Rigid stretched_along_x(const Polytope& polytope) {
    const auto from_centre = [&](const Vec3d& v) { return squared_length(v - polytope.centre()); };
    const Vec3d farthest = *std::ranges::max_element(polytope.vertices(), {}, from_centre);
    const Vec3d x = unit(farthest - polytope.centre());
    const Vec3d y = unit(cross(x, std::abs(x.x) < 0.5 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0}));
    return {x, y, cross(x, y), {}, 1};
}

TEST(FixedCube, HoldsAllVerticesInAnyOrientation) {
    Random random(83);
    for (const Polytope& polytope : shapes()) {
        for (std::size_t i = 0; i < scaled(300); ++i) {
            Rigid pose = i < 2 ? stretched_along_x(polytope) : random_pose(random);
            if (i % 2 == 0) { // as far from orthonormal as a pose may be
                pose.row_x = pose.row_x * (1 + 4.9e-10);
            }
            const Box3 cube = fixed_cube(polytope.data(), pose);
            ASSERT_TRUE(holds(cube, box_of_all(polytope.data(), pose)));
            const double slack = 1e-8 * polytope.radius() * pose.scale +
                                 1e-14 * length(pose.translation) +
                                 1e-14 * polytope.data().reach * pose.scale;
            for (int axis = 0; axis < 3; ++axis) {
                ASSERT_NEAR(extent(cube)[axis], 2 * polytope.radius() * pose.scale, slack);
            }
        }
    }
}

using Walk = Box3 (*)(const PolytopeData&, const Rigid&, ExtremeVertices&);

class WalkedBox : public ::testing::TestWithParam<Walk> {};

INSTANTIATE_TEST_SUITE_P(Methods, WalkedBox, ::testing::Values(&box_by_regions, &box_by_neighbours),
                         [](const auto& method) {
                             return method.index == 0 ? "regions" : "neighbours";
                         });

TEST_P(WalkedBox, HoldsAllVerticesAndFits) {
    Random random(84);
    for (const Polytope& polytope : shapes()) {
        ExtremeVertices extremes{};
        Rigid pose = random_pose(random);
        for (std::size_t i = 0; i < scaled(300); ++i) {
            pose = i % 10 == 0 ? random_pose(random)
                               : compose(pose, rotation(random.in_box({-1, -1, -1}, {1, 1, 1}),
                                                        std::ldexp(1, -random.integer(1, 60))));
            const Box3 box = GetParam()(polytope.data(), pose, extremes);
            const Box3 all = box_of_all(polytope.data(), pose);
            ASSERT_TRUE(holds(box, all));
            const double slack =
                1e-5 * polytope.radius() * pose.scale +
                1e-14 * (length(pose.translation) + polytope.data().reach * pose.scale);
            ASSERT_LT(length(box.min - all.min) + length(box.max - all.max), slack);
        }
    }
}

/// Along the normals of nearly flat sides whole plateaus are extreme to rounding.
TEST_P(WalkedBox, HoldsAllVerticesOfPlateaus) {
    for (const Polytope& polytope : shapes()) {
        for (std::uint32_t face = 0; face < polytope.face_count(); face += 7) {
            const Vec3d normal = polytope.face_normal(face);
            const Vec3d side = polytope.data().face_sides[polytope.data().face_first[face]].normal;
            const Rigid pose{normal, side, cross(normal, side), {}, 1};
            for (std::uint32_t start = 0; start < polytope.vertex_count(); start += 5) {
                ExtremeVertices extremes{start, start, start, start, start, start};
                ASSERT_TRUE(holds(GetParam()(polytope.data(), pose, extremes),
                                  box_of_all(polytope.data(), pose)));
            }
        }
    }
}

/// A prism over an arc so flat that rounding hides a step, but not a thousand steps: a walk would
/// stop far below the top.
TEST_P(WalkedBox, HoldsAllVerticesOfAnArcFlatterThanRounding) {
    std::vector<std::array<double, 2>> profile{{1, -1}};
    for (int i = -4095; i <= 4095; ++i) {
        profile.push_back({-i * 0x1p-12, -0x1p-66 * i * i});
    }
    profile.push_back({-1, -1});
    const auto polytope = Polytope::from_mesh(meshed(upright_prism(profile, 0, 1)).view());
    ASSERT_TRUE(polytope) << polytope.error().message;
    ASSERT_EQ(polytope->vertex_count(), 2 * profile.size());
    for (std::uint32_t start = 0; start < polytope->vertex_count(); start += 97) {
        const Rigid pose{{0, 0.8, 0.6}, {1, 0, 0}, {0, 0.6, -0.8}, {}, 1};
        ExtremeVertices extremes{start, start, start, start, start, start};
        ASSERT_TRUE(holds(GetParam()(polytope->data(), pose, extremes),
                          box_of_all(polytope->data(), pose)));
    }
}

TEST_P(WalkedBox, RemembersExtremesAndIgnoresThoseOfAnotherShape) {
    const Polytope polytope = *Polytope::from_mesh(scenes::random_polytope().view());
    ExtremeVertices extremes{900, 1, 901, 2, 3, 902};
    const Box3 box = GetParam()(polytope.data(), {}, extremes);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const int a = static_cast<int>(axis);
        EXPECT_NEAR(polytope.vertices()[extremes[2 * axis]][a], box.min[a], 1e-9);
        EXPECT_NEAR(polytope.vertices()[extremes[2 * axis + 1]][a], box.max[a], 1e-9);
    }
    const ExtremeVertices before = extremes;
    EXPECT_EQ(GetParam()(polytope.data(), {}, extremes), box);
    EXPECT_EQ(extremes, before);
}

} // namespace
} // namespace impinge::tests
