// SPDX-License-Identifier: Apache-2.0
//
// Meshes without an inside: open sheets, soups, faces turned round. They are compared as surfaces,
// and the answer says so; what may lie in them is left open, and it says that too.
#include "tests/exact/verdict_table.hpp"
#include "tests/support/shapes.hpp"

namespace impinge::tests {
namespace {

const PolyMesh block = cube({0, 0, 0}, 4);

PolyMesh sheet(Vec3d corner, Vec3d side, Vec3d other_side) {
    return {{corner, corner + side, corner + side + other_side, corner + other_side},
            {{0, 1, 2, 3}}};
}

/// A box with one face seen from the wrong side.
PolyMesh misoriented(PolyMesh mesh) {
    std::reverse(mesh.faces[0].begin(), mesh.faces[0].end());
    return mesh;
}

/// A sheet with a front and a back: closed, but around nothing.
PolyMesh two_sided(const PolyMesh& open) { return joined({open, inside_out(open)}); }

// Body A has no inside in every row. Surfaces that go through each other do so away from edges any
// triangulation may have: along such an edge the triangle pairs would only touch.
std::vector<Configuration> surfaces() {
    const PolyMesh level = sheet({1, 1, 2}, {2, 0, 0}, {0, 2, 0});
    const PolyMesh lidless = without_face(cube({0, 0, 0}, 4), 5);
    return {
        {"SheetInSolid", level, block, Verdict::AInsideB, Margin::Clear},
        {"SheetThroughSolid", sheet({-1, 1, 1.75}, {6, 0, 0}, {0, 2, 0}), block, Verdict::Crossing,
         Margin::Clear},
        {"SheetOnFace", sheet({1, 1, 4}, {2, 0, 0}, {0, 2, 0}), block, Verdict::Touching},
        {"SheetLargerThanFace", sheet({-1, -1, 4}, {6, 0, 0}, {0, 6, 0}), block, Verdict::Touching},
        {"SheetStandingOnFace", sheet({1, 2, 4}, {2, 0, 0}, {0, 0, 2}), block, Verdict::Touching},
        {"SheetHangingFromFaceWithin", sheet({1, 2, 2}, {2, 0, 0}, {0, 0, 2}), block,
         Verdict::Crossing},
        {"SheetCornerOnFace", sheet({2, 2, 4}, {1, 0, 1}, {0, 1, 1}), block, Verdict::Touching},
        {"SheetBesideSolid", sheet({5, 0, 0}, {2, 0, 0}, {0, 4, 4}), block, Verdict::Apart,
         Margin::Clear},
        {"SheetAndSheetInOnePlane", level, sheet({2, 2, 2}, {2, 0, 0}, {0, 2, 0}),
         Verdict::Touching},
        {"EqualSheets", level, level, Verdict::Touching},
        {"SheetsCrossing", level, sheet({1.75, 1.5, 1.25}, {0, 1, 0}, {0, 0, 2}), Verdict::Crossing,
         Margin::Clear},
        {"SheetsMeetingInAnEdge", level, sheet({1, 1, 2}, {2, 0, 0}, {0, 0, 2}), Verdict::Touching},
        {"SheetsParallel", level, sheet({1, 1, 3}, {2, 0, 0}, {0, 2, 0}), Verdict::Apart,
         Margin::Clear},
        {"SolidInLidlessBox", lidless, cube({1, 1, 1}, 2), Verdict::Apart, Margin::Clear},
        {"SolidThroughTheMissingLid", lidless, box({1, 1, 1}, {3, 3, 6}), Verdict::Apart,
         Margin::Clear},
        {"SolidThroughAWallOfLidlessBox", lidless, box({1, 1, 1}, {6, 3, 3}), Verdict::Crossing,
         Margin::Clear},
        {"SolidOnTheFloorOfLidlessBox", lidless, box({1, 1, 0}, {3, 3, 2}), Verdict::Touching},
        {"LidlessBoxAndEqualSolid", lidless, block, Verdict::Touching},
        {"LidlessBoxesAlignedOverlapping", lidless, moved(lidless, {2, 0, 0}), Verdict::Touching},
        {"FaceTurnedRoundAroundASolid", misoriented(block), cube({1, 1, 1}, 2), Verdict::Apart,
         Margin::Clear},
        {"FaceTurnedRoundFlush", misoriented(block), cube({4, 0, 0}, 4), Verdict::Touching},
        {"TwoSidedSheetInSolid", two_sided(level), block, Verdict::AInsideB, Margin::Clear},
        {"TwoSidedSheetThroughSolid", two_sided(sheet({-1, 1, 1.75}, {6, 0, 0}, {0, 2, 0})), block,
         Verdict::Crossing, Margin::Clear},
        {"SoupInSolid",
         joined({sheet({1, 1, 1}, {1, 0, 0}, {0, 1, 0}), sheet({1, 1, 2}, {1, 0, 0}, {0, 1, 1}),
                 sheet({2, 2, 1}, {1, 0, 1}, {0, 1, 0})}),
         block, Verdict::AInsideB, Margin::Clear},
        {"SheetsInAndBesideSolid", joined({level, sheet({5, 1, 1}, {0, 1, 0}, {0, 0, 1})}), block,
         Verdict::Crossing, Margin::Clear},
        {"SolidWithASheetBesideItInSolid",
         joined({cube({1, 1, 1}, 1), sheet({1, 1, 3}, {1, 0, 0}, {0, 1, 0})}), block,
         Verdict::AInsideB, Margin::Clear},
    };
}

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
