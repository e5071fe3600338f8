// SPDX-License-Identifier: Apache-2.0
//
// A closed solid shows as many front as back faces in every pixel, from everywhere and at every
// size: shared edges neither leak nor are drawn twice.
#include "scenes/assembly.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/gears.hpp"
#include "scenes/jaws.hpp"
#include "scenes/polytope.hpp"
#include "scenes/torus_knot.hpp"
#include "tests/raster/quads.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/shapes.hpp"

#include <algorithm>

namespace impinge::tests {
namespace {

using raster::Compare;
using raster::Pass;
using raster::StencilOp;

Pass counting_pass(StencilOp back) {
    Pass pass;
    pass.depth_compare = Compare::Always;
    pass.depth_write = false;
    pass.stencil.front.passes = StencilOp::IncrementWrap;
    pass.stencil.back.passes = back;
    return pass;
}

/// Two targets: the difference of front and back faces, and their sum.
class FaceCounter {
  public:
    FaceCounter(raster::Device& device, int width, int height)
        : device_(device), difference_(need(device.make_target(width, height))),
          sum_(need(device.make_target(width, height))) {}

    /// Whether the difference is zero everywhere; remembers how many pixels were covered.
    testing::AssertionResult balanced(const raster::View& view, const raster::Geometry& geometry,
                                      const Rigid& pose = {}) {
        const raster::Draw draw{&geometry, pose};
        need(device_.clear(*difference_));
        need(device_.draw(*difference_, view, counting_pass(StencilOp::DecrementWrap), draw));
        const std::uint64_t open = need(device_.count(*difference_, {Compare::NotEqual}));
        need(device_.clear(*sum_));
        need(device_.draw(*sum_, view, counting_pass(StencilOp::IncrementWrap), draw));
        covered_ = need(device_.count(*sum_, {Compare::NotEqual}));
        if (open == 0) {
            return testing::AssertionSuccess();
        }
        const auto pixels = need(device_.collect(*difference_, {Compare::NotEqual}));
        return testing::AssertionFailure()
               << open << " of " << covered_ << " pixels are out of balance, the first at ("
               << pixels[0].x << ", " << pixels[0].y << ") with " << int{pixels[0].stencil};
    }
    [[nodiscard]] std::uint64_t covered() const { return covered_; }

