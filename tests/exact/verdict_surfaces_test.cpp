// SPDX-License-Identifier: Apache-2.0
//
// The rows of verdict_surfaces_rows.hpp in every presentation. And what answers say beside the
// verdict.
#include "tests/exact/verdict_surfaces_rows.hpp"
#include "tests/support/shapes.hpp"

namespace impinge::tests {
namespace {

using namespace surfaces_rows;

class Surfaces : public testing::TestWithParam<Configuration> {};

TEST_P(Surfaces, AreComparedInEveryPresentation) { expect_in_every_presentation(GetParam()); }

TEST_P(Surfaces, AnswerSaysThatOnlySurfacesWereCompared) {
    const Configuration& row = GetParam();
    const bool far_apart = row.name == "SheetBesideSolid" || row.name == "SheetsParallel";
    if (row.expected == Verdict::Crossing || far_apart) {
        return; // the verdict does not depend on what is solid, and nobody looked
    }
    const Mesh a = meshed(row.a);
    const Mesh b = meshed(row.b);
    for (const Detail detail : {Detail::Verdict, Detail::Pairs, Detail::Curves}) {
        const auto result = collide({a.view()}, {b.view()}, {.detail = detail});
        ASSERT_TRUE(result);
        EXPECT_EQ(result->compared, Compared::Surfaces);
        EXPECT_TRUE(result->solidity_a.examined);
        EXPECT_FALSE(result->solidity_a.solid);
        EXPECT_FALSE(result->solidity_a.reasons.empty());
        const auto swapped = collide({b.view()}, {a.view()}, {.detail = detail});
        ASSERT_TRUE(swapped);
        EXPECT_EQ(swapped->compared, Compared::Surfaces);
        EXPECT_TRUE(swapped->solidity_b.examined);
        EXPECT_FALSE(swapped->solidity_b.solid);
        EXPECT_EQ(swapped->solidity_b.reasons, result->solidity_a.reasons);
    }
}

/// Rows of the table about which it cannot be told whether the bodies interfere.
bool is_left_open(const std::string& name) {
    const std::vector<std::string> open = {
        "SheetFromWallToWall",         "SolidInLidlessBox",       "SolidThroughTheMissingLid",
        "SolidOnTheFloorOfLidlessBox", "LidlessBoxAndEqualSolid", "LidlessBoxesAlignedOverlapping",
        "FaceTurnedRoundAroundASolid"};
    return std::find(open.begin(), open.end(), name) != open.end();
}

TEST_P(Surfaces, AnswerSaysWhetherItIsTheLastWord) {
    const Configuration& row = GetParam();
    const Mesh a = meshed(row.a);
    const Mesh b = meshed(row.b);
    const Decision expected = is_left_open(row.name) ? Decision::ContainmentOpen : Decision::Final;
    for (const Detail detail : {Detail::Verdict, Detail::Pairs, Detail::Curves}) {
        const auto result = collide({a.view()}, {b.view()}, {.detail = detail});
        const auto swapped = collide({b.view()}, {a.view()}, {.detail = detail});
        ASSERT_TRUE(result && swapped);
        EXPECT_EQ(result->decision, expected);
        EXPECT_EQ(swapped->decision, expected);
        EXPECT_EQ(result->decided(), expected == Decision::Final);
        const auto meant = collide({a.view()}, {b.view()},
                                   {.detail = detail, .open_meshes = OpenMeshes::Surfaces});
        ASSERT_TRUE(meant);
        EXPECT_EQ(meant->decision, Decision::Final);
        EXPECT_EQ(meant->verdict, result->verdict);
        EXPECT_EQ(meant->hash == result->hash, result->decided()) << "the digest tells";
    }
}

INSTANTIATE_TEST_SUITE_P(Table, Surfaces, testing::ValuesIn(surfaces()), name_of);

TEST(Surfaces, FromWallToWallOfASolidIsNotCalledFree) {
    // No triangle pair crosses, and no vertex lies in the solid: all of them lie on its walls.
    const PolyMesh wall_to_wall = sheet({0, 0, 2}, {4, 0, 0}, {0, 4, 0});
    const Mesh plain = meshed(wall_to_wall);
    const Mesh solid = meshed(block);
    const auto open = collide({plain.view()}, {solid.view()});
    ASSERT_TRUE(open);
    EXPECT_EQ(open->verdict, Verdict::Touching);
    EXPECT_EQ(open->decision, Decision::ContainmentOpen);
    // With a vertex in the middle it is proved.
    const Mesh divided = meshed({{{0, 0, 2}, {4, 0, 2}, {4, 4, 2}, {0, 4, 2}, {2, 2, 2}},
                                 {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}}});
    const auto proved = collide({divided.view()}, {solid.view()});
    ASSERT_TRUE(proved);
    EXPECT_EQ(proved->verdict, Verdict::Crossing);
    EXPECT_TRUE(proved->decided());
}

TEST(Surfaces, ReasonsNameTheOpenEdges) {
    const Mesh open = meshed(without_face(cube({0, 0, 0}, 4), 5));
    const Mesh solid = meshed(cube({1, 1, 1}, 2));
    const auto result = collide({open.view()}, {solid.view()});
    ASSERT_TRUE(result);
    ASSERT_EQ(result->solidity_a.reasons.size(), 1U);
    EXPECT_NE(result->solidity_a.reasons[0].find("4 open edges"), std::string::npos)
        << result->solidity_a.reasons[0];
}

TEST(Surfaces, SolidsAreNotCalledSurfaces) {
    const Mesh a = meshed(cube({0, 0, 0}, 4));
    const Mesh b = meshed(cube({4, 0, 0}, 4));
    const auto result = collide({a.view()}, {b.view()});
    ASSERT_TRUE(result);
    EXPECT_EQ(result->verdict, Verdict::Touching);
    EXPECT_EQ(result->compared, Compared::Solids);
    EXPECT_TRUE(result->solidity_a.reasons.empty());
    EXPECT_TRUE(result->solidity_b.reasons.empty());
}

TEST(Surfaces, GivenDiagnosisSpeaksForTheMesh) {
    const Mesh a = meshed(cube({1, 1, 1}, 2));
    const Mesh open = meshed(without_face(cube({0, 0, 0}, 4), 5));
    const auto diagnosis = diagnose(open.view());
    ASSERT_TRUE(diagnosis);
    const auto without = collide({a.view()}, {open.view()});
    const auto with = collide({a.view()}, {.mesh = open.view(), .diagnosis = &*diagnosis});
    ASSERT_TRUE(with && without);
    EXPECT_EQ(with->hash, without->hash);
    EXPECT_EQ(with->compared, Compared::Surfaces);
    EXPECT_EQ(with->solidity_b.reasons, without->solidity_b.reasons);
}

} // namespace
} // namespace impinge::tests
