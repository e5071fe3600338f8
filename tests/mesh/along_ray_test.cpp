// SPDX-License-Identifier: Apache-2.0
#include "mesh/along_ray.hpp"

#include "base/random.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

namespace impinge::tests {
namespace {

/// Coordinates that are often equal to each other's.
Vec3d coarse_point(Random& random) {
    const auto coordinate = [&] { return static_cast<double>(random.below(9)); };
    const double x = coordinate();
    const double y = coordinate();
    return {x, y, coordinate()};
}

TEST(AlongRay, AreTheTrianglesWhoseBoxesARayTowardsXMayMeet) {
    Random random(31);
    std::size_t found_in_all = 0;
    std::size_t asked = 0;
    for (std::size_t round = 0; round < scaled(50); ++round) {
        std::vector<Vec3d> positions(300);
        for (Vec3d& p : positions) {
            p = coarse_point(random);
        }
        std::vector<TriangleIndices> triangles(20000); // several chunks
        for (TriangleIndices& t : triangles) {
            for (std::uint32_t& corner : t) {
                corner = static_cast<std::uint32_t>(random.below(positions.size()));
            }
        }
        const Vec3d p = coarse_point(random);
        const Vec3d q = coarse_point(random);
        const Box3 from{min(p, q), max(p, q)};
        std::vector<std::uint32_t> expected;
        for (std::uint32_t i = 0; i < triangles.size(); ++i) {
            Box3 box;
            for (const std::uint32_t corner : triangles[i]) {
                box = extend(box, positions[corner]);
            }
            if (box.max.x >= from.min.x && box.max.y >= from.min.y && box.min.y <= from.max.y &&
                box.max.z >= from.min.z && box.min.z <= from.max.z) {
                expected.push_back(i);
            }
        }
        EXPECT_EQ(triangles_along_ray(from, positions, triangles, Context(1)), expected);
        EXPECT_EQ(triangles_along_ray(from, positions, triangles, Context(3)), expected);
        found_in_all += expected.size();
        asked += triangles.size();
    }
    EXPECT_GT(found_in_all, asked * 3 / 10);
    EXPECT_LT(found_in_all, asked * 9 / 10);
}

} // namespace
} // namespace impinge::tests
