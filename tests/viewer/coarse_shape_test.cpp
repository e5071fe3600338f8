// SPDX-License-Identifier: Apache-2.0
#include "draw/coarse_shape.hpp"

#include "scenes/bumpy_sphere.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace impinge::viewer {
namespace {

Vec3d corner(const ShapeData& shape, std::uint32_t vertex) {
    const auto& p = shape.vertices[vertex].position;
    return {p[0], p[1], p[2]};
}

/// Of the solid that triangles enclose.
double volume(const ShapeData& shape, const std::vector<std::uint32_t>& corners) {
    double six = 0;
    for (std::size_t i = 0; i < corners.size(); i += 3) {
        six += dot(corner(shape, corners[i]),
                   cross(corner(shape, corners[i + 1]), corner(shape, corners[i + 2])));
    }
    return six / 6;
}

TEST(CoarseShape, HasFewTrianglesAndNearlyTheSameForm) {
    const ShapeData shape = make_shape_data(scenes::bumpy_sphere({.triangles = 200'000}));
    ASSERT_FALSE(shape.coarse.empty());
    EXPECT_LT(shape.coarse.size(), 3 * most_fine_triangles / 2);
    ASSERT_EQ(shape.coarse.size() % 3, 0U);
    for (std::size_t i = 0; i < shape.coarse.size(); i += 3) {
        const auto* c = &shape.coarse[i];
        ASSERT_TRUE(c[0] < shape.vertices.size() && c[1] < shape.vertices.size() &&
                    c[2] < shape.vertices.size());
        EXPECT_TRUE(c[0] != c[1] && c[1] != c[2] && c[2] != c[0]);
    }
    const double fine = volume(shape, shape.corners);
    EXPECT_GT(fine, 1);
    EXPECT_NEAR(volume(shape, shape.coarse), fine, 0.03 * fine);
}

TEST(CoarseShape, IsLeftOutWhereTheShapeIsNotLarge) {
    EXPECT_TRUE(make_shape_data(scenes::bumpy_sphere({.triangles = 50'000})).coarse.empty());
    EXPECT_TRUE(make_shape_data(Mesh{}).coarse.empty());
    // All in one place: no size, and no cell to lie in.
    Mesh point;
    point.positions.assign(3, Vec3d{1, 2, 3});
    point.triangles.assign(most_fine_triangles + 1, {0, 1, 2});
    EXPECT_TRUE(make_shape_data(point).coarse.empty());
}

} // namespace
} // namespace impinge::viewer
