// SPDX-License-Identifier: Apache-2.0
//
// The oracle of edge points itself, on cases one can see, and the comparison with it, on answers
// that are wrong.
#include "scenes/assembly.hpp"
#include "scenes/boxes.hpp"
#include "tests/edge_rays/edge_judgement.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace impinge::tests {
namespace {

using Names = std::vector<std::uint32_t>;

EdgeOracle look(const std::vector<PlacedMesh>& bodies, const std::vector<Faces>& faces = {},
                const raster::View& view = unit_view()) {
    std::vector<OracleBody> named;
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
        named.push_back({&bodies[i], 10 + i, i < faces.size() ? faces[i] : Faces::Outward});
    }
    return {view, named};
}

/// A needle along x at height z, from x = 0.75 to 6.25, in the row y = 3: its middle line is that
/// of one edge. (Degenerate, but edges ask for no more.)
PlacedMesh needle(double z) {
    return {Mesh{{{0.75, 3.25, z}, {6.25, 3.25, z}}, {{0, 1, 0}}}, Rigid{}};
}

/// The needle's point at a pixel of its row.
OraclePoint needle_point(const EdgeOracle& oracle, int x) {
    for (const OraclePoint& point : oracle.at(x, 3).points) {
        if (point.body == 10) {
            return point;
        }
    }
    ADD_FAILURE() << "the needle is not there";
    return {};
}

TEST(EdgeOracle, SeesAnEdgeWhereItPasses) {
    const EdgeOracle oracle = look({needle(8)});
    for (int y = 0; y < 8; ++y) {
        for (int x = 0; x < 8; ++x) {
            const bool passes = y == 3 && x >= 1 && x < 6;
            ASSERT_EQ(oracle.at(x, y).points.size(), passes ? 1U : 0U) << x << ' ' << y;
            if (passes) {
                const OraclePoint& point = oracle.at(x, y).points[0];
                EXPECT_EQ(point.depth, 0.5F);
                EXPECT_EQ(point.body, 10U);
                EXPECT_EQ(point.edge, 0U);
                EXPECT_EQ(point.penetrated, Names{});
                EXPECT_FALSE(oracle.at(x, y).fragile);
            }
        }
    }
}

TEST(EdgeOracle, NamesTheBodiesAPointLiesIn) {
    // Over the pixels x = 2 to 4: within the first box; 4 and 5: within the second.
    const std::vector<PlacedMesh> bodies{needle(8),
                                         {scenes::box({2.125, 0.125, 4}, {5.0625, 7.25, 12})},
                                         {scenes::box({4.125, 0.125, 7}, {7.0625, 7.25, 9})},
                                         {scenes::box({0.125, 0.125, 9}, {7.0625, 7.25, 10})}};
    const EdgeOracle oracle = look(bodies);
    const auto names = [&](int x) { return needle_point(oracle, x).penetrated; };
    EXPECT_EQ(names(1), Names{});
    EXPECT_EQ(names(2), Names{11});
    EXPECT_EQ(names(3), Names{11});
    EXPECT_EQ(names(4), (Names{11, 12}));
    EXPECT_EQ(names(5), Names{12});
}

TEST(EdgeOracle, CountsFacesStrictlyBeforeThePoint) {
    // The needle lies in the upper face, then in the lower one.
    for (const double z : {12.0, 4.0}) {
        const EdgeOracle oracle =
            look({needle(z), {scenes::box({2.125, 0.125, 4}, {5.0625, 7.25, 12})}});
        EXPECT_EQ(needle_point(oracle, 3).penetrated, z == 4 ? Names{11} : Names{});
        EXPECT_TRUE(oracle.at(3, 3).fragile);
    }
}

