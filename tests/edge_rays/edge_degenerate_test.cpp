// SPDX-License-Identifier: Apache-2.0
//
// The degenerate rays of section 4.5.7 of Knott's thesis, laid exactly through pixel centres: a
// vertex of the outline, an edge along the ray, an edge or vertex that faces share; and bodies
// whose faces lie in one plane. One world unit is a pixel, and rays run down the z axis.
#include "edge_rays/algorithms/unsound_bodies.hpp"
#include "scenes/boxes.hpp"
#include "scenes/brick_solid.hpp"
#include "tests/edge_rays/edge_oracle.hpp"
#include "tests/edge_rays/edge_window.hpp"
#include "tests/raster/devices.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/shapes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <vector>

namespace impinge::tests {
namespace {

using imagespace::EdgeFindings;
using imagespace::EdgeRayAlgorithm;

/// Whose points lie in whom, and how many.
using Points = std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t>;

/// 12 by 12 pixels; depth 0 at z = 16, 1 at z = 0.
raster::View pixels_from_above() {
    return {.eye = {0, 0, 16},
            .min_x = 0,
            .max_x = 12,
            .min_y = 0,
            .max_y = 12,
            .far = 16,
            .width = 12,
            .height = 12};
}

/// An edge along x through the centres of a row, and nothing else: a triangle without area.
Mesh probe(double y, double z) { return {{{0.25, y, z}, {11.75, y, z}}, {{0, 1, 0}}}; }
/// The same along y.
Mesh upright_probe(double x, double z) { return {{{x, 0.25, z}, {x, 11.75, z}}, {{0, 1, 0}}}; }

class EdgeDegenerate : public EveryDevice {
  protected:
    EdgeFindings look(const std::vector<Mesh>& meshes, EdgeRayAlgorithm algorithm) {
        EdgeWindow window(device(), meshes, pixels_from_above());
        EXPECT_TRUE(need(open_bodies(window.frame)).empty());
        return window.look(algorithm);
    }

    /// As the device finds it; every algorithm must agree.
    Points points_of_device(const std::vector<Mesh>& meshes) {
        Points found;
        const EdgeFindings both = look(meshes, EdgeRayAlgorithm::IdentifyBoth);
        for (const imagespace::EdgeSample& sample : both.samples) {
            for (const std::uint32_t in : sample.penetrated) {
                ++found[{sample.body, in}];
            }
        }
        EXPECT_TRUE(both.negative.empty());
        const EdgeFindings queries = look(meshes, EdgeRayAlgorithm::IdentifyByQueries);
        EXPECT_EQ(queries.penetrating, both.penetrating);
        EXPECT_EQ(queries.penetrated, both.penetrated);
        EXPECT_EQ(look(meshes, EdgeRayAlgorithm::Detect).interference, !found.empty());
        return found;
    }

    /// The oracle must agree, too.
    Points points(const std::vector<Mesh>& meshes) {
        Points found = points_of_device(meshes);
        EXPECT_EQ(seen_by_oracle(meshes), found);
        return found;
    }

