// SPDX-License-Identifier: Apache-2.0
//
// Which parts are turned the wrong way round, on nests of cubes.
#include "tests/mesh/hand_made.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace impinge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Mesh outward(double half, Vec3d centre = {}) { return cube_around(centre, half); }
Mesh inward(double half, Vec3d centre = {}) { return turned_over(outward(half, centre)); }

Diagnosis diagnosis_of(const std::vector<Mesh>& parts) { return *diagnose(joined(parts).view()); }

void expect_right(const std::vector<Mesh>& parts) {
    const Diagnosis found = diagnosis_of(parts);
    EXPECT_TRUE(found.solid());
    EXPECT_FALSE(found.inside_out);
    EXPECT_EQ(found.inside_out_components, 0U);
}

void expect_all_inside_out(const std::vector<Mesh>& parts) {
    const Diagnosis found = diagnosis_of(parts);
    EXPECT_TRUE(found.solid());
    EXPECT_TRUE(found.inside_out);
    EXPECT_EQ(found.inside_out_components, 0U);
    EXPECT_THAT(found.reasons(), IsEmpty());
}

void expect_some_inside_out(std::size_t count, const std::vector<Mesh>& parts) {
    const Diagnosis found = diagnosis_of(parts);
    EXPECT_FALSE(found.solid());
    EXPECT_FALSE(found.inside_out);
    EXPECT_EQ(found.inside_out_components, count);
}

const Vec3d aside{100, 0, 0};
const Vec3d far_aside{200, 0, 0};

TEST(Shells, ACavityIsRight) { expect_right({outward(8), inward(4)}); }

TEST(Shells, ACavityNamedFirstIsRight) { expect_right({inward(4), outward(8)}); }

TEST(Shells, AnIslandInACavityIsRight) { expect_right({outward(8), inward(4), outward(2)}); }

TEST(Shells, ACavityInAnIslandInACavityIsRight) {
    expect_right({outward(8), inward(4), outward(2), inward(1)});
}

TEST(Shells, NestedAndOverlappingPartsFormAUnion) {
    expect_right({outward(8), outward(4)});
    expect_right({outward(8), outward(8, {5, 5, 5})});
}

TEST(Shells, ASingleShellMayBeInsideOut) {
    expect_all_inside_out({inward(8)});
    EXPECT_THAT(diagnosis_of({inward(8)}).remarks(),
                ElementsAre("inside out: normals point inwards"));
}

TEST(Shells, AHollowShellMayBeInsideOutAsAWhole) { expect_all_inside_out({inward(8), outward(4)}); }

TEST(Shells, DisjointShellsMayBeInsideOutAsAWhole) {
    expect_all_inside_out({inward(8), inward(4, aside)});
}

TEST(Shells, AnIslandInACavityMayBeInsideOutAsAWhole) {
    expect_all_inside_out({inward(8), outward(4), inward(2)});
}

TEST(Shells, OneOfTwoDisjointShellsInsideOutIsNoSolid) {
    expect_some_inside_out(1, {outward(8), inward(4, aside)});
    EXPECT_THAT(diagnosis_of({outward(8), inward(4, aside)}).reasons(),
                ElementsAre("1 component inside out"));
}

TEST(Shells, TwoOfThreeDisjointShellsInsideOutAreNoSolid) {
    expect_some_inside_out(2, {inward(8), outward(8, aside), inward(4, far_aside)});
    EXPECT_THAT(diagnosis_of({inward(8), outward(8, aside), inward(4, far_aside)}).reasons(),
                ElementsAre("2 components inside out"));
}

TEST(Shells, AnIslandTurnedOverInACavityIsNoSolid) {
    expect_some_inside_out(1, {outward(8), inward(4), inward(2)});
}

TEST(Shells, ACavityBesideTheSolidIsNoSolid) {
    expect_some_inside_out(1, {outward(8), inward(4), inward(2, aside)});
}

TEST(Shells, ACavityInTheShadowOfAnotherPartIsNoSolid) {
    // In line with the solid along every axis in turn, so that rays in axis directions meet it.
    for (const Vec3d centre : {Vec3d{-20, 0, 0}, Vec3d{20, 0, 0}, Vec3d{0, -20, 0}, Vec3d{0, 20, 0},
                               Vec3d{0, 0, -20}, Vec3d{0, 0, 20}}) {
        expect_some_inside_out(1, {outward(8), inward(8, centre)});
    }
}

TEST(Shells, ACavityThatTouchesTheWallIsRight) {
    // Its first four vertices lie on a face of the outer cube, in the face's inside.
    expect_right({outward(8), inward(2, {0, 0, -6})});
}

TEST(Shells, ACavityWithEveryCornerOnTheWallIsRight) {
    Mesh octahedron{
        {{8, 1, 2}, {-8, 2, 1}, {1, 8, 2}, {1, -8, 2}, {2, 1, 8}, {2, 1, -8}},
        {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}};
    expect_right({outward(8), turned_over(octahedron)});
    expect_right({turned_over(octahedron), outward(8)});
}

TEST(Shells, AShellThatCoincidesWithItsOppositeEnclosesNothing) {
    EXPECT_THAT(diagnosis_of({outward(8), inward(8)}).reasons(), ElementsAre("encloses no volume"));
}

TEST(Shells, AFlatPartBesideASolidChangesNothing) {
    expect_right({outward(8), Mesh{{{50, 0, 0}, {51, 0, 0}, {50, 1, 0}}, {{0, 1, 2}, {2, 1, 0}}}});
}

TEST(Shells, ClosedPartsOfAnOpenMeshAreExamined) {
    const Mesh open{{{50, 0, 0}, {51, 0, 0}, {50, 1, 0}}, {{0, 1, 2}}};
    const Diagnosis found = diagnosis_of({outward(8), inward(4, aside), open});
    EXPECT_EQ(found.inside_out_components, 1U);
    EXPECT_THAT(found.reasons(), ElementsAre("3 open edges", "1 component inside out"));
}

TEST(Shells, ManyCavitiesAreRight) {
    std::vector<Mesh> parts{outward(1000)};
    for (int i = 0; i < 400; ++i) {
        const int row = i / 20;
        const int column = i % 20;
        parts.push_back(inward(2, {-900.0 + 90 * column, -900.0 + 90 * row, 0}));
    }
    expect_right(parts);
    parts.push_back(inward(2, {2000, 0, 0}));
    expect_some_inside_out(1, parts);
}

} // namespace
} // namespace impinge
