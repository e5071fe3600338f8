// SPDX-License-Identifier: Apache-2.0
//
// Where a surface without an inside lies to a solid, and when that is left open, on a lattice where
// counting cells tells. And what is refused before any memory is read.
#include "base/random.hpp"
#include "impinge/collide.hpp"
#include "impinge/containment.hpp"
#include "impinge/distance.hpp"
#include "impinge/self_intersections.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/shapes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace impinge::tests {
namespace {

/// Solid cells with even coordinates, so that none meets another, and open squares in the middle of
/// any cells; perhaps a box without a lid around everything.
struct LatticeScene {
    std::array<std::array<std::array<bool, 3>, 3>, 3> solid{};
    std::vector<std::array<int, 3>> squares; ///< the cells they lie in
    bool in_a_lidless_box = false;
};

LatticeScene random_scene(Random& random) {
    LatticeScene scene;
    const double share = random.uniform(0.05, 0.95);
    for (auto& plane : scene.solid) {
        for (auto& row : plane) {
            for (bool& cell : row) {
                cell = random.uniform(0, 1) < share;
            }
        }
    }
    scene.solid[0][0][0] = true;
    const int squares = random.integer(1, 3);
    for (int i = 0; i < squares; ++i) {
        // Mostly where a cell may be solid.
        const bool even = random.integer(0, 2) > 0;
        std::array<int, 3> cell{};
        for (int& c : cell) {
            c = even ? 2 * random.integer(0, 2) : random.integer(0, 4);
        }
        scene.squares.push_back(cell);
    }
    scene.in_a_lidless_box = random.integer(0, 3) == 0;
    return scene;
}

Vec3d corner_of(const std::array<int, 3>& cell) {
    return {static_cast<double>(cell[0]), static_cast<double>(cell[1]),
            static_cast<double>(cell[2])};
}

bool is_solid(const LatticeScene& scene, const std::array<int, 3>& cell) {
    const bool even = cell[0] % 2 == 0 && cell[1] % 2 == 0 && cell[2] % 2 == 0;
    return even && scene.solid[static_cast<std::size_t>(cell[0] / 2)][static_cast<std::size_t>(
                       cell[1] / 2)][static_cast<std::size_t>(cell[2] / 2)];
}

PolyMesh solid_of(const LatticeScene& scene) {
    std::vector<PolyMesh> cubes;
    for (int x = 0; x < 5; x += 2) {
        for (int y = 0; y < 5; y += 2) {
            for (int z = 0; z < 5; z += 2) {
                if (is_solid(scene, {x, y, z})) {
                    cubes.push_back(cube(corner_of({x, y, z}), 1));
                }
            }
        }
    }
    return joined(cubes);
}

PolyMesh open_of(const LatticeScene& scene) {
    std::vector<PolyMesh> parts;
    for (const auto& cell : scene.squares) {
        const Vec3d low = corner_of(cell) + Vec3d{0.25, 0.25, 0.5};
        parts.push_back(
            {{low, low + Vec3d{0.5, 0, 0}, low + Vec3d{0.5, 0.5, 0.25}, low + Vec3d{0, 0.5, 0.25}},
             {{0, 1, 2, 3}}});
    }
    if (scene.in_a_lidless_box) {
        parts.push_back(without_face(cube({-1, -1, -1}, 7), 5));
    }
    return joined(parts);
}

/// What collide(open, solid) must say.
struct Expectation {
    Verdict verdict = Verdict::Apart;
    bool open = false;
};

Expectation expected_of(const LatticeScene& scene) {
    std::size_t inside = 0;
    std::array<int, 3> low = {9, 9, 9};
    std::array<int, 3> high = {-9, -9, -9};
    for (const auto& cell : scene.squares) {
        inside += is_solid(scene, cell) ? 1 : 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            low[axis] = std::min(low[axis], cell[axis]);
            high[axis] = std::max(high[axis], cell[axis]);
        }
    }
    const bool all = inside == scene.squares.size() && !scene.in_a_lidless_box;
    if (inside > 0) {
        return {all ? Verdict::AInsideB : Verdict::Crossing, false};
    }
    bool held = scene.in_a_lidless_box; // some solid cell lies strictly between squares
    for (int x = low[0] + 1; x < high[0]; ++x) {
        for (int y = low[1] + 1; y < high[1]; ++y) {
            for (int z = low[2] + 1; z < high[2]; ++z) {
                held = held || is_solid(scene, {x, y, z});
            }
        }
    }
    return {Verdict::Apart, held};
}

TEST(OpenSurface, LiesInSolidsAsCountingCellsSays) {
    Random random(25);
    std::size_t inside = 0;
    std::size_t partly = 0;
    std::size_t open = 0;
    const std::size_t cases = scaled(4000);
    for (std::size_t i = 0; i < cases; ++i) {
        const LatticeScene scene = random_scene(random);
        Mesh surface = meshed(open_of(scene));
        Mesh solid = meshed(solid_of(scene));
        if (random.integer(0, 1) == 0) { // inside out as a whole is the same solid
            for (TriangleIndices& t : solid.triangles) {
                std::swap(t[0], t[1]);
            }
        }
        const Expectation expected = expected_of(scene);
        const auto result = collide({surface.view()}, {solid.view()}, {}, Context(1));
        const auto swapped = collide({solid.view()}, {surface.view()}, {}, Context(1));
        ASSERT_TRUE(result && swapped);
        ASSERT_EQ(result->verdict, expected.verdict) << "case " << i;
        ASSERT_EQ(swapped->verdict, mirrored(expected.verdict)) << "case " << i;
        ASSERT_EQ(result->decided(), !expected.open) << "case " << i;
        ASSERT_EQ(swapped->decision, result->decision) << "case " << i;
        inside += expected.verdict == Verdict::AInsideB ? 1 : 0;
        partly += expected.verdict == Verdict::Crossing ? 1 : 0;
        open += expected.open ? 1 : 0;
    }
    if (is_full_run()) {
        EXPECT_GT(inside, cases / 10);
        EXPECT_GT(partly, cases / 10);
        EXPECT_GT(open, cases / 10);
        EXPECT_LT(inside + partly + open, 9 * cases / 10);
    }
}