  private:
    static Points seen_by_oracle(const std::vector<Mesh>& meshes) {
        std::vector<PlacedMesh> placed;
        for (const Mesh& mesh : meshes) {
            placed.push_back({mesh});
        }
        std::vector<OracleBody> bodies;
        for (const PlacedMesh& body : placed) {
            bodies.push_back({&body, static_cast<std::uint32_t>(bodies.size())});
        }
        Points seen;
        const EdgeOracle oracle(pixels_from_above(), bodies);
        for (const EdgeSight& sight : oracle.sights()) {
            for (const OraclePoint& point : sight.points) {
                for (const std::uint32_t in : point.penetrated) {
                    ++seen[{point.body, in}];
                }
            }
        }
        return seen;
    }
};
IMPINGE_ON_EVERY_DEVICE(EdgeDegenerate);

/// Its corners lie on the rays of the pixels (5, 5), (1, 5), (9, 5), (5, 1) and (5, 9).
Mesh diamond() { return meshed(octahedron({5.5, 5.5, 8}, 4)); }

TEST_P(EdgeDegenerate, AVertexOfTheOutlineCountsInAndOut) {
    // Degeneracy 1. Behind the body and before it nothing lies in it, also not on the rays through
    // the corners of the outline at both ends of the row.
    EXPECT_EQ(points({probe(5.5, 2), diamond()}), Points{});
    EXPECT_EQ(points({probe(5.5, 14), diamond()}), Points{});
    EXPECT_EQ(points({upright_probe(5.5, 2), diamond()}), Points{});
    // Through the middle: the seven rays between the corners enter it, those through them do not.
    EXPECT_EQ(points({probe(5.5, 7.875), diamond()}), (Points{{{0, 1}, 7}}));
    EXPECT_EQ(points({upright_probe(5.5, 7.875), diamond()}), (Points{{{0, 1}, 7}}));
}

TEST_P(EdgeDegenerate, AnOutlineAlongTheRaysCountsInAndOut) {
    // Rays through the slanted outline itself: one at either end of each row.
    for (const double y : {2.5, 3.5, 4.5, 6.5, 7.5, 8.5}) {
        EXPECT_EQ(points({probe(y, 1), diamond()}), Points{}) << y;
        const auto within = static_cast<std::size_t>(7 - 2 * std::abs(y - 5.5));
        EXPECT_EQ(points({probe(y, 7.875), diamond()}), (Points{{{0, 1}, within}})) << y;
    }
}

TEST_P(EdgeDegenerate, AnEdgeAlongTheRayIsNotSeen) {
    // Degeneracy 2. The four upright edges of the box are points in the window and its walls lines;
    // top and bottom own the same centres on their rims, on one of two opposite sides: the left and
    // the upper ones, unless a GPU prefers others.
    const Mesh box = scenes::box({2.5, 2.5, 4}, {6.5, 6.5, 12});
    const Points lower = points_of_device({probe(2.5, 8), box});
    const Points upper = points_of_device({probe(6.5, 8), box});
    const Points left = points_of_device({upright_probe(2.5, 8), box});
    const Points right = points_of_device({upright_probe(6.5, 8), box});
    const Points side{{{0, 1}, 4}};
    EXPECT_TRUE(lower.empty() ? upper == side : lower == side && upper.empty());
    EXPECT_TRUE(right.empty() ? left == side : right == side && left.empty());
    if (device().info().on_processor) {
        EXPECT_TRUE(lower.empty() && right.empty());
    }
    for (const double z : {2.0, 14.0}) {
        EXPECT_EQ(points({probe(6.5, z), box}), Points{});
        EXPECT_EQ(points({upright_probe(2.5, z), box}), Points{});
    }
    // An upright edge within another body gives no point, its ends' horizontal edges do.
    const Mesh outer = scenes::box({1.25, 1.25, 2}, {7.75, 7.75, 14});
    const Points nested = points({box, outer});
    EXPECT_EQ(nested.size(), 1U);
    EXPECT_EQ(nested.count({0, 1}), 1U);
}

TEST_P(EdgeDegenerate, AnEdgeBetweenFacesCountsOnce) {
    // Degeneracy 3. The diagonals of top and bottom pass through the centres on x = y.
    const Mesh box = scenes::box({1.25, 1.25, 4}, {9.25, 9.25, 12});
    for (const double y : {1.5, 4.5, 5.5, 8.5}) {
        EXPECT_EQ(points({probe(y, 8), box}), (Points{{{0, 1}, 8}})) << y;
        EXPECT_EQ(points({probe(y, 3), box}), Points{}) << y;
        EXPECT_EQ(points({probe(y, 13), box}), Points{}) << y;
    }
    // Edges in a row of centres, and in a column.
    for (const auto& split : {std::array{5.5, 5.25}, std::array{5.25, 5.5}}) {
        const std::array bricks{Box3{{1.25, 1.25, 4}, {split[0], split[1], 12}},
                                Box3{{split[0], 1.25, 4}, {9.25, split[1], 12}},
                                Box3{{1.25, split[1], 4}, {split[0], 9.25, 12}},
                                Box3{{split[0], split[1], 4}, {9.25, 9.25, 12}}};
        const Mesh quartered = scenes::union_of_bricks(bricks);
        EXPECT_EQ(points({probe(5.5, 8), quartered}), (Points{{{0, 1}, 8}}));
        EXPECT_EQ(points({upright_probe(5.5, 8), quartered}), (Points{{{0, 1}, 8}}));
        EXPECT_EQ(points({probe(5.5, 2), quartered}), Points{});
    }
}

TEST_P(EdgeDegenerate, AVertexBetweenFacesCountsOnce) {
    // The ray through the middle of the row meets the upper and the lower corner of the diamond.
    EXPECT_EQ(points({upright_probe(5.5, 4.125), diamond()}), (Points{{{0, 1}, 1}})); // near below
    EXPECT_EQ(points({upright_probe(5.5, 3.875), diamond()}), Points{});
    EXPECT_EQ(points({upright_probe(5.5, 11.875), diamond()}), (Points{{{0, 1}, 1}}));
    EXPECT_EQ(points({upright_probe(5.5, 12.125), diamond()}), Points{});
}

TEST_P(EdgeDegenerate, PointsInTheNearFaceLieOutsideAndInTheFarFaceInside) {
    // Faces count if they lie strictly before a point.
    const Mesh box = scenes::box({1.25, 1.25, 4}, {9.25, 9.25, 12});
    EXPECT_EQ(points({probe(4.5, 12), box}), Points{});
    EXPECT_EQ(points({probe(4.5, 4), box}), (Points{{{0, 1}, 8}}));
}

TEST_P(EdgeDegenerate, ABoxStandingFlushOnAnotherIsCountedByThatRule) {
    // The lower box lies in the far face of the upper one, and the other way round in the near one.
    const Mesh upper = scenes::box({3.25, 3.25, 8}, {7.25, 7.25, 12});
    const Mesh lower = scenes::box({1.25, 1.25, 4}, {9.25, 9.25, 8});
    // Of the lower box, only the diagonal of its upper face reaches below the upper box.
    EXPECT_EQ(points({upper, lower}), (Points{{{1, 0}, 4}}));
    // A narrow box below a wide one: on each side of its upper face four pixels, on the diagonal
    // four, three of which are shared.
    const Mesh narrow = scenes::box({3.25, 3.25, 4}, {7.25, 7.25, 8});
    const Mesh wide = scenes::box({1.25, 1.25, 8}, {9.25, 9.25, 12});
    EXPECT_EQ(points({narrow, wide}), (Points{{{0, 1}, 18}}));
}

TEST_P(EdgeDegenerate, OfBoxesFlushSideBySideOneReachesThePixelsTheWallIsDrawnTo) {
    // No ray meets the wall between them. Its edges are drawn to a column of centres, which belongs
    // to the box on whose side they are; on the wall itself, to the right one. Points: eight in the
    // far plane, none in the near one, eight of the diagonal of the wall.
    for (const double wall : {5.25, 5.5, 5.75}) {
        const Mesh left = scenes::box({1.25, 1.25, 4}, {wall, 9.25, 12});
        const Mesh right = scenes::box({wall, 1.25, 4}, {9.25, 9.25, 12});
        const Points of_left{{{0, 1}, 16}};
        const Points of_right{{{1, 0}, 16}};
        EXPECT_EQ(points({left, right}), wall < 5.625 ? of_left : of_right) << wall;
    }
}

TEST_P(EdgeDegenerate, ABodyAndItsCopyLieInEachOtherWhereNotInTheNearPlane) {
    const Mesh box = scenes::box({1.25, 1.25, 4}, {9.25, 9.25, 12});
    // Two sides of the far plane, eight pixels each, and its diagonal, which meet in one pixel; of
    // the walls there the diagonals, which meet in one point.
    EXPECT_EQ(points({box, box}), (Points{{{0, 1}, 37}, {{1, 0}, 37}}));
}

} // namespace
} // namespace impinge::tests
