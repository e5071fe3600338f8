// SPDX-License-Identifier: Apache-2.0
//
// Conservative coverage: every pixel whose closed square the closed triangle touches and no other,
// also for what rounding shrank to a line or a point, with an interval that holds every depth found
// there.
#include "scenes/bumpy_sphere.hpp"
#include "tests/raster/quads.hpp"
#include "tests/support/scale.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace impinge::tests {
namespace {

using raster::Compare;
using raster::DepthOf;
using raster::IdSource;
using raster::Pass;

constexpr int size = 24;

Pass conservative_pass() {
    Pass pass;
    pass.coverage = raster::Coverage::Conservative;
    pass.depth_compare = Compare::Always;
    pass.stencil.front.passes = raster::StencilOp::IncrementWrap;
    pass.stencil.back.passes = raster::StencilOp::IncrementWrap;
    return pass;
}

class Conservative : public EveryDevice {
  protected:
    void SetUp() override {
        EveryDevice::SetUp();
        if (!IsSkipped() && !HasFatalFailure() && !device().info().conservative) {
            GTEST_SKIP() << GetParam() << ": no conservative coverage";
        }
    }
};
IMPINGE_ON_EVERY_DEVICE(Conservative);

/// Corners anywhere, on borders or on centres, of any size; a third of them shrunk to a line or a
/// point.
GridTriangle random_triangle(Random& random) {
    const int lattice = std::array{1, 1, 128, 256}[random.below(4)];
    const int reach = random.integer(1, random.below(2) == 0 ? 3 : size) * 256;
    const int x = random.integer(-256, (size + 1) * 256);
    const int y = random.integer(-256, (size + 1) * 256);
    GridTriangle triangle;
    for (GridCorner& corner : triangle) {
        const int corner_x = (x + random.integer(-reach, reach)) / lattice * lattice;
        corner = {corner_x, (y + random.integer(-reach, reach)) / lattice * lattice,
                  static_cast<float>(random.integer(-64, 1088)) / 1024};
    }
    const auto shrink = random.below(9);
    if (shrink < 2) { // onto the line through two corners, inside or beyond
        const GridCorner& a = triangle[0];
        const GridCorner& b = triangle[1];
        const int times = random.integer(-1, 2);
        triangle[2].x = a.x + times * (b.x - a.x);
        triangle[2].y = a.y + times * (b.y - a.y);
    } else if (shrink == 2) {
        for (GridCorner& corner : triangle) {
            corner.x = triangle[0].x;
            corner.y = triangle[0].y;
        }
    }
    return triangle;
}

TEST_P(Conservative, CoversExactlyWhatIsTouched) {
    Random random(31);
    std::size_t degenerate = 0;
    std::uint64_t touched = 0;
    const std::size_t count = scaled(150);
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<GridTriangle> triangles;
        for (int k = 0; k < 8; ++k) {
            triangles.push_back(random_triangle(random));
            degenerate += has_area({.corner = triangles.back()}) ? 0 : 1;
        }
        Twin twin(device(), size, size);
        Pass pass = conservative_pass();
        pass.depth_write = false;
        pass.ids = {IdSource::Triangle, IdSource::ProvokingVertex};
        twin.draw(pixel_view(size, size), pass, Stage(device(), {{grid_mesh(triangles)}}));
        ASSERT_TRUE(twin.agrees()) << i;
        touched += twin.machine().passed();
    }
    EXPECT_GT(degenerate, count);
    EXPECT_GT(touched, count * 8 * 10);
}

TEST_P(Conservative, CoversTheFourPixelsAroundACorner) {
    // A point on a pixel corner, a line along a border, a square that fills one pixel.
    const GridCorner corner{5 * 256, 7 * 256, 0.5F};
    const GridCorner along{8 * 256, 7 * 256, 0.5F};
    struct Case {
        Mesh mesh;
        std::uint64_t pixels;
    };
    for (const Case& c :
         {Case{grid_mesh({{corner, corner, corner}}), 4},
          Case{grid_mesh({{corner, along, corner}}), 10}, Case{quad_mesh({{3, 3, 4, 4}}), 9}}) {
        Twin twin(device(), size, size);
        twin.draw(pixel_view(size, size), conservative_pass(), Stage(device(), {{c.mesh}}));
        EXPECT_EQ(need(device().count(twin.target(), {Compare::NotEqual})), c.pixels);
    }
}