TEST(EdgeOracle, KnowsCavities) {
    const Mesh hollow =
        scenes::joined({scenes::box({0.125, 0.125, 2}, {7.25, 7.0625, 14}),
                        scenes::turned_over(scenes::box({1.125, 1.125, 6}, {6.25, 6.0625, 10}))});
    EXPECT_EQ(needle_point(look({needle(8), {hollow}}), 3).penetrated, Names{});
    EXPECT_EQ(needle_point(look({needle(11), {hollow}}), 3).penetrated, Names{11});
    EXPECT_EQ(needle_point(look({needle(5), {hollow}}), 3).penetrated, Names{11});
    EXPECT_EQ(needle_point(look({needle(1), {hollow}}), 3).penetrated, Names{});
}

TEST(EdgeOracle, OrdersPointsByDepthAndBodyEachOnce) {
    const EdgeOracle oracle = look({needle(8), needle(12), needle(8)});
    const std::vector<OraclePoint>& points = oracle.at(3, 3).points;
    ASSERT_EQ(points.size(), 3U);
    EXPECT_EQ(points[0].body, 11U);
    EXPECT_EQ(points[1].body, 10U);
    EXPECT_EQ(points[2].body, 12U);
    EXPECT_TRUE(oracle.at(3, 3).fragile); // 10 and 12 could swap

    // Two edges of one body in one place: one point, the first edge.
    const PlacedMesh doubled{
        Mesh{{{0.75, 3.25, 8}, {6.25, 3.25, 8}, {0.25, 3.25, 8}}, {{0, 1, 0}, {2, 1, 2}}}, Rigid{}};
    const std::vector<OraclePoint> once = look({doubled}).at(3, 3).points;
    ASSERT_EQ(once.size(), 1U);
    EXPECT_EQ(once[0].edge, 0U);
}

TEST(EdgeOracle, LeavesOutPointsBeyondTheRangeOfDepths) {
    EXPECT_TRUE(look({needle(-1)}).at(3, 3).points.empty());
    EXPECT_TRUE(look({needle(17)}).at(3, 3).points.empty());
    EXPECT_TRUE(look({needle(0)}).at(3, 3).points.empty());
    EXPECT_TRUE(look({needle(16)}).at(3, 3).points.empty());
    // Faces before the range count.
    raster::View near = unit_view();
    near.near = 6;
    const std::vector<PlacedMesh> bodies{needle(8), {scenes::box({0, 0, 4}, {8, 8, 12})}};
    EXPECT_EQ(needle_point(look(bodies, {}, near), 3).penetrated, Names{11});
}

TEST(EdgeOracle, ReadsInsideOutBodiesAsTold) {
    const PlacedMesh turned{
        scenes::turned_over(scenes::box({2.125, 0.125, 4}, {5.0625, 7.25, 12}))};
    const std::vector<PlacedMesh> bodies{needle(8), turned};
    EXPECT_EQ(needle_point(look(bodies), 3).penetrated, Names{});
    EXPECT_EQ(needle_point(look(bodies), 3).negative, Names{11});
    const EdgeOracle inward = look(bodies, {Faces::Outward, Faces::Inward});
    EXPECT_EQ(needle_point(inward, 3).penetrated, Names{11});
    const EdgeOracle ignored = look(bodies, {Faces::Outward, Faces::Ignored});
    EXPECT_EQ(needle_point(ignored, 3).penetrated, Names{});
    EXPECT_EQ(needle_point(ignored, 3).negative, Names{});
}

TEST(EdgeOracle, DoesNotHoldABodyAgainstItselfUnlessAsked) {
    const Mesh crossing = scenes::joined({scenes::box({1.125, 1.125, 4}, {5.0625, 5.25, 8}),
                                          scenes::box({3.125, 3.125, 6}, {7.0625, 7.25, 10})});
    const PlacedMesh placed{crossing};
    const std::vector<OracleBody> one{{&placed, 0}};
    for (const OwnFaces own : {OwnFaces::Excluded, OwnFaces::Counted}) {
        const EdgeOracle oracle(unit_view(), one, own);
        std::size_t counted = 0;
        for (const EdgeSight& sight : oracle.sights()) {
            for (const OraclePoint& point : sight.points) {
                counted += point.penetrated.size();
            }
        }
        EXPECT_EQ(counted > 0, own == OwnFaces::Counted);
    }
}