TEST(OpenSurface, BoxThatLacksATriangleAroundABallIsLeftOpen) {
    Mesh box_mesh = meshed(cube({-2, -2, -2}, 4));
    box_mesh.triangles.pop_back();
    const Mesh ball = meshed(octahedron({0, 0, 0}, 1));
    const auto result = collide({ball.view()}, {box_mesh.view()});
    ASSERT_TRUE(result);
    EXPECT_EQ(result->verdict, Verdict::Apart);
    EXPECT_EQ(result->compared, Compared::Surfaces);
    EXPECT_EQ(result->decision, Decision::ContainmentOpen);
    const auto advice = advise_on_containment({ball.view()}, {box_mesh.view()});
    ASSERT_TRUE(advice);
    ASSERT_TRUE(advice->a_in_b);
    EXPECT_GT(*advice->a_in_b, 0.7);
    EXPECT_LT(*advice->a_in_b, 1.0);
    EXPECT_FALSE(advice->b_in_a) << "the box is too large to lie in the ball";

    const Mesh beside = meshed(octahedron({2.9, 2.9, 0}, 1)); // boxes overlap, the bodies do not
    const auto near = collide({beside.view()}, {box_mesh.view()});
    ASSERT_TRUE(near);
    EXPECT_EQ(near->verdict, Verdict::Apart);
    EXPECT_TRUE(near->decided()) << "its box does not lie in that of the other";
}

TEST(OpenSurface, AdviceSaysOutsideOfWhatIsOutside) {
    // A bowl: the ball lies in its box, but not in it.
    std::vector<PolyMesh> walls = {box({0, 0, 0}, {10, 10, 1}), box({0, 0, 1}, {1, 10, 10})};
    Mesh corner = meshed(joined(walls));
    corner.triangles.pop_back();
    const Mesh ball = meshed(octahedron({7, 5, 6}, 1));
    const auto result = collide({ball.view()}, {corner.view()});
    ASSERT_TRUE(result);
    EXPECT_EQ(result->decision, Decision::ContainmentOpen);
    const auto advice = advise_on_containment({ball.view()}, {corner.view()});
    ASSERT_TRUE(advice && advice->a_in_b);
    EXPECT_LT(std::abs(*advice->a_in_b), 0.25);
}

TEST(OpenSurface, FarVertexThatNoTriangleUsesLeavesNothingOpen) {
    Mesh sheet = meshed(without_face(cube({0, 0, 0}, 4), 5));
    sheet.positions.push_back({1e9, 1e9, 1e9});
    sheet.positions.push_back({-1e9, -1e9, -1e9});
    const Mesh beside = meshed(cube({5, 0, 0}, 1));
    const auto result = collide({sheet.view()}, {beside.view()});
    ASSERT_TRUE(result);
    EXPECT_EQ(result->verdict, Verdict::Apart);
    EXPECT_TRUE(result->decided());
}

TEST(Refusal, CountsThatNoMeshCanHave) {
    const Mesh mesh = meshed(cube({0, 0, 0}, 1));
    const std::span<const TriangleIndices> triangles = mesh.triangles;
    constexpr std::size_t huge = std::numeric_limits<std::size_t>::max();
    const auto vertices = [&](std::size_t count, std::size_t stride) {
        return MeshView(mesh.positions.data(), Scalar::Float64, count, stride, triangles);
    };
    const std::span<const TriangleIndices> too_many(mesh.triangles.data(),
                                                    (std::size_t{1} << 32) + 1);
    const MeshView many_triangles(mesh.positions, too_many);
    for (const MeshView& bad :
         {vertices(huge, 24), vertices(huge - 1, 24), vertices((std::size_t{1} << 32) + 1, 24),
          vertices(8, huge / 4), vertices(8, huge), many_triangles}) {
        EXPECT_EQ(collide({bad}, {mesh.view()}).error().code, ErrorCode::InvalidArgument);
        EXPECT_EQ(collide({mesh.view()}, {bad}).error().message.rfind("body B: ", 0), 0U);
        EXPECT_FALSE(distance({bad}, {mesh.view()}));
        EXPECT_FALSE(self_intersections(bad));
        EXPECT_FALSE(diagnose(bad));
        EXPECT_FALSE(validate(bad));
    }
}

TEST(Refusal, ScalesThatAreNotPositive) {
    const Mesh mesh = meshed(cube({0, 0, 0}, 1));
    for (const double scale : {0.0, -0.0, -1.0, -1e-300}) {
        const Body bad{mesh.view(), {.scale = scale}};
        const auto answer = collide(bad, {mesh.view()});
        ASSERT_FALSE(answer) << scale;
        EXPECT_EQ(answer.error().code, ErrorCode::InvalidArgument);
        EXPECT_EQ(answer.error().message, "body A: the scale of its pose must be positive");
        EXPECT_FALSE(distance({mesh.view()}, bad));
        EXPECT_FALSE(validate(bad.pose));
    }
    EXPECT_TRUE(validate(Rigid{.scale = 1e-300}));
    EXPECT_FALSE(validate(Rigid{.scale = std::numeric_limits<double>::quiet_NaN()}));
    EXPECT_FALSE(validate(Rigid{.translation = {0, std::numeric_limits<double>::infinity(), 0}}));
}

} // namespace
} // namespace impinge::tests
