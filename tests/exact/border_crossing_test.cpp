// SPDX-License-Identifier: Apache-2.0
//
// One pair of triangles that cross, and what culling knows, against rays through the whole meshes
// and against the verdict cell by cell.
#include "base/random.hpp"
#include "exact/verdict/judge.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/polycube.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

namespace impinge::tests {
namespace {

/// Parts that overlap, so that some walls lie within the material; about 3 wide.
Mesh random_body(const PolycubeGrid& grid, Random& random, Normals normals) {
    Mesh mesh = meshed(joined({grid.mesh(grid.random_set(random), random, 0.2),
                               grid.mesh(grid.random_set(random), random, 0.2)}),
                       {.seed = random.next()});
    if (normals == Normals::Inward) {
        for (TriangleIndices& t : mesh.triangles) {
            std::swap(t[1], t[2]);
        }
    }
    return mesh;
}

Mesh moved(Mesh mesh, const Rigid& pose, double size) {
    for (Vec3d& p : mesh.positions) {
        p = apply(pose, p * size);
    }
    return mesh;
}

Mesh scaled_by(Mesh mesh, double factor) {
    for (Vec3d& p : mesh.positions) {
        p = p * factor;
    }
    return mesh;
}

Rigid random_pose(Random& random) {
    const Vec3d axis = random.direction();
    Rigid pose = rotation(axis, random.uniform(0, 3));
    pose.translation = random.in_box({-1, -1, -1}, {2, 2, 2});
    return pose;
}

bool surrounds(const Box3& outer, const Box3& inner) {
    return outer.min.x < inner.min.x && outer.min.y < inner.min.y && outer.min.z < inner.min.z &&
           outer.max.x > inner.max.x && outer.max.y > inner.max.y && outer.max.z > inner.max.z;
}

struct Counts {
    std::size_t crossing = 0;
    std::size_t proved = 0;
    std::size_t surrounded = 0;
};

/// `factor` 1 for points beside the contact; so small that their squares vanish for the exact one.
Counts compare(double factor, std::size_t rounds) {
    const PolycubeGrid grid(3);
    Random random(1917);
    Counts counts;
    for (std::size_t round = 0; round < rounds; ++round) {
        const Normals of_a = random.below(2) == 0 ? Normals::Outward : Normals::Inward;
        const Normals of_b = random.below(2) == 0 ? Normals::Outward : Normals::Inward;
        const Mesh mesh_a = scaled_by(random_body(grid, random, of_a), factor);
        const double size = random.below(3) == 0 ? 0.3 : 1.0;
        const Mesh mesh_b =
            scaled_by(moved(random_body(grid, random, of_b), random_pose(random), size), factor);
        const Context context(1);
        const auto a = to_world({mesh_a.view()}, {"A"}, context);
        const auto b = to_world({mesh_b.view()}, {"B"}, context);
        const Solid solid_a{*a, of_a};
        const Solid solid_b{*b, of_b};
        FoundPairs found = find_pairs(*a, *b, Stop::Never, context);
        if (judge_surfaces(found.pairs) != Verdict::Crossing) {
            continue;
        }
        ++counts.crossing;
        counts.surrounded += surrounds(a->box, b->box) || surrounds(b->box, a->box) ? 1 : 0;
        const bool whole = borders_cross(solid_a, solid_b, found.pairs, 1, context);
        const bool proved = first_crossing_is_of_borders(solid_a, solid_b, found, context);
        counts.proved += proved ? 1 : 0;
        EXPECT_TRUE(proved || !whole) << "round " << round;
        if (factor < 1) {
            EXPECT_EQ(proved, whole) << "round " << round;
        }
        if (proved) {
            EXPECT_EQ(judge_cells(solid_a, solid_b, found.pairs, context), Verdict::Crossing)
                << "round " << round;
        }
        found.region.reset();
        EXPECT_EQ(first_crossing_is_of_borders(solid_a, solid_b, found, context), whole);
    }
    return counts;
}

TEST(BorderCrossing, IsProvedByPointsBesideTheContact) {
    const std::size_t rounds = scaled(400);
    const Counts counts = compare(1, rounds);
    if (is_full_run()) {
        EXPECT_GT(counts.crossing, rounds * 3 / 10);
        EXPECT_GT(counts.proved, counts.crossing * 3 / 10);
        EXPECT_LT(counts.proved, counts.crossing * 95 / 100);
        EXPECT_GT(counts.surrounded, counts.crossing / 50);
    }
}

TEST(BorderCrossing, IsProvedByTheExactMiddleWherePointsAreNotToBeHad) {
    const std::size_t rounds = scaled(400);
    const Counts counts = compare(0x1p-700, rounds);
    if (is_full_run()) {
        EXPECT_GT(counts.proved, counts.crossing * 3 / 10);
        EXPECT_LT(counts.proved, counts.crossing * 95 / 100);
        EXPECT_GT(counts.surrounded, counts.crossing / 50);
    }
}

/// A body whose normals are not what is said proves nothing.
TEST(BorderCrossing, IsNotProvedByABodyInsideOut) {
    const PolycubeGrid grid(3);
    Random random(5);
    std::size_t crossing = 0;
    for (std::size_t round = 0; round < scaled(100); ++round) {
        const Mesh mesh_a = random_body(grid, random, Normals::Inward);
        const Mesh mesh_b =
            moved(random_body(grid, random, Normals::Outward), random_pose(random), 1);
        const Context context(1);
        const auto a = to_world({mesh_a.view()}, {"A"}, context);
        const auto b = to_world({mesh_b.view()}, {"B"}, context);
        const FoundPairs found = find_pairs(*a, *b, Stop::Never, context);
        crossing += judge_surfaces(found.pairs) == Verdict::Crossing ? 1 : 0;
        EXPECT_FALSE(first_crossing_is_of_borders({*a}, {*b}, found, context));
    }
    EXPECT_GT(crossing, scaled(100) / 4);
}

} // namespace
} // namespace impinge::tests
