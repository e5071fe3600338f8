// SPDX-License-Identifier: Apache-2.0
//
// Edges as one-pixel lines: a pixel per column or row, their own depth and ids, offset outward.
#include "tests/raster/quads.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/shapes.hpp"

#include <set>

namespace impinge::tests {
namespace {

using raster::IdSource;
using raster::Pass;

Pass edge_pass() {
    Pass pass;
    pass.primitive = raster::Primitive::Edges;
    pass.cull = raster::Cull::Front; // edges are front faces and yet not culled
    pass.ids = {IdSource::Edge, IdSource::Body};
    pass.stencil.front.passes = raster::StencilOp::IncrementWrap;
    return pass;
}

class Edges : public EveryDevice {};
IMPINGE_ON_EVERY_DEVICE(Edges);

/// An edge as the degenerate triangle (p, q, p): one unique edge, nothing else to draw.
Mesh lone_edge(const GridCorner& p, const GridCorner& q) {
    return {{grid_point(p), grid_point(q)}, {{0, 1, 0}}};
}

TEST_P(Edges, CoverOnePixelInEveryColumnOrRowTheySpan) {
    Random random(71);
    constexpr int size = 32;
    const raster::View view = pixel_view(size, size);
    std::size_t tried = 0;
    for (std::size_t i = 0; i < scaled(60); ++i) {
        const auto place = [&] { return random.integer(256, (size - 1) * 256); };
        const GridCorner p{place(), place(), 0.5F};
        const GridCorner q{place(), place(), 0.5F};
        if (!is_clear_of_centres({p, q, p}, size, size)) {
            continue;
        }
        ++tried;
        Twin twin(device(), size, size);
        twin.draw(view, edge_pass(), Stage(device(), {{lone_edge(p, q)}}));
        ASSERT_TRUE(twin.agrees()) << i;
        // Said once more in the words of the header, without the parallelogram.
        const bool x_major = std::abs(q.x - p.x) >= std::abs(q.y - p.y);
        const auto along = [&](const GridCorner& c) { return x_major ? c.x : c.y; };
        const auto across = [&](const GridCorner& c) { return x_major ? c.y : c.x; };
        const auto [low, high] = std::minmax({along(p), along(q)});
        std::size_t expected = 0;
        for (int column = 0; column < size; ++column) {
            const std::int64_t centre = column * 256 + 128;
            if (centre < low || centre >= high) {
                continue;
            }
            ++expected;
            const double share =
                static_cast<double>(centre - along(p)) / static_cast<double>(along(q) - along(p));
            const double place_across =
                static_cast<double>(across(p)) + share * static_cast<double>(across(q) - across(p));
            const int row = static_cast<int>(std::floor(place_across / 256));
            const std::size_t pixel =
                x_major ? twin.planes().index(column, row) : twin.planes().index(row, column);
            EXPECT_EQ(twin.planes().ids[0][pixel], 0U);
        }
        EXPECT_EQ(need(device().count(twin.target(), {.with_id_0 = true})), expected);
    }
    EXPECT_GT(tried, 8U);
}

TEST_P(Edges, HaveTheirOwnDepth) {
    constexpr int size = 32;
    const GridCorner p{100, 1000, 0.0F};
    GridCorner q{100 + 256 * 16, 2000, 0.25F};
    while (!is_clear_of_centres({p, q, p}, size, size)) {
        ++q.y;
    }
    for (const bool turned : {false, true}) {
        const auto place = [&](const GridCorner& c) {
            return turned ? GridCorner{c.y, c.x, c.depth} : c;
        };
        Twin twin(device(), size, size, {.depth = 1e-5});
        twin.draw(pixel_view(size, size), edge_pass(),
                  Stage(device(), {{lone_edge(place(p), place(q))}}));
        EXPECT_TRUE(twin.agrees());
        EXPECT_EQ(need(device().count(twin.target(), {.with_id_0 = true})), 16U);
    }
}

TEST_P(Edges, OfAMeshAreDrawnOnceEach) {
    const Mesh box = fanned(tests::box({3.3, 4.2, -0.75}, {13.1, 15.7, -0.25}), 0);
    const raster::View view =
        need(raster::orthographic_view({0.3, 0.5, -0.8}, Box3{{3, 4, -1}, {14, 16, 0}}, 32, 32));
    for (const double offset : {0.0, 0.5, -0.75}) {
        Twin twin(device(), 32, 32, {.edge_steps = 2, .depth = 1e-5});
        Pass pass = edge_pass();
        pass.edge_offset = offset;
        twin.draw(view, pass, Stage(device(), {{box, {}, 6}}));
        EXPECT_TRUE(twin.agrees()) << offset;
        EXPECT_LT(undecided_share(twin.planes()), 0.25);
        EXPECT_GT(twin.machine().passed(), 80U);
    }
}

TEST_P(Edges, OffsetMovesThemOutwardBySoMuch) {
    // The corner normals of a cube point along its diagonals: an offset of sqrt(3) times a pixel
    // moves every edge by one pixel in x and y.
    constexpr int size = 32;
    const Mesh cube = fanned(tests::box({8.25, 8.25, -1}, {24.25, 24.25, -0.0}), 0);
    std::array<std::vector<std::uint32_t>, 2> ids;
    for (const int pixels : {0, 3}) {
        Twin twin(device(), size, size);
        Pass pass = edge_pass();
        pass.edge_offset = pixels * std::sqrt(3.0);
        need(device().draw(twin.target(), pixel_view(size, size), pass,
                           raster::Draw{&Stage(device(), {{cube}}).geometry(0)}));
        ids[pixels == 0 ? 0 : 1] = need(device().read_ids(twin.target(), 0));
    }
    const auto left_of = [&](const std::vector<std::uint32_t>& plane) {
        int left = size;
        for (int i = 0; i < size * size; ++i) {
            if (plane[static_cast<std::size_t>(i)] != raster::no_id) {
                left = std::min(left, i % size);
            }
        }
        return left;
    };
    EXPECT_EQ(left_of(ids[0]), 8);
    EXPECT_EQ(left_of(ids[1]), 5);
}

TEST_P(Edges, WithoutLengthCoverNothing) {
    const GridCorner centre{8 * 256 + 128, 8 * 256 + 128, 0.5F};
    // Two corners that differ in depth only: an edge in the mesh, a point in the window.
    GridCorner behind = centre;
    behind.depth = 0.75F;
    Twin twin(device(), 16, 16);
    twin.draw(pixel_view(16, 16), edge_pass(), Stage(device(), {{lone_edge(centre, behind)}}));
    EXPECT_TRUE(twin.agrees());
    EXPECT_EQ(need(device().count(twin.target(), {.with_id_0 = true})), 0U);
}

TEST_P(Edges, AreClippedBeforeTheEyeInPerspective) {
    const raster::View view = need(raster::perspective_view({0, 0, 0}, {0, 1, 0}, 0.5, 50, 48, 48,
                                                            {.vertical_angle_degrees = 60}));
    // From behind the eye to far before it.
    const Mesh mesh{{{-0.3, -2.1, -0.4}, {1.3, 7.2, 1.7}, {0.21, 0.3, 0.1}, {-2.2, 9.1, 0.4}},
                    {{0, 1, 0}, {2, 3, 2}}};
    Twin twin(device(), 48, 48, {.edge_steps = 3, .depth = 1e-5});
    twin.draw(view, edge_pass(), Stage(device(), {{mesh}}));
    EXPECT_TRUE(twin.agrees());
    EXPECT_LT(undecided_share(twin.planes()), 0.1);
    EXPECT_GT(twin.machine().passed(), 20U);
}

} // namespace
} // namespace impinge::tests
