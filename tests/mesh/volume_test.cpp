// SPDX-License-Identifier: Apache-2.0
#include "mesh/volume.hpp"

#include "base/random.hpp"
#include "tests/mesh/hand_made.hpp"

#include <gtest/gtest.h>

#include <array>

namespace impinge {
namespace {

std::vector<Sign> signs_of(const Mesh& mesh) {
    const EdgeTable table(mesh.triangles, mesh.positions.size());
    return volume_signs(mesh.positions, mesh.triangles, triangle_components(table));
}

TEST(VolumeSigns, FollowTheNormals) {
    EXPECT_EQ(signs_of(joined({unit_box(), turned_over(cube_around({9, 9, 9}, 1))})),
              (std::vector<Sign>{1, -1}));
}

TEST(VolumeSigns, OfAFlatPartAreZero) {
    const Mesh flat{{{0, 0, 7}, {1, 0, 7}, {0, 1, 7}}, {{0, 1, 2}, {2, 1, 0}}};
    EXPECT_EQ(signs_of(flat), (std::vector<Sign>{0}));
}

TEST(VolumeSigns, OfASlantedFlatPartAreZero) {
    const Mesh flat{{{0.1, 0.2, 0.3}, {1.7, 0.4, 0.9}, {-3.3, 1.1, 0.7}}, {{0, 1, 2}, {2, 1, 0}}};
    EXPECT_EQ(signs_of(flat), (std::vector<Sign>{0}));
}

/// A tetrahedron whose apex is one step of rounding above its slanted base: far below what a sum
/// of rounded determinants can see.
Mesh sliver(double apex_step) {
    const double x = 1.0 / 3.0;
    return {{{0, 0, 0}, {1e8, 1e8, 1e8}, {1e8, -1e8, 1e8}, {x, 0, x + apex_step}},
            {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}}};
}

TEST(VolumeSigns, SeeASliverThatRoundingHides) {
    EXPECT_EQ(signs_of(sliver(0)), (std::vector<Sign>{0}));
    const Sign above = signs_of(sliver(0x1p-54)).front();
    EXPECT_NE(above, 0);
    EXPECT_EQ(signs_of(sliver(-0x1p-54)).front(), -above);
}

/// A tetrahedron whose last corner lies in the plane of the others but for rounding.
Mesh nearly_flat(Random& random, Vec3d scale) {
    const auto corner = [&] { return random.in_box({-1, -1, -1}, {1, 1, 1}); };
    const Vec3d a = corner();
    const Vec3d b = corner();
    const Vec3d c = corner();
    const double s = random.uniform(-1, 1);
    const double t = random.uniform(-1, 1);
    Mesh mesh{{a, b, c, a + (b - a) * s + (c - a) * t},
              {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}}};
    for (Vec3d& p : mesh.positions) {
        p = {p.x * scale.x, p.y * scale.y, p.z * scale.z};
    }
    return mesh;
}

TEST(VolumeSigns, AgreeWithOrient3dOnNearlyFlatTetrahedra) {
    // The last three scales make products of coordinates lose bits below the smallest normal
    // double.
    for (const Vec3d scale : {Vec3d{1, 1, 1}, Vec3d{1e200, 1e-161, 1e-161},
                              Vec3d{1e-161, 1e200, 1e-161}, Vec3d{1e-107, 1e-107, 1e-107}}) {
        Random random(12);
        std::array<int, 3> seen{};
        for (int i = 0; i < 3000; ++i) {
            const Mesh mesh = nearly_flat(random, scale);
            const auto& p = mesh.positions;
            const Sign expected = -orient3d(p[0], p[1], p[2], p[3]);
            ASSERT_EQ(signs_of(mesh).front(), expected) << scale.x << ' ' << i;
            ++seen[static_cast<std::size_t>(expected + 1)];
        }
        EXPECT_GT(seen[0], 900);
        EXPECT_GT(seen[2], 900);
    }
}

TEST(VolumeSigns, HoldAtTheEndsOfTheExponentRange) {
    for (const double scale : {1e-320, 1e-200, 1e-110, 1e100, 1e200, 1e307}) {
        const Mesh box = hand_made_box({0, 0, 0}, {scale, scale, scale});
        EXPECT_EQ(signs_of(box), (std::vector<Sign>{1})) << scale;
        EXPECT_EQ(signs_of(turned_over(box)), (std::vector<Sign>{-1})) << scale;
    }
}

TEST(VolumeSigns, HoldFarFromTheOrigin) {
    const Vec3d far{1e15, -1e15, 1e15};
    EXPECT_EQ(signs_of(hand_made_box(far, far + Vec3d{1, 1, 1})), (std::vector<Sign>{1}));
}

} // namespace
} // namespace impinge
