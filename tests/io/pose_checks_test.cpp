// SPDX-License-Identifier: Apache-2.0
//
// Matrices that would flatten a body are refused, in scene files and in containers, also where
// rounding hides that their rank is less than 3; matrices that stretch, shear or mirror are not.
#include "io/pose_checks.hpp"

#include "base/random.hpp"
#include "gltf_files.hpp"
#include "impinge/scene_file.hpp"
#include "tests/support/scale.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <gmock/gmock.h>

namespace impinge::io_test {
namespace {

using testing::HasSubstr;

Vec3d random_vector(Random& random, double size) {
    const double x = random.uniform(-size, size);
    const double y = random.uniform(-size, size);
    const double z = random.uniform(-size, size);
    return {x, y, z};
}

/// Of rank 1 or 2 but for rounding: a sum of one or two products of a column and a row.
Rigid random_flat(Random& random) {
    Rigid pose{.row_x = {}, .row_y = {}, .row_z = {}};
    const int rank = random.integer(1, 2);
    const double size = std::ldexp(1.0, random.integer(-40, 40));
    for (int i = 0; i < rank; ++i) {
        const Vec3d column = random_vector(random, size);
        const Vec3d row = random_vector(random, 1);
        pose.row_x = pose.row_x + row * column.x;
        pose.row_y = pose.row_y + row * column.y;
        pose.row_z = pose.row_z + row * column.z;
    }
    return pose;
}

/// A stretch by up to a million along each axis, between two turns.
Rigid random_stretch(Random& random) {
    const Rigid first = rotation(random_vector(random, 1), random.uniform(0, 6));
    const Rigid second = rotation(random_vector(random, 1), random.uniform(0, 6));
    Rigid stretched = first;
    stretched.row_x = first.row_x * std::ldexp(1.0, random.integer(-10, 10));
    stretched.row_y = first.row_y * std::ldexp(1.0, random.integer(-10, 10));
    stretched.row_z = first.row_z * -std::ldexp(1.0, random.integer(-10, 10));
    return random.integer(0, 1) == 0 ? compose(second, stretched) : stretched;
}

std::string digits(double number) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.17g", number);
    return text.data();
}

std::string row_text(Vec3d row) {
    return "[" + digits(row.x) + "," + digits(row.y) + "," + digits(row.z) + ",0]";
}

Expected<SceneDescription> scene_with(const Rigid& pose) {
    return parse_scene(R"({"format": "impinge-scene", "format_version": 1, "bodies": [
        {"name": "a", "file": "a.stl", "pose": {"matrix": [)" +
                           row_text(pose.row_x) + "," + row_text(pose.row_y) + "," +
                           row_text(pose.row_z) + "]}}]}",
                       "s.json");
}

std::string gltf_with(const Rigid& pose) {
    std::string columns;
    for (int i = 0; i < 3; ++i) {
        columns += digits(pose.row_x[i]) + "," + digits(pose.row_y[i]) + "," +
                   digits(pose.row_z[i]) + ",0,";
    }
    return tetrahedron_maker().glb(tetrahedron_mesh + R"(,"nodes":[{"mesh":0,"matrix":[)" +
                                   columns + "0,0,0,1]}]");
}

TEST(Flattens, RandomMatricesOfLowerRankAreRefused) {
    Random random(60);
    std::size_t hidden = 0;
    const std::size_t cases = tests::scaled(3000);
    for (std::size_t i = 0; i < cases; ++i) {
        const Rigid pose = random_flat(random);
        const double determinant = dot(pose.row_x, cross(pose.row_y, pose.row_z));
        hidden += determinant != 0 ? 1 : 0;
        ASSERT_TRUE(flattens(pose)) << "case " << i;
        const auto scene = scene_with(pose);
        ASSERT_FALSE(scene) << "case " << i;
        ASSERT_THAT(scene.error().message, HasSubstr("is singular"));
        if (i % 30 == 0) {
            const auto read = parse_gltf_file(gltf_with(pose));
            ASSERT_FALSE(read) << "case " << i;
            ASSERT_THAT(read.error().message, HasSubstr("singular"));
        }
    }
    EXPECT_GT(hidden, cases / 3) << "rounding hid too few: the test has lost its object";
}

TEST(Flattens, StretchesShearsAndMirrorsAreNot) {
    Random random(61);
    for (std::size_t i = 0; i < tests::scaled(3000); ++i) {
        const Rigid pose = random_stretch(random);
        ASSERT_FALSE(flattens(pose)) << "case " << i;
        ASSERT_TRUE(scene_with(pose)) << "case " << i;
        if (i % 30 == 0) {
            ASSERT_TRUE(parse_gltf_file(gltf_with(pose))) << "case " << i;
        }
    }
    EXPECT_FALSE(flattens({.row_x = {1e-300, 0, 0}, .row_y = {0, 1e300, 0}, .row_z = {0, 0, 1}}));
    EXPECT_FALSE(flattens({.row_x = {1, 1e6, 0}, .row_y = {0, 1, 0}, .row_z = {0, 0, 1}}));
    EXPECT_TRUE(flattens({.row_x = {1, 0, 0}, .row_y = {0, 1, 0}, .row_z = {0, 0, 0}}));
    EXPECT_TRUE(flattens({.row_x = {1, 2, 3}, .row_y = {2, 4, 6}, .row_z = {0, 0, 1}}));
}

TEST(Flattens, GltfScaleOfZeroIsRefused) {
    for (const char* scale : {"[0,0,0]", "[1,1,0]", "[1,0,1]"}) {
        const auto read = parse_gltf_file(tetrahedron_maker().glb(
            tetrahedron_mesh + R"(,"nodes":[{"mesh":0,"scale":)" + scale + "}]"));
        ASSERT_FALSE(read) << scale;
        EXPECT_THAT(read.error().message, HasSubstr("singular"));
    }
    EXPECT_TRUE(parse_gltf_file(
        tetrahedron_maker().glb(tetrahedron_mesh + R"(,"nodes":[{"mesh":0,"scale":[1,-1,2]}])")));
}

} // namespace
} // namespace impinge::io_test