TEST_P(Conservative, WhatShrankToALineIsAFrontFaceThatIsNotCulled) {
    const GridCorner a{1000, 2000, 0.5F};
    const GridCorner b{4000, 2500, 0.25F};
    for (const raster::Cull cull : {raster::Cull::None, raster::Cull::Front, raster::Cull::Back}) {
        for (const GridTriangle& triangle : {GridTriangle{a, b, b}, GridTriangle{b, a, a}}) {
            Twin twin(device(), size, size);
            Pass pass = conservative_pass();
            pass.cull = cull;
            pass.stencil.back.passes = raster::StencilOp::Zero;
            const Stage stage(device(), {{grid_mesh({triangle})}});
            twin.draw(pixel_view(size, size), pass, stage);
            EXPECT_GE(need(device().count(twin.target(), {Compare::Equal, 1})), 12U);
        }
    }
}

/// What the interval may be at most: the plane over the whole square, within the corners' range.
DepthRange widest_range(const Shape& shape, int x, int y) {
    const auto& c = shape.corner;
    const auto [nearest, farthest] = std::minmax({c[0].depth, c[1].depth, c[2].depth});
    DepthRange range{nearest, farthest};
    if (has_area(shape)) {
        const long double centre = exact_depth(shape, x, y);
        const long double reach = (std::abs(exact_depth(shape, x + 1, y) - centre) +
                                   std::abs(exact_depth(shape, x, y + 1) - centre)) /
                                  2;
        range = {std::max(range.near, static_cast<double>(centre - reach)),
                 std::min(range.far, static_cast<double>(centre + reach))};
    }
    return {std::clamp(range.near, 0.0, 1.0), std::clamp(range.far, 0.0, 1.0)};
}

struct IntervalTally {
    std::size_t pixels = 0;
    std::size_t exact = 0; ///< as narrow as floats allow
};

/// One triangle alone: both ends of its intervals in the id planes, one of them as depth.
void check_intervals(raster::Device& device, const Mesh& mesh, const raster::View& view,
                     const Shape& shape, IntervalTally& tally) {
    const auto target = need(device.make_target(view.width, view.height));
    const auto geometry = need(device.upload(mesh.view()));
    for (const DepthOf depth_of : {DepthOf::Near, DepthOf::Far}) {
        need(device.clear(*target, {.depth = 0.0F}));
        Pass pass = conservative_pass();
        pass.depth = depth_of;
        pass.ids = {IdSource::NearDepth, IdSource::FarDepth};
        need(device.draw(*target, view, pass, raster::Draw{geometry.get()}));
        for (const raster::Pixel& pixel : need(device.collect(*target, {.with_id_0 = true}))) {
            const auto x = static_cast<int>(pixel.x);
            const auto y = static_cast<int>(pixel.y);
            const double near = std::bit_cast<float>(pixel.id_0);
            const double far = std::bit_cast<float>(pixel.id_1);
            ASSERT_EQ(pixel.depth, depth_of == DepthOf::Near ? std::bit_cast<float>(pixel.id_0)
                                                             : std::bit_cast<float>(pixel.id_1));
            const DepthRange exact = depth_range(shape, x, y);
            const DepthRange widest = widest_range(shape, x, y);
            constexpr double oracle_error = 1e-14;
            constexpr double unit = 0x1p-23; // widening: one unit in the last place
            ASSERT_LE(near, exact.near + oracle_error);
            ASSERT_GE(far, exact.far - oracle_error);
            ASSERT_GE(near, widest.near - unit);
            ASSERT_LE(far, widest.far + unit);
            ++tally.pixels;
            tally.exact += near >= exact.near - unit && far <= exact.far + unit ? 1 : 0;
        }
    }
}

TEST_P(Conservative, IntervalsHoldEveryDepthOfThePart) {
    Random random(32);
    IntervalTally tally;
    const std::size_t count = scaled(250);
    for (std::size_t i = 0; i < count; ++i) {
        const GridTriangle triangle = random_triangle(random);
        check_intervals(device(), grid_mesh({triangle}), pixel_view(size, size),
                        {.corner = triangle}, tally);
        ASSERT_FALSE(HasFatalFailure()) << i;
    }
    EXPECT_GT(tally.pixels, count * 10);
    RecordProperty("pixels_with_the_narrowest_interval",
                   static_cast<int>(100 * tally.exact / tally.pixels));
}