TEST(EdgeOracle, ShowsThePartOfAWindowThatTheWholeShows) {
    const std::vector<PlacedMesh> bodies{needle(8),
                                         {scenes::box({2.125, 0.125, 4}, {5.0625, 7.25, 12})}};
    raster::View part = unit_view();
    part.shown = {2, 3, 4, 2};
    const EdgeOracle whole = look(bodies);
    const EdgeOracle shown = look(bodies, {}, part);
    ASSERT_EQ(shown.width(), 4);
    ASSERT_EQ(shown.height(), 2);
    for (int y = 0; y < 2; ++y) {
        for (int x = 0; x < 4; ++x) {
            const EdgeSight& a = shown.at(x, y);
            const EdgeSight& b = whole.at(x + 2, y + 3);
            ASSERT_EQ(a.points.size(), b.points.size());
            for (std::size_t i = 0; i < a.points.size(); ++i) {
                EXPECT_EQ(a.points[i].depth, b.points[i].depth);
                EXPECT_EQ(a.points[i].penetrated, b.points[i].penetrated);
            }
        }
    }
}

/// Two boxes that overlap, and what a faultless method would answer about them.
struct BoxesAndAnswer {
    EdgeScene scene{{{scenes::box({1.125, 1.25, 4}, {5.0625, 5.375, 8}), Rigid{}},
                     {scenes::box({3.125, 3.25, 6}, {7.0625, 7.375, 10}), Rigid{}}},
                    {}};
    imagespace::EdgeRays answer;

    BoxesAndAnswer() {
        answer.views = {unit_view()};
        answer.pixel_size = 1;
        imagespace::EdgeRayPair pair{.a = 0, .b = 1, .interference = {}};
        pair.interference.verdict = Verdict::Crossing;
        pair.interference.certainty = Certainty::Sampled;
        pair.interference.pixel_size = 1;
        answer.pairs = {pair};
        const SceneSight sight(scene, answer, imagespace::Windows::Clusters);
        for (const ExpectedPoint& expected : sight.points()) {
            add(expected, sight);
        }
        answer.interference = true;
        answer.penetrating_bodies = {0, 1};
        answer.penetrated_bodies = {0, 1};
        for (const EdgeSight& seen : sight.windows()[0].sights()) {
            const std::size_t points = seen.points.size();
            answer.work.edge_points += points;
            answer.work.hidden_points += points > 0 ? points - 1 : 0;
            answer.work.layers = std::max(answer.work.layers, static_cast<unsigned>(points));
        }
    }

    void add(const ExpectedPoint& expected, const SceneSight& sight) {
        imagespace::EdgePoint point{
            .body = expected.point->body,
            .edge = expected.point->edge,
            .corners = sight.edges(expected.point->body)[expected.point->edge],
            .position =
                to_world(unit_view(), {expected.x + 0.5, expected.y + 0.5, expected.point->depth}),
            .view = 0,
            .x = expected.x,
            .y = expected.y,
            .layer = expected.layer};
        point.first_penetrated = static_cast<std::uint32_t>(answer.penetrated.size());
        answer.penetrated.push_back(1 - point.body);
        point.last_penetrated = static_cast<std::uint32_t>(answer.penetrated.size());
        answer.points.push_back(point);
        ++(point.body == 0 ? answer.pairs[0].points_of_a : answer.pairs[0].points_of_b);
    }

    [[nodiscard]] std::string complaint(Fragile fragile = Fragile::Judged) const {
        const SceneSight sight(scene, answer, imagespace::Windows::Clusters);
        return EdgeJudgement(sight, answer, fragile).complaint();
    }
};

TEST(EdgeJudgement, IsContentWithTheRightAnswer) {
    const BoxesAndAnswer boxes;
    EXPECT_GT(boxes.answer.points.size(), 10U);
    EXPECT_GT(boxes.answer.work.layers, 2U);
    EXPECT_EQ(boxes.complaint(), "");
    EXPECT_EQ(boxes.complaint(Fragile::PassedOver), "");
}

