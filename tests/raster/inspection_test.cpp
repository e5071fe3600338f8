// SPDX-License-Identifier: Apache-2.0
//
// Clearing, covering, copying, counting, collecting and sample queries.
#include "tests/raster/quads.hpp"

#include <chrono>

namespace impinge::tests {
namespace {

using raster::Compare;
using raster::IdSource;
using raster::Pass;
using raster::PixelTest;
using raster::Plane;
using raster::StencilOp;

constexpr int size = 16;

class Inspection : public EveryDevice {
  protected:
    [[nodiscard]] static raster::View view() { return pixel_view(size, size); }

    /// All 256 stencil values, some depths, ids in parts of both planes.
    [[nodiscard]] Twin varied() const {
        Twin twin(device(), size, size);
        number_stencil(device(), twin);
        const Stage stage(device(), {{quad_mesh({{1, 1, 9, 9, 0.25F}, {4, 3, 15, 12}}), {}, 9}});
        twin.draw(view(), {.ids = {IdSource::Triangle, IdSource::None}}, stage);
        const Stage other(device(), {{quad_mesh({{6, 0, 12, 16, 0.125F}}), {}, 77}});
        twin.draw(view(), {.ids = {IdSource::None, IdSource::Body}}, other);
        return twin;
    }
};
IMPINGE_ON_EVERY_DEVICE(Inspection);

std::vector<raster::Pixel> plain_collect(const Planes& planes, const PixelTest& test) {
    std::vector<raster::Pixel> pixels;
    for (int y = 0; y < planes.height; ++y) {
        for (int x = 0; x < planes.width; ++x) {
            const std::size_t i = planes.index(x, y);
            const bool has_ids = (!test.with_id_0 || planes.ids[0][i] != raster::no_id) &&
                                 (!test.with_id_1 || planes.ids[1][i] != raster::no_id);
            if (has_ids &&
                compares(test.compare, test.reference & test.mask, planes.stencil[i] & test.mask)) {
                pixels.push_back({static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y),
                                  planes.depth[i], planes.stencil[i], planes.ids[0][i],
                                  planes.ids[1][i]});
            }
        }
    }
    return pixels;
}

TEST_P(Inspection, CountsAndCollectsWhatEveryPredicateMeans) {
    const Twin twin = varied();
    ASSERT_TRUE(twin.agrees());
    std::size_t found = 0;
    std::size_t asked = 0;
    for (const Compare compare : all_compares) {
        for (const auto& [reference, mask] :
             {std::pair{0x47, 0xFF}, std::pair{0x35, 0x0F}, std::pair{0xF0, 0x81}}) {
            for (int ids = 0; ids < 4; ++ids) {
                const PixelTest test{compare, static_cast<std::uint8_t>(reference),
                                     static_cast<std::uint8_t>(mask), (ids & 1) != 0,
                                     (ids & 2) != 0};
                const std::vector<raster::Pixel> expected = plain_collect(twin.planes(), test);
                EXPECT_EQ(need(device().count(twin.target(), test)), expected.size());
                EXPECT_EQ(need(device().collect(twin.target(), test)), expected);
                found += expected.size();
                asked += twin.planes().pixel_count();
            }
        }
    }
    const double share = static_cast<double>(found) / static_cast<double>(asked);
    EXPECT_GT(share, 0.15);
    EXPECT_LT(share, 0.6);
}

TEST_P(Inspection, CollectsInOrderFromLargeAndNarrowTargets) {
    for (const auto& [width, height] : {std::pair{1, 1}, std::pair{1, 300}, std::pair{300, 1},
                                        std::pair{513, 7}, std::pair{130, 257}}) {
        Twin twin(device(), width, height);
        std::vector<Quad> quads{{0, 0, (width + 1) / 2, height, 0.75F},
                                {width / 3, height / 4, width, (height + 1) / 2, 0.5F}};
        const Stage stage(device(), {{quad_mesh(quads), {}, 4}});
        Pass pass;
        pass.ids = {IdSource::Triangle, IdSource::Body};
        pass.stencil.front.passes = StencilOp::Increment;
        twin.draw(pixel_view(width, height), pass, stage);
        EXPECT_TRUE(twin.agrees()) << width << " x " << height;
        for (const PixelTest& test : {PixelTest{}, PixelTest{Compare::Less, 1},
                                      PixelTest{.with_id_1 = true}, PixelTest{Compare::Never}}) {
            const auto expected = plain_collect(twin.planes(), test);
            EXPECT_EQ(need(device().count(twin.target(), test)), expected.size());
            EXPECT_EQ(need(device().collect(twin.target(), test)), expected);
        }
    }
}

TEST_P(Inspection, WholePlanesHaveTheirPixelsInOrderAtAnySize) {
    for (const auto& [width, height] :
         {std::pair{1, 1}, std::pair{3, 5}, std::pair{7, 1}, std::pair{257, 129}}) {
        Twin twin(device(), width, height);
        std::vector<Quad> quads;
        for (int i = 0; i < 12; ++i) { // more and more narrow, more and more low
            quads.push_back({0, 0, std::max(width * (12 - i) / 12, 1), std::max(height - i * i, 1),
                             static_cast<float>(i) / 16});
        }
        const Stage stage(device(), {{quad_mesh(quads)}});
        Pass pass;
        pass.depth_compare = Compare::Always;
        pass.stencil.front.passes = StencilOp::DecrementWrap;
        twin.draw(pixel_view(width, height), pass, stage);
        const auto stencils = need(device().read_stencil(twin.target()));
        const auto depths = need(device().read_depth(twin.target()));
        const auto pixels = need(device().collect(twin.target(), {}));
        EXPECT_EQ(stencils, twin.planes().stencil) << width << " x " << height;
        ASSERT_EQ(stencils.size(), pixels.size());
        ASSERT_EQ(depths.size(), pixels.size());
        for (std::size_t i = 0; i < pixels.size(); ++i) {
            ASSERT_EQ(stencils[i], pixels[i].stencil)
                << width << " x " << height << ", pixel " << i;
            ASSERT_EQ(depths[i], pixels[i].depth) << width << " x " << height << ", pixel " << i;
        }
        EXPECT_EQ(stencils.front(), 256 - 12);
        EXPECT_EQ(depths.front(), 11.0F / 16);
    }
}

TEST_P(Inspection, HistogramsCountEveryStencilValue) {
    for (const auto& [width, height] : {std::pair{16, 16}, std::pair{1, 1}, std::pair{259, 33}}) {
        Twin twin(device(), width, height);
        const Stage stage(device(),
                          {{quad_mesh({{0, 0, 1, 1}, {0, 0, (width + 2) / 3, height, 0.75F}})}});
        Pass pass;
        pass.depth_compare = Compare::Always;
        pass.stencil.front.passes = StencilOp::DecrementWrap;
        twin.draw(pixel_view(width, height), pass, stage);
        std::array<std::uint64_t, 256> expected{};
        for (const std::uint8_t value : twin.planes().stencil) {
            ++expected[value];
        }
        EXPECT_EQ(need(device().stencil_histogram(twin.target())), expected);
        EXPECT_EQ(expected[254], 1U);
    }
}

TEST_P(Inspection, ClearLeavesPlanesWithoutAValueAlone) {
    for (int planes = 0; planes < 16; ++planes) {
        Twin twin = varied();
        raster::Clear values{.depth = 0.375F, .stencil = 0xC3, .id_0 = 5, .id_1 = 0xFFFFFFF0};
        if ((planes & 1) != 0) {
            values.depth.reset();
        }
        if ((planes & 2) != 0) {
            values.stencil.reset();
        }
        if ((planes & 4) != 0) {
            values.id_0.reset();
        }
        if ((planes & 8) != 0) {
            values.id_1.reset();
        }
        twin.clear(values);
        EXPECT_TRUE(twin.agrees()) << planes;
    }
}

TEST_P(Inspection, CopyMovesOnePlaneAndNothingElse) {
    for (const Plane plane : {Plane::Depth, Plane::Stencil, Plane::Id0, Plane::Id1}) {
        const Twin from = varied();
        Twin to(device(), size, size);
        to.clear({.depth = 0.25F, .stencil = 3, .id_0 = 4, .id_1 = 5});
        need(device().copy(from.target(), to.target(), plane));
        switch (plane) {
        case Plane::Depth:
            to.planes().depth = from.planes().depth;
            break;
        case Plane::Stencil:
            to.planes().stencil = from.planes().stencil;
            break;
        case Plane::Id0:
            to.planes().ids[0] = from.planes().ids[0];
            break;
        case Plane::Id1:
            to.planes().ids[1] = from.planes().ids[1];
            break;
        }
        EXPECT_TRUE(to.agrees());
        EXPECT_TRUE(from.agrees());
    }
}

TEST_P(Inspection, CoverSendsOneFrontFragmentToEveryPixel) {
    const Twin reference = varied();
    for (const Compare compare : all_compares) {
        for (const float depth : {0.0F, 0.125F, 0.25F, 1.0F}) {
            Twin twin = varied();
            Pass pass;
            pass.cull = raster::Cull::Front; // nothing to cull here
            pass.depth_compare = compare;
            pass.stencil.compare = Compare::GreaterEqual;
            pass.stencil.reference = 0x70;
            pass.stencil.read_mask = 0x7F;
            pass.stencil.front = {StencilOp::Invert, StencilOp::Zero, StencilOp::Replace};
            pass.ids = {IdSource::Body, IdSource::None};
            pass.reference_compare = Compare::LessEqual;
            const auto query = need(device().make_query());
            const std::uint64_t samples =
                twin.cover(depth, pass, 0x12345678, &reference, query.get());
            EXPECT_TRUE(twin.agrees()) << int{static_cast<std::uint8_t>(compare)} << ' ' << depth;
            EXPECT_EQ(need(device().result(*query)), samples);
        }
    }
}

TEST_P(Inspection, ReadingSeesWhatWasJustDrawn) {
    Twin twin(device(), size, size);
    for (int i = 0; i < size; ++i) {
        const Stage stage(device(), {{quad_mesh({{i, 0, i + 1, i + 1}})}});
        twin.draw(view(), {.ids = {IdSource::Triangle, IdSource::None}}, stage);
        ASSERT_TRUE(twin.agrees());
        ASSERT_EQ(need(device().count(twin.target(), {.with_id_0 = true})),
                  static_cast<std::uint64_t>((i + 1) * (i + 2) / 2));
    }
}

TEST_P(Inspection, ManyQueriesSumOverTheirOwnDraws) {
    constexpr int count = 40;
    const Stage stage(device(), {{quad_mesh({{0, 0, 1, 1}})}});
    Twin twin(device(), size, size);
    std::vector<std::unique_ptr<raster::Query>> queries;
    std::vector<raster::Draw> draws;
    for (int i = 0; i < count; ++i) {
        queries.push_back(need(device().make_query()));
        for (int repeat = 0; repeat <= i % 5; ++repeat) {
            draws.push_back(
                {&stage.geometry(0),
                 translation({static_cast<double>(i % size), static_cast<double>(repeat), 0}), 0,
                 queries.back().get()});
        }
    }
    // Interleaved: no query has its draws side by side.
    std::stable_sort(draws.begin(), draws.end(), [](const raster::Draw& a, const raster::Draw& b) {
        return a.pose.translation.y < b.pose.translation.y;
    });
    Pass pass;
    pass.depth_compare = Compare::Always;
    need(device().draw(twin.target(), view(), pass, draws));
    need(device().draw(twin.target(), view(), pass, draws));
    for (int i = count - 1; i >= 0; --i) {
        EXPECT_EQ(need(device().result(*queries[static_cast<std::size_t>(i)])),
                  2U * static_cast<unsigned>(i % 5 + 1));
    }
}

TEST_P(Inspection, QueriesStartAgainAfterReset) {
    const Stage stage(device(), {{quad_mesh({{0, 0, 5, 3}})}});
    Twin twin(device(), size, size);
    const auto query = need(device().make_query());
    EXPECT_EQ(need(device().result(*query)), 0U);
    const raster::Draw draw{&stage.geometry(0), {}, 0, query.get()};
    need(device().draw(twin.target(), view(), {.depth_compare = Compare::Always}, draw));
    EXPECT_EQ(need(device().result(*query)), 15U);
    need(device().draw(twin.target(), view(), {.depth_compare = Compare::Always}, draw));
    EXPECT_EQ(need(device().result(*query)), 30U);
    need(device().reset(*query));
    EXPECT_EQ(need(device().result(*query)), 0U);
    need(device().draw(twin.target(), view(), {.depth_compare = Compare::Always}, draw));
    EXPECT_EQ(need(device().result(*query)), 15U);
}

TEST_P(Inspection, PollingArrivesAtTheSameAnswer) {
    const Stage stage(device(), {{quad_mesh({{0, 0, 5, 3}})}});
    Twin twin(device(), size, size);
    const auto query = need(device().make_query());
    const raster::Draw draw{&stage.geometry(0), {}, 0, query.get()};
    need(device().draw(twin.target(), view(), {}, draw));
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    std::optional<std::uint64_t> answer;
    while (!answer && std::chrono::steady_clock::now() < patience) {
        answer = need(device().poll(*query));
    }
    EXPECT_EQ(answer, 15U);
}

TEST_P(Inspection, TimeQueriesMeasureSomething) {
    const Stage stage(device(), {{quad_mesh({whole_window(size, size, 0.5F)})}});
    Twin twin(device(), size, size);
    const auto query = need(device().make_query(raster::QueryKind::Nanoseconds));
    const std::vector<raster::Draw> draws(200, {&stage.geometry(0), {}, 0, query.get()});
    need(device().draw(twin.target(), view(), {}, draws));
    const std::uint64_t nanoseconds = need(device().result(*query));
    EXPECT_GT(nanoseconds, 0U);
    EXPECT_LT(nanoseconds, 20'000'000'000U);
}

} // namespace
} // namespace impinge::tests
