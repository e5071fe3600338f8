// SPDX-License-Identifier: Apache-2.0
#include "base/random.hpp"
#include "tests/mesh/hand_made.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace impinge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Diagnosis diagnosis_of(const Mesh& mesh) { return *diagnose(mesh.view()); }

TEST(Diagnose, FindsABoxSolid) {
    EXPECT_EQ(diagnosis_of(unit_box()),
              (Diagnosis{.triangles = 12, .components = 1, .encloses_volume = true}));
    EXPECT_TRUE(diagnosis_of(unit_box()).solid());
    EXPECT_THAT(diagnosis_of(unit_box()).reasons(), IsEmpty());
    EXPECT_THAT(diagnosis_of(unit_box()).remarks(), IsEmpty());
}

TEST(Diagnose, CountsTheEdgesOfAHole) {
    Mesh box = unit_box();
    box.triangles.pop_back();
    EXPECT_EQ(diagnosis_of(box).open_edges, 3U);
    EXPECT_FALSE(diagnosis_of(box).solid());
    EXPECT_THAT(diagnosis_of(box).reasons(), ElementsAre("3 open edges"));
    EXPECT_THAT((Diagnosis{.triangles = 1, .open_edges = 1}.reasons()), ElementsAre("1 open edge"));
}

TEST(Diagnose, CountsTheEdgesOfAFlippedFace) {
    Mesh box = unit_box();
    std::swap(box.triangles[4][0], box.triangles[4][1]);
    EXPECT_EQ(diagnosis_of(box).misoriented_edges, 3U);
    EXPECT_TRUE(diagnosis_of(box).closed());
    EXPECT_FALSE(diagnosis_of(box).oriented());
    EXPECT_FALSE(diagnosis_of(box).solid());
    EXPECT_THAT(diagnosis_of(box).reasons(), ElementsAre("3 misoriented edges"));
}

TEST(Diagnose, FindsTwoBoxesAtACommonEdgeSolid) {
    const Diagnosis found = diagnosis_of(joined({unit_box(), hand_made_box({1, 1, 0}, {2, 2, 1})}));
    EXPECT_EQ(
        found,
        (Diagnosis{
            .triangles = 24, .components = 1, .non_manifold_edges = 1, .encloses_volume = true}));
    EXPECT_TRUE(found.solid());
    EXPECT_THAT(found.remarks(), ElementsAre("1 edge of more than two faces"));
}

TEST(Diagnose, FindsTwoBoxesAtACommonCornerTwoComponents) {
    const Diagnosis found = diagnosis_of(joined({unit_box(), hand_made_box({1, 1, 1}, {2, 2, 2})}));
    EXPECT_EQ(found, (Diagnosis{.triangles = 24, .components = 2, .encloses_volume = true}));
    EXPECT_THAT(found.remarks(), ElementsAre("2 components"));
}

TEST(Diagnose, CountsDuplicateFacesOfEitherOrientation) {
    Mesh box = unit_box();
    const auto [a, b, c] = box.triangles[5];
    box.triangles.push_back({c, a, b});
    box.triangles.push_back({c, b, a});
    const Diagnosis found = diagnosis_of(box);
    EXPECT_EQ(found, (Diagnosis{.triangles = 14,
                                .components = 1,
                                .duplicate_faces = 2,
                                .non_manifold_edges = 3,
                                .encloses_volume = true}));
    EXPECT_TRUE(found.solid());
    EXPECT_THAT(found.remarks(),
                ElementsAre("3 edges of more than two faces", "2 duplicate faces"));
}

TEST(Diagnose, FindsAMoebiusStripOpenAndMisoriented) {
    // Five triangles around; the last meets the first with its corners exchanged.
    const Mesh strip{{{2, 0, 0}, {0, 2, 1}, {-2, 1, 0}, {-1, -2, 1}, {1, -2, 0}},
                     {{0, 1, 2}, {1, 3, 2}, {2, 3, 4}, {3, 0, 4}, {4, 0, 1}}};
    const Diagnosis found = diagnosis_of(strip);
    EXPECT_EQ(found.open_edges, 5U);
    EXPECT_EQ(found.misoriented_edges, 1U);
    EXPECT_THAT(found.reasons(), ElementsAre("5 open edges", "1 misoriented edge"));
}

TEST(Diagnose, FindsAFlatDoubledTriangleWithoutVolume) {
    const Mesh flat{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 1}}};
    const Diagnosis found = diagnosis_of(flat);
    EXPECT_EQ(found, (Diagnosis{.triangles = 2, .components = 1, .duplicate_faces = 1}));
    EXPECT_THAT(found.reasons(), ElementsAre("encloses no volume"));
}

TEST(Diagnose, CountsFacesWithoutArea) {
    Mesh box = unit_box();
    box.positions.push_back({0.5, 0, 0}); // between vertices 0 and 1
    box.triangles.push_back({0, 8, 1});   // closes nothing: three more edges
    box.triangles.push_back({3, 3, 3});
    box.triangles.push_back({2, 5, 2});
    const Diagnosis found = diagnosis_of(box);
    EXPECT_EQ(found.degenerate_faces, 3U);
    EXPECT_EQ(found.open_edges, 2U);
    EXPECT_THAT(found.remarks(), testing::Contains("3 degenerate faces"));
}

TEST(Diagnose, FindsABoxWithACollinearFaceInASplitEdgeSolid) {
    Mesh box = unit_box();
    box.positions.push_back({0.5, 0, 0});
    box.triangles[1] = {0, 3, 8}; // was 0 3 1, on the other side of the edge 0 1
    box.triangles.push_back({8, 3, 1});
    box.triangles.push_back({0, 8, 1});
    const Diagnosis found = diagnosis_of(box);
    EXPECT_EQ(
        found,
        (Diagnosis{
            .triangles = 14, .components = 1, .degenerate_faces = 1, .encloses_volume = true}));
    EXPECT_TRUE(found.solid());
}

TEST(Diagnose, FindsNoTrianglesWorthASentence) {
    const Diagnosis found = diagnosis_of({});
    EXPECT_EQ(found, Diagnosis{});
    EXPECT_FALSE(found.solid());
    EXPECT_THAT(found.reasons(), ElementsAre("no triangles"));
}

TEST(Diagnose, SaysTheSameOfUnweldedTriangles) {
    for (const Mesh& mesh :
         {unit_box(), joined({unit_box(), hand_made_box({1, 1, 0}, {2, 2, 1})}),
          joined({cube_around({0, 0, 0}, 4), turned_over(cube_around({0, 0, 0}, 2))})}) {
        EXPECT_EQ(diagnosis_of(unwelded(mesh)), diagnosis_of(mesh));
    }
}

TEST(Diagnose, FailsWhereValidateDoes) {
    Mesh mesh = unit_box();
    mesh.positions[2].y = std::numeric_limits<double>::quiet_NaN();
    const auto found = diagnose(mesh.view());
    ASSERT_FALSE(found.has_value());
    EXPECT_EQ(found.error().message, "vertex 2 is not finite");
}

TEST(Diagnose, IsFinishedEvenUnderACancelledContext) {
    const Context cancelled(2);
    cancelled.cancel();
    Mesh box = unit_box();
    box.triangles.push_back({3, 3, 3});
    EXPECT_EQ(diagnose(box.view(), cancelled)->degenerate_faces, 1U);
}

} // namespace
} // namespace impinge