TEST(EdgeJudgement, FindsAMissingAnInventedAndAWrongPoint) {
    BoxesAndAnswer missing;
    missing.answer.points.erase(missing.answer.points.begin() + 3);
    EXPECT_NE(missing.complaint(), "");
    BoxesAndAnswer invented;
    invented.answer.points.push_back(invented.answer.points.back());
    EXPECT_NE(invented.complaint(), "");
    using Change = void (*)(imagespace::EdgePoint&);
    const std::vector<Change> changes{[](auto& p) { p.x += 1; },
                                      [](auto& p) { p.y -= 1; },
                                      [](auto& p) { p.layer += 1; },
                                      [](auto& p) { p.edge += 1; },
                                      [](auto& p) { p.body ^= 1; },
                                      [](auto& p) { p.corners[0] ^= 1; },
                                      [](auto& p) { p.view = 1; },
                                      [](auto& p) { p.position.z += 0.001; },
                                      [](auto& p) { p.x = 1000; },
                                      [](auto& p) { p.position.x += 0.001; },
                                      [](auto& p) { p.last_penetrated -= 1; }};
    for (std::size_t i = 0; i < changes.size(); ++i) {
        BoxesAndAnswer wrong;
        changes[i](wrong.answer.points[5]);
        EXPECT_NE(wrong.complaint(), "") << i;
    }
}

TEST(EdgeJudgement, FindsWhatDoesNotFollowFromThePoints) {
    using Change = void (*)(imagespace::EdgeRays&);
    const std::vector<Change> changes{
        [](auto& a) { a.interference = false; },
        [](auto& a) { a.penetrating_bodies = {0}; },
        [](auto& a) { a.penetrated_bodies = {1}; },
        [](auto& a) { a.penetrated[2] ^= 1; },
        [](auto& a) { a.pairs[0].points_of_a += 1; },
        [](auto& a) { a.pairs[0].points_of_b = 0; },
        [](auto& a) { a.pairs[0].interference.verdict = Verdict::Apart; },
        [](auto& a) { a.pairs[0].interference.certainty = Certainty::Exact; },
        [](auto& a) { a.pairs[0].interference.pixel_size = 0; },
        [](auto& a) { a.pairs.clear(); },
        [](auto& a) { a.views.clear(); },
        [](auto& a) { a.work.edge_points += 1; },
        [](auto& a) { a.work.hidden_points -= 1; },
        [](auto& a) { a.work.layers += 1; }};
    for (std::size_t i = 0; i < changes.size(); ++i) {
        BoxesAndAnswer wrong;
        changes[i](wrong.answer);
        EXPECT_NE(wrong.complaint(), "") << i;
    }
}

TEST(EdgeJudgement, DoesNotExpectBodiesWhoseBoxesAreApart) {
    // A quarter of a pixel apart: the edges of the left box are drawn to centres in the right one.
    EdgeScene scene{{{scenes::box({1.125, 1.25, 4}, {5.25, 5.375, 8}), Rigid{}},
                     {scenes::box({5.375, 1.25, 3}, {7.0625, 7.375, 10}), Rigid{}},
                     {scenes::box({1.125, 1.25, 2}, {7.0625, 5.375, 12}), Rigid{}}},
                    {}};
    imagespace::EdgeRays answer;
    answer.views = {unit_view()};
    answer.pairs = {{.a = 0, .b = 2, .interference = {}}, {.a = 1, .b = 2, .interference = {}}};
    const SceneSight sight(scene, answer, imagespace::Windows::Clusters);
    std::size_t left_out = 0;
    for (const ExpectedPoint& p : sight.points()) {
        const auto& in = p.point->penetrated;
        left_out += in.size() - p.reported.size();
        EXPECT_EQ(std::count(p.reported.begin(), p.reported.end(), 2),
                  std::count(in.begin(), in.end(), 2));
    }
    EXPECT_GT(left_out, 0U);
}

} // namespace
} // namespace impinge::tests
