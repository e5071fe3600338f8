// SPDX-License-Identifier: Apache-2.0
//
// The oracle itself, on cases one can see, and the comparison with it, on answers that are wrong.
#include "scenes/assembly.hpp"
#include "scenes/boxes.hpp"
#include "tests/imagespace/agreement.hpp"

#include <gtest/gtest.h>

namespace impinge::tests {
namespace {

using imagespace::EqualDepths;
using imagespace::Method;
using imagespace::PixelCase;
using imagespace::Sampled;
using imagespace::Stage;

using Depths = std::vector<float>;

struct Row {
    Depths a; ///< entered and left in turn
    Depths b;
    Truth apart;            ///< with EqualDepths::Apart
    Truth overlap;          ///< with EqualDepths::Overlap
    PixelCase case_apart;   ///< of figure 1, the same
    PixelCase case_overlap; ///< the same
};

const std::vector<Row>& table() {
    using enum Truth;
    using C = PixelCase;
    static const std::vector<Row> rows{
        {{}, {1, 2}, Empty, Empty, C::Empty, C::Empty},
        {{1, 2}, {}, Empty, Empty, C::Empty, C::Empty},
        {{1, 2}, {3, 4}, Apart, Apart, C::A, C::A},
        {{3, 4}, {1, 2}, Apart, Apart, C::F, C::F},
        {{1, 3}, {2, 4}, Overlap, Overlap, C::BC, C::BC},
        {{2, 4}, {1, 3}, Overlap, Overlap, C::E, C::E},
        {{1, 4}, {2, 3}, Overlap, Overlap, C::D, C::D},
        {{2, 3}, {1, 4}, Overlap, Overlap, C::BC, C::BC},
        // Touching: behind, before.
        {{1, 2}, {2, 3}, Apart, Overlap, C::A, C::BC},
        {{2, 3}, {1, 2}, Apart, Overlap, C::F, C::E},
        // Common ends.
        {{1, 3}, {1, 3}, Overlap, Overlap, C::BC, C::D},
        {{1, 3}, {1, 2}, Overlap, Overlap, C::E, C::D},
        {{1, 3}, {2, 3}, Overlap, Overlap, C::BC, C::D},
        {{1, 2}, {1, 3}, Overlap, Overlap, C::BC, C::BC},
        // One body has a gap, or both.
        {{2, 3}, {0, 1, 4, 5}, Apart, Apart, C::F, C::F},
        {{0, 1, 4, 5}, {2, 3}, Apart, Apart, C::LeftOver, C::LeftOver},
        {{0, 1, 4, 6}, {2, 3, 5, 7}, Overlap, Overlap, C::BC, C::BC},
        {{1, 2, 4, 7}, {0, 3, 5, 6}, Overlap, Overlap, C::E, C::E},
        {{0, 3, 4, 5}, {1, 2}, Overlap, Overlap, C::LeftOver, C::LeftOver},
        {{0, 1, 4, 5, 8, 9}, {2, 3, 6, 7}, Apart, Apart, C::LeftOver, C::LeftOver},
        {{0, 1, 4, 5}, {1, 4}, Apart, Overlap, C::LeftOver, C::LeftOver},
        // Without thickness: inside, outside, at an end. No case is foretold.
        {{1, 3}, {2, 2}, Apart, Overlap, {}, {}},
        {{2, 2}, {1, 3}, Apart, Overlap, {}, {}},
        {{1, 3}, {4, 4}, Apart, Apart, {}, {}},
        {{4, 4}, {1, 3}, Apart, Apart, {}, {}},
        {{1, 3}, {3, 3}, Apart, Overlap, {}, {}},
        {{1, 1}, {1, 1}, Apart, Overlap, {}, {}},
    };
    return rows;
}

PixelSight sight_of(const Row& row) { return {alternating(row.a), alternating(row.b)}; }

TEST(Oracle, JudgesStretchesAsAPersonWould) {
    for (const Row& row : table()) {
        const PixelSight sight = sight_of(row);
        SCOPED_TRACE(testing::PrintToString(row.a) + " and " + testing::PrintToString(row.b));
        EXPECT_EQ(truth_of(sight, EqualDepths::Apart), row.apart);
        EXPECT_EQ(truth_of(sight, EqualDepths::Overlap), row.overlap);
        if (is_plain(sight.a) && is_plain(sight.b)) {
            EXPECT_EQ(case_of(sight.a, sight.b, EqualDepths::Apart), row.case_apart);
            EXPECT_EQ(case_of(sight.a, sight.b, EqualDepths::Overlap), row.case_overlap);
        }
    }
}

TEST(Oracle, NamesCasesThatAgreeWithTheTruth) {
    for (const Row& row : table()) {
        const PixelSight sight = sight_of(row);
        for (const EqualDepths rule : {EqualDepths::Apart, EqualDepths::Overlap}) {
            const PixelCase found = case_of(sight.a, sight.b, rule);
            if (found != PixelCase::LeftOver && is_plain(sight.a) && is_plain(sight.b)) {
                EXPECT_EQ(overlaps(found), truth_of(sight, rule) == Truth::Overlap);
            }
        }
    }
}

TEST(Oracle, TakesTheWindingNumberNotTheParity) {
    const SeenLayers twice{{1, 1}, {2, 1}, {5, -1}, {6, -1}};
    const SeenLayers doubled{{1, 1}, {1, 1}, {6, -1}, {6, -1}};
    const SeenLayers wrong_in_the_middle{{1, 1}, {2, -1}, {3, -1}, {4, 1}, {5, 1}, {6, -1}};
    const SeenLayers flush{{1, 1}, {3, -1}, {3, 1}, {6, -1}};
    const SeenLayers middle = alternating({2.5F, 3.5F});
    const auto truth = [&](const SeenLayers& a, EqualDepths rule) {
        const Truth found = truth_of(PixelSight{a, middle}, rule);
        EXPECT_EQ(truth_of(PixelSight{middle, a}, rule), found);
        return found;
    };
    for (const EqualDepths rule : {EqualDepths::Apart, EqualDepths::Overlap}) {
        for (const SeenLayers& body : {twice, doubled, flush}) {
            EXPECT_EQ(truth(body, rule), Truth::Overlap);
            EXPECT_EQ(case_of(body, middle, rule), PixelCase::LeftOver) << "not two layers";
            EXPECT_EQ(case_of(middle, body, rule), PixelCase::BC);
        }
        EXPECT_EQ(truth(wrong_in_the_middle, rule), Truth::Apart);
    }
    EXPECT_TRUE(is_plain(twice) && is_plain(doubled));
    EXPECT_FALSE(is_plain(wrong_in_the_middle) || is_plain(flush));
    EXPECT_EQ(stretches(twice).size(), 1U);
    EXPECT_EQ(stretches(flush).size(), 1U);
    EXPECT_EQ(stretches(wrong_in_the_middle).size(), 2U);
}

TEST(Oracle, SeesWhichWayFacesLook) {
    const Mesh box = scenes::box({1, 1, 4}, {5, 5, 8});
    Rigid mirror;
    mirror.row_x = {-1, 0, 0};
    mirror.translation = {6, 0, 0};
    const PlacedMesh as_it_is{box};
    for (const PlacedMesh& other : {PlacedMesh{scenes::turned_over(box)}, PlacedMesh{box, mirror},
                                    PlacedMesh{scenes::turned_over(box), mirror}}) {
        const PixelSight seen = SightOracle(unit_view(), as_it_is, other).at(2 * 8 + 4);
        EXPECT_EQ(seen.a, alternating({0.5F, 0.75F}));
        EXPECT_EQ(seen.b, alternating({0.5F, 0.75F}));
    }
}

PairSight two_boxes() {
    return {unit_view(),
            {scenes::box({1, 1, 4}, {5, 5, 8})},
            {scenes::box({0, 0, 0}, {2, 1, 4}), translation({3, 3, 2})}};
}

TEST(Oracle, SeesBoxesWhereTheyAre) {
    const PairSight sight = two_boxes();
    ASSERT_EQ(sight.pixels.size(), 64U);
    EXPECT_TRUE(sight.oracle.in_range());
    for (std::size_t y = 0; y < 8; ++y) {
        for (std::size_t x = 0; x < 8; ++x) {
            const PixelSight& p = sight.pixels[y * 8 + x];
            const bool in_a = x >= 1 && x < 5 && y >= 1 && y < 5;
            const bool in_b = x >= 3 && x < 5 && y == 3;
            EXPECT_EQ(p.a, in_a ? alternating({0.5F, 0.75F}) : SeenLayers{});
            EXPECT_EQ(p.b, in_b ? alternating({0.625F, 0.875F}) : SeenLayers{});
        }
    }
}

TEST(Oracle, SeesWhatIsNotInTheRangeOfDepths) {
    raster::View view = unit_view();
    view.far = 10;
    const PlacedMesh box{scenes::box({1, 1, 4}, {5, 5, 8})};
    EXPECT_FALSE(SightOracle(view, box, box).in_range());
}

TEST(Oracle, CallsPixelsNearEdgesAndContactsFragile) {
    const PlacedMesh first{scenes::box({1, 1, 4}, {5, 5, 8})};
    // The diagonals of the faces pass through the centres on x = y.
    const PlacedMesh aside{scenes::box({0.25, 0.25, 0}, {5.25, 5.125, 2})};
    const PairSight apart(unit_view(), first, aside);
    EXPECT_TRUE(apart.pixels[2 * 8 + 2].fragile);
    EXPECT_FALSE(apart.pixels[2 * 8 + 4].fragile);
    const PlacedMesh below{scenes::box({0.25, 0.25, 0}, {5.25, 5.125, 4})};
    const PairSight touching(unit_view(), first, below);
    EXPECT_TRUE(touching.pixels[2 * 8 + 4].fragile);
    const PlacedMesh near{scenes::box({0.25, 0.25, 0}, {5.25, 5.125, 4 - 0x1p-20})};
    EXPECT_TRUE(PairSight(unit_view(), first, near).pixels[2 * 8 + 4].fragile);
    const PlacedMesh clear{scenes::box({0.25, 0.25, 0}, {5.25, 5.125, 4 - 0x1p-12})};
    EXPECT_FALSE(PairSight(unit_view(), first, clear).pixels[2 * 8 + 4].fragile);
}

/// What a faultless method would answer about two_boxes(): two pixels, in which B ends behind A.
Sampled right_answer() {
    Sampled answer;
    answer.interference.verdict = Verdict::Crossing;
    imagespace::PixelMap map{.view = unit_view(),
                             .cases = std::vector(64, PixelCase::Empty),
                             .stages = std::vector(64, Stage::None),
                             .layers_a = {},
                             .layers_b = {}};
    for (const PixelSight& p : two_boxes().pixels) {
        map.layers_a.push_back(static_cast<std::uint8_t>(p.a.size()));
        map.layers_b.push_back(static_cast<std::uint8_t>(p.b.size()));
    }
    for (const std::size_t pixel : {27U, 28U}) {
        map.cases[pixel] = PixelCase::BC;
        map.stages[pixel] = Stage::Minmax;
    }
    answer.pixels.minmax = 2;
    answer.overlapping_pixels = 2;
    answer.map = map;
    return answer;
}

std::string complaint(const Sampled& answer, Method method = Method::DepthParity) {
    return Judgement(two_boxes(), answer, {method, EqualDepths::Apart, Fragile::Judged})
        .complaint();
}

TEST(Judgement, IsContentWithTheRightAnswer) { EXPECT_EQ(complaint(right_answer()), ""); }

TEST(Judgement, FindsAWrongPixel) {
    for (const PixelCase wrong : {PixelCase::Empty, PixelCase::A, PixelCase::D, PixelCase::E,
                                  PixelCase::LayersOverlap, PixelCase::LeftOver}) {
        Sampled answer = right_answer();
        answer.map->cases[27] = wrong;
        EXPECT_NE(complaint(answer), "") << static_cast<int>(wrong);
    }
    Sampled answer = right_answer();
    answer.map->cases[9] = PixelCase::A;
    answer.map->stages[9] = Stage::Minmax;
    EXPECT_NE(complaint(answer), ""); // only A is there
}

TEST(Judgement, FindsWrongLayersStagesAndCounts) {
    Sampled layers = right_answer();
    layers.map->layers_b[28] = 4;
    EXPECT_NE(complaint(layers), "");
    Sampled stage = right_answer();
    stage.map->stages[28] = Stage::Parity;
    EXPECT_NE(complaint(stage), "");
    Sampled by_stage = right_answer();
    by_stage.pixels.minmax = 1;
    EXPECT_NE(complaint(by_stage), "");
    Sampled overlapping = right_answer();
    overlapping.overlapping_pixels = 1;
    EXPECT_NE(complaint(overlapping), "");
    Sampled verdict = right_answer();
    verdict.interference.verdict = Verdict::Apart;
    EXPECT_NE(complaint(verdict), "");
    Sampled settled = right_answer();
    settled.settled = false;
    EXPECT_NE(complaint(settled), "");
    Sampled nothing = right_answer();
    nothing.map.reset();
    EXPECT_NE(complaint(nothing), "");
}

TEST(Judgement, LetsNoMethodLeaveOverWhatItCanSettle) {
    Sampled answer = right_answer();
    for (const std::size_t pixel : {27U, 28U}) {
        answer.map->cases[pixel] = PixelCase::LeftOver;
        answer.map->stages[pixel] = Stage::LeftOver;
    }
    answer.pixels = {.left_over = 2};
    answer.overlapping_pixels = 0;
    answer.interference.verdict = Verdict::Apart;
    answer.settled = false;
    for (const Method method : {Method::DepthMinmax, Method::DepthParity, Method::DepthParityLite,
                                Method::LayerOrder, Method::Cascade}) {
        EXPECT_NE(complaint(answer, method), "") << to_string(method);
    }
}

} // namespace
} // namespace impinge::tests
