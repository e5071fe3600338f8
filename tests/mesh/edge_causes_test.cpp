// SPDX-License-Identifier: Apache-2.0
//
// Open edges at T-junctions, and edges that only copies of faces put out of balance.
#include "impinge/defects.hpp"
#include "tests/mesh/hand_made.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace impinge {
namespace {

using testing::ElementsAre;

using Indices = std::vector<std::uint32_t>;

/// A square of two triangles whose side from (0, 0, 0) to (1, 0, 0) the square below has in two
/// pieces, with `middle` between them.
Mesh square_on_two_halves(Vec3d middle) {
    Mesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, middle, {1, -1, 0}, {0, -1, 0}};
    mesh.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 6, 4}, {6, 5, 4}, {4, 5, 1}};
    return mesh;
}

TEST(TJunctions, AreTheOpenEdgesAlongOneLine) {
    const Mesh mesh = square_on_two_halves({0.5, 0, 0});
    const Defects found = list_defects(mesh.view());
    EXPECT_EQ(found.total(DefectKind::TJunctionEdge), 3U);
    EXPECT_EQ(found.total(DefectKind::OpenEdge), 6U);
    std::vector<Indices> edges;
    for (const Defect& defect : found.list) {
        if (defect.kind == DefectKind::TJunctionEdge) {
            edges.push_back(defect.vertices);
        }
    }
    EXPECT_THAT(edges, ElementsAre(Indices{0, 1}, Indices{0, 4}, Indices{1, 4}));
}

TEST(TJunctions, MayBeOffByTheRoundingOfSinglePrecision) {
    const auto count = [](Vec3d middle) {
        return list_defects(square_on_two_halves(middle).view()).total(DefectKind::TJunctionEdge);
    };
    EXPECT_EQ(count({0.3, 1e-8, -1e-8}), 3U);
    EXPECT_EQ(count({0.5, -0.01, 0}), 0U); // a hole
}

TEST(TJunctions, ASeamWithEqualStepsOnBothSidesIsNone) {
    Mesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1e-9, 0}, {1, 1e-9, 0}, {0, -1, 0}};
    mesh.triangles = {{0, 1, 2}, {3, 5, 4}};
    const Defects found = list_defects(mesh.view());
    EXPECT_EQ(found.total(DefectKind::TJunctionEdge), 0U);
    EXPECT_EQ(found.total(DefectKind::OpenEdge), 6U);
}

TEST(DuplicateFaceEdges, AreThoseThatWouldBeRightWithoutTheCopies) {
    Mesh box = unit_box();
    box.triangles.push_back(box.triangles[3]);
    Defects found = list_defects(box.view());
    EXPECT_EQ(found.total(DefectKind::DuplicateFaceEdge), 3U);
    EXPECT_EQ(found.total(DefectKind::MisorientedEdge), 0U);
    EXPECT_EQ(found.total(DefectKind::DuplicateFace), 1U);
    std::swap(box.triangles[7][0], box.triangles[7][1]); // a face that is turned over is none
    found = list_defects(box.view());
    EXPECT_GT(found.total(DefectKind::MisorientedEdge), 0U);
    EXPECT_GT(found.total(DefectKind::DuplicateFaceEdge), 0U);
}

} // namespace
} // namespace impinge
