// SPDX-License-Identifier: Apache-2.0
#include "render/corner_normals.hpp"

#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace impinge::tests {
namespace {

using render::corner_normals;

Vec3d widened(Vec3f v) { return {v.x, v.y, v.z}; }

TEST(CornerNormals, OfABoxAreThoseOfItsFaces) {
    const Mesh box = scenes::box({0, 0, 0}, {1, 2, 3}, 200);
    const auto normals = corner_normals(box.positions, box.triangles, 35);
    ASSERT_EQ(normals.size(), box.triangles.size());
    for (std::size_t t = 0; t < normals.size(); ++t) {
        const TriangleIndices& c = box.triangles[t];
        const Vec3d across = cross(box.positions[c[1]] - box.positions[c[0]],
                                   box.positions[c[2]] - box.positions[c[0]]);
        const Vec3d face = across * (1 / length(across));
        for (const Vec3f& normal : normals[t]) {
            EXPECT_LT(length(widened(normal) - face), 1e-6);
        }
    }
}

TEST(CornerNormals, OfABallPointAwayFromItsMiddle) {
    const Mesh ball = scenes::bumpy_sphere({.triangles = 3000, .amplitude = 0});
    const auto normals = corner_normals(ball.positions, ball.triangles, 35);
    for (std::size_t t = 0; t < normals.size(); ++t) {
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3d outward = ball.positions[ball.triangles[t][i]];
            EXPECT_LT(length(widened(normals[t][i]) - outward), 0.03);
        }
    }
}

TEST(CornerNormals, LooseTrianglesAreSmoothIfTheirCornersAreEqual) {
    const Mesh ball = scenes::bumpy_sphere({.triangles = 500, .amplitude = 0});
    Mesh loose;
    for (const TriangleIndices& triangle : ball.triangles) {
        const auto first = static_cast<std::uint32_t>(loose.positions.size());
        loose.triangles.push_back({first, first + 1, first + 2});
        for (const std::uint32_t corner : triangle) {
            loose.positions.push_back(ball.positions[corner]);
        }
    }
    EXPECT_EQ(corner_normals(ball.positions, ball.triangles, 60),
              corner_normals(loose.positions, loose.triangles, 60));
}

TEST(CornerNormals, FacesThatTurnAgainstEachOtherAreNotMixed) {
    // Two halves of a square, the second turned around.
    const std::vector<Vec3d> square{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    const std::vector<TriangleIndices> triangles{{0, 1, 2}, {0, 3, 2}};
    const auto normals = corner_normals(square, triangles, 180);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(normals[0][i], (Vec3f{0, 0, 1}));
        EXPECT_EQ(normals[1][i], (Vec3f{0, 0, -1}));
    }
}

TEST(CornerNormals, TrianglesWithoutAreaHaveNoneAndSpoilNone) {
    const std::vector<Vec3d> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {2, 0, 0}};
    const std::vector<TriangleIndices> triangles{{0, 1, 2}, {0, 1, 3}, {1, 1, 1}};
    const auto normals = corner_normals(points, triangles, 35);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(normals[0][i], (Vec3f{0, 0, 1}));
        EXPECT_EQ(normals[1][i], (Vec3f{}));
        EXPECT_EQ(normals[2][i], (Vec3f{}));
    }
}

} // namespace
} // namespace impinge::tests