  private:
    raster::Device& device_;
    std::unique_ptr<raster::Target> difference_;
    std::unique_ptr<raster::Target> sum_;
    std::uint64_t covered_ = 0;
};

/// Closed by construction, each for itself; they run through each other.
Mesh random_tetrahedra(Random& random, int count) {
    std::vector<Mesh> parts;
    for (int i = 0; i < count; ++i) {
        const auto corner = [&] { return random.in_box({-1, -1, -1}, {1, 1, 1}); };
        const Vec3d a = corner();
        const Vec3d b = corner();
        const Vec3d c = corner();
        parts.push_back(fanned(tetrahedron(a, b, c, corner()), 0));
    }
    return scenes::joined(parts);
}

struct NamedSolid {
    const char* name;
    Mesh mesh;
};

std::vector<NamedSolid> solids() {
    Random random(5);
    return {
        {"bumpy sphere", scenes::bumpy_sphere({.triangles = 400})},
        {"trefoil", scenes::torus_knot({.triangles = 600})},
        {"polytope", scenes::random_polytope({.triangles = 36})},
        {"gear", scenes::gear({.teeth = 12, .bore_radius = 2, .triangles = 600})},
        {"jaw", scenes::jaws({.triangles = 4000}).upper},
        {"box", scenes::box({-1, -2, -3}, {3, 2, 1})},
        {"tetrahedra", random_tetrahedra(random, 40)},
    };
}

Vec3d random_direction(Random& random) {
    for (;;) {
        const Vec3d v = random.in_box({-1, -1, -1}, {1, 1, 1});
        if (squared_length(v) > 0.01 && squared_length(v) <= 1) {
            return v;
        }
    }
}

/// The first are along axes and diagonals, where edges coincide with rows and columns.
Vec3d direction(std::size_t i, Random& random) {
    if (i >= 26) {
        return random_direction(random);
    }
    const auto cell = static_cast<int>(i < 13 ? i : i + 1);
    const int y = cell / 3 % 3 - 1;
    const int z = cell / 9 - 1;
    return {static_cast<double>(cell % 3 - 1), static_cast<double>(y), static_cast<double>(z)};
}

class Watertight : public EveryDevice {};
IMPINGE_ON_EVERY_DEVICE(Watertight);

TEST_P(Watertight, SolidsFromTwoHundredDirections) {
    FaceCounter counter(device(), 64, 64);
    for (const NamedSolid& solid : solids()) {
        const auto geometry = need(device().upload(solid.mesh.view()));
        Random random(6);
        for (std::size_t i = 0; i < scaled(200); ++i) {
            const raster::View view = need(raster::orthographic_view(
                direction(i, random), solid.mesh.positions, 64, 64,
                {.pixels = i % 2 == 0 ? raster::PixelShape::Square : raster::PixelShape::Tight}));
            ASSERT_TRUE(counter.balanced(view, *geometry)) << solid.name << ", direction " << i;
            ASSERT_GT(counter.covered(), 300U) << solid.name << ", direction " << i;
        }
    }
}

TEST_P(Watertight, SolidsInPerspective) {
    FaceCounter counter(device(), 61, 47);
    for (const NamedSolid& solid : solids()) {
        const auto geometry = need(device().upload(solid.mesh.view()));
        Box3 box;
        for (const Vec3d& p : solid.mesh.positions) {
            box = extend(box, p);
        }
        const Vec3d middle = (box.min + box.max) * 0.5;
        const double radius = length(extent(box)) / 2;
        Random random(7);
        for (std::size_t i = 0; i < scaled(40); ++i) {
            const Vec3d away = random_direction(random);
            const double distance = radius * random.uniform(1.2, 4);
            const Vec3d eye = middle + away * (distance / length(away));
            const raster::View view = need(
                raster::perspective_view(eye, middle, distance - radius * 1.1, distance + radius,
                                         61, 47, {.vertical_angle_degrees = 60}));
            ASSERT_TRUE(counter.balanced(view, *geometry)) << solid.name << ", view " << i;
            ASSERT_GT(counter.covered(), 20U) << solid.name << ", view " << i;
        }
    }
}

/// The mesh with every corner moved to a random multiple of `step` pixels: still closed, and its
/// corners and edges hit centres and borders all the time.
Mesh on_lattice(Mesh mesh, Random& random, double step, int count) {
    for (Vec3d& p : mesh.positions) {
        p = {step * random.integer(0, count), step * random.integer(0, count), -random.unit()};
    }
    return mesh;
}

TEST_P(Watertight, CornersOnPixelCentresAndBorders) {
    FaceCounter counter(device(), 32, 32);
    Random random(8);
    const Mesh ball = scenes::bumpy_sphere({.triangles = 60});
    for (std::size_t i = 0; i < scaled(200); ++i) {
        const double step = std::array{0.5, 1.0, 0.25, 2.0}[i % 4];
        const Mesh mesh = on_lattice(ball, random, step, static_cast<int>(32 / step));
        const auto geometry = need(device().upload(mesh.view()));
        // Half a pixel further, borders become centres.
        const Rigid pose = translation({i % 8 < 4 ? 0.5 : 0.0, 0.5, 0});
        ASSERT_TRUE(counter.balanced(pixel_view(32, 32), *geometry, pose)) << i;
        ASSERT_GT(counter.covered(), 300U);
    }
}

TEST_P(Watertight, EdgesAlongRowsAndColumnsThroughCentres) {
    FaceCounter counter(device(), 32, 32);
    const Mesh stairs = fanned(cells({{"####", "##.#", "#..#", "####"},
                                      {"#..#", "....", "####", "#.#."},
                                      {"####", "#..#", "#.##", "####"}},
                                     {2.5, 3.5, -1}, {6, 5, 0.25}),
                               0);
    const auto geometry = need(device().upload(stairs.view()));
    for (const double x : {0.0, 0.5, 0.25}) {
        for (const double y : {0.0, 0.5, 0.00390625}) {
            EXPECT_TRUE(counter.balanced(pixel_view(32, 32), *geometry, translation({x, y, 0})));
            EXPECT_GT(counter.covered(), 400U);
        }
    }
}

TEST_P(Watertight, TrianglesFarBelowAPixel) {
    FaceCounter counter(device(), 24, 24);
    for (const Mesh& mesh :
         {scenes::bumpy_sphere({.triangles = 20000}), scenes::torus_knot({.triangles = 20000})}) {
        const auto geometry = need(device().upload(mesh.view()));
        Random random(9);
        for (int i = 0; i < 6; ++i) {
            const raster::View view =
                need(raster::orthographic_view(random_direction(random), mesh.positions, 24, 24));
            ASSERT_TRUE(counter.balanced(view, *geometry)) << i;
            ASSERT_GT(counter.covered(), 100U);
        }
    }
}

TEST_P(Watertight, TrianglesThatReachFarBeyondTheWindow) {
    FaceCounter counter(device(), 64, 64);
    Random random(10);
    const Mesh ball = scenes::bumpy_sphere({.triangles = 200});
    const auto geometry = need(device().upload(ball.view()));
    std::uint64_t covered = 0;
    for (const double magnification : {10.0, 100.0, 1e3, 1e4, 1e5, 1e6}) {
        for (std::size_t i = 0; i < scaled(20); ++i) {
            raster::View view =
                need(raster::orthographic_view(random_direction(random), ball.positions, 64, 64));
            // A small window somewhere in the middle of the large one.
            const double width = (view.max_x - view.min_x) / magnification;
            view.min_x += (view.max_x - view.min_x) * random.uniform(0.3, 0.7);
            view.min_y += (view.max_y - view.min_y) * random.uniform(0.3, 0.7);
            view.max_x = view.min_x + width;
            view.max_y = view.min_y + width;
            ASSERT_TRUE(counter.balanced(view, *geometry)) << magnification << ", " << i;
            covered += counter.covered();
        }
    }
    EXPECT_GT(covered, scaled(20) * 6 * 2000);
}

TEST_P(Watertight, WindowsOfSixteenThousandPixels) {
    const int longest = std::min(16384, device().info().max_size);
    EXPECT_GE(longest, 8192) << "it can hardly be called a device";
    Random random(11);
    const Mesh ball = scenes::bumpy_sphere({.triangles = 300});
    const Mesh knot = scenes::torus_knot({.triangles = 400});
    for (const auto& [width, height] : {std::pair{longest, 16}, std::pair{16, longest}}) {
        FaceCounter counter(device(), width, height);
        for (const Mesh* mesh : {&ball, &knot}) {
            const auto geometry = need(device().upload(mesh->view()));
            const raster::View view =
                need(raster::orthographic_view(random_direction(random), mesh->positions, width,
                                               height, {.pixels = raster::PixelShape::Tight}));
            EXPECT_TRUE(counter.balanced(view, *geometry)) << width << " x " << height;
            EXPECT_GT(counter.covered(), static_cast<std::uint64_t>(longest) * 5);
        }
    }
}

TEST_P(Watertight, AHoleIsNoticed) {
    FaceCounter counter(device(), 64, 64);
    Mesh ball = scenes::bumpy_sphere({.triangles = 400});
    ball.triangles.erase(ball.triangles.begin() + 200);
    const raster::View view = need(
        raster::orthographic_view(ball.positions[ball.triangles[200][0]], ball.positions, 64, 64));
    EXPECT_FALSE(counter.balanced(view, *need(device().upload(ball.view()))));
}

} // namespace
} // namespace impinge::tests
