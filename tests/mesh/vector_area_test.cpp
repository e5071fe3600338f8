// SPDX-License-Identifier: Apache-2.0
#include "mesh/vector_area.hpp"

#include "base/random.hpp"
#include "impinge/rigid.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/torus_knot.hpp"
#include "tests/support/random_rotation.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

namespace impinge::tests {
namespace {

bool unbalanced(const Mesh& mesh, unsigned threads = 1) {
    return surely_unbalanced(mesh.positions, mesh.triangles, Context(threads));
}

/// Moved, turned and scaled, with every vertex rounded once, so that neighbours still share it.
Mesh elsewhere(Random& random, const Mesh& mesh) {
    Rigid pose = random_rotation(random);
    pose.scale = std::ldexp(1.0, random.integer(-300, 300));
    pose.translation = random.direction() * (pose.scale * random.uniform(0, 1e7));
    Mesh moved = mesh;
    for (Vec3d& p : moved.positions) {
        p = apply(pose, p);
    }
    return moved;
}

TEST(VectorArea, NeverDoubtsAClosedSurface) {
    Random random(41);
    for (std::size_t i = 0; i < scaled(300); ++i) {
        const Mesh ball = scenes::bumpy_sphere({.triangles = 32 + random.below(3000)});
        EXPECT_FALSE(unbalanced(elsewhere(random, ball))) << i;
        EXPECT_FALSE(unbalanced(elsewhere(random, scenes::torus_knot({.triangles = 600})))) << i;
    }
}

TEST(VectorArea, NeverDoubtsRandomBalancedSoups) {
    Random random(42);
    for (std::size_t i = 0; i < scaled(2000); ++i) { // tetrahedra of any shape, flat ones too
        Mesh mesh;
        for (std::uint32_t k = 0; k < 50; ++k) {
            for (int corner = 0; corner < 4; ++corner) {
                const double reach = std::ldexp(1.0, random.integer(-20, 20));
                mesh.positions.push_back(
                    random.in_box({-reach, -reach, -reach}, {reach, reach, reach}));
            }
            const std::uint32_t a = 4 * k;
            for (const TriangleIndices& t : {TriangleIndices{a, a + 1, a + 2},
                                             {a, a + 2, a + 3},
                                             {a, a + 3, a + 1},
                                             {a + 1, a + 3, a + 2}}) {
                mesh.triangles.push_back(t);
            }
        }
        ASSERT_FALSE(unbalanced(mesh)) << i;
    }
}

TEST(VectorArea, SeesAHoleOfOneTriangle) {
    Random random(43);
    std::size_t seen = 0;
    const std::size_t cases = scaled(300);
    for (std::size_t i = 0; i < cases; ++i) {
        Mesh ball = scenes::bumpy_sphere({.triangles = 32 + random.below(3000)});
        ball.triangles.erase(ball.triangles.begin() +
                             static_cast<std::ptrdiff_t>(random.below(ball.triangles.size())));
        seen += unbalanced(ball) ? 1 : 0;
        EXPECT_EQ(unbalanced(ball, 4), unbalanced(ball));
    }
    EXPECT_EQ(seen, cases);
}

TEST(VectorArea, SaysNothingOfWhatIsNotFinite) {
    EXPECT_FALSE(unbalanced({}));
    EXPECT_FALSE(unbalanced({{{0, 0, 0}, {1e200, 0, 0}, {0, 1e200, 0}}, {{0, 1, 2}}}));
    EXPECT_FALSE(unbalanced({{{0, 0, 0}, {1e-200, 0, 0}, {0, 1e-200, 0}}, {{0, 1, 2}}}));
    EXPECT_TRUE(unbalanced({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}}));
}

} // namespace
} // namespace impinge::tests