TEST_P(Conservative, NearestAndFarthestWinByTheirEnds) {
    // Two flat bodies and depth tests by either end: the ids tell who won.
    const Stage stage(device(), {{quad_mesh({{2, 2, 12, 12, 0.5F}}), {}, 1},
                                 {quad_mesh({{8, 8, 20, 20, 0.25F}}), {}, 2}});
    for (const DepthOf depth_of : {DepthOf::Centre, DepthOf::Near, DepthOf::Far}) {
        for (const Compare compare : {Compare::Less, Compare::Greater}) {
            Twin twin(device(), size, size);
            twin.clear({.depth = compare == Compare::Less ? 1.0F : 0.0F});
            Pass pass = conservative_pass();
            pass.depth = depth_of;
            pass.depth_compare = compare;
            pass.ids = {IdSource::Body, IdSource::Triangle};
            twin.draw(pixel_view(size, size), pass, stage);
            EXPECT_TRUE(twin.agrees());
        }
    }
}

TEST_P(Conservative, CoversAllThatCentresCover) {
    // Any mesh, any view: the conservative count is nowhere below the ordinary one.
    const Mesh ball = scenes::bumpy_sphere({.triangles = 300});
    const Stage stage(device(), {{ball}});
    for (const raster::View& view :
         {need(raster::orthographic_view({0.2, 0.7, -0.3}, ball.positions, 61, 45)),
          need(raster::perspective_view({3, 0.5, 0.25}, {0, 0, 0}, 0.5, 10, 61, 45))}) {
        std::array<std::vector<std::uint8_t>, 2> counts;
        for (const std::size_t i : {0U, 1U}) {
            Twin twin(device(), 61, 45);
            Pass pass = conservative_pass();
            pass.coverage = i == 0 ? raster::Coverage::Centre : raster::Coverage::Conservative;
            need(device().draw(twin.target(), view, pass, stage.draws()));
            counts[i] = need(device().read_stencil(twin.target()));
        }
        std::uint64_t more = 0;
        for (std::size_t pixel = 0; pixel < counts[0].size(); ++pixel) {
            ASSERT_LE(counts[0][pixel], counts[1][pixel]);
            more += counts[0][pixel] < counts[1][pixel] ? 1 : 0;
        }
        EXPECT_GT(more, 300U);
    }
}

TEST_P(Conservative, ClippedTrianglesCoverWhatIsLeftOfThem) {
    const raster::View view = need(raster::perspective_view({0, 0, 0}, {0, 1, 0}, 0.5, 50, size,
                                                            size, {.vertical_angle_degrees = 60}));
    Random random(33);
    std::uint64_t touched = 0;
    for (std::size_t i = 0; i < scaled(100); ++i) {
        Mesh mesh;
        for (int k = 0; k < 3; ++k) {
            mesh.positions.push_back(random.in_box({-2, -1, -2}, {2, 4, 2}));
        }
        mesh.triangles.push_back({0, 1, 2});
        Twin twin(device(), size, size);
        twin.draw(view, conservative_pass(), Stage(device(), {{mesh}}));
        const std::vector<Shape> pieces = triangle_shapes(view, mesh, {});
        const std::vector<std::uint8_t> seen = need(device().read_stencil(twin.target()));
        for (int y = 0; y < size; ++y) {
            for (int x = 0; x < size; ++x) {
                // A clipped corner may be rounded otherwise: sharply touched, or near by two steps.
                const auto touches = [&](int margin) {
                    return std::any_of(pieces.begin(), pieces.end(), [&](const Shape& piece) {
                        return touches_square(piece, 256 * x - margin, 256 * y - margin,
                                              256 * (x + 1) + margin, 256 * (y + 1) + margin);
                    });
                };
                const bool covered = seen[twin.planes().index(x, y)] != 0;
                ASSERT_TRUE(covered || !touches(-2)) << i << ": " << x << ", " << y;
                ASSERT_TRUE(!covered || touches(2)) << i << ": " << x << ", " << y;
                ASSERT_LE(seen[twin.planes().index(x, y)], 1) << "covered twice";
                touched += covered ? 1 : 0;
            }
        }
    }
    EXPECT_GT(touched, scaled(100) * 50);
}

} // namespace
} // namespace impinge::tests
