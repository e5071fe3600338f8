// SPDX-License-Identifier: Apache-2.0
//
// Contacts of every dimension, from outside (touching) and from within (crossing): faces, edges
// and vertices of one body on faces, edges and vertices of the other.
#pragma once

#include "tests/exact/verdict_table.hpp"
#include "tests/support/shapes.hpp"

#include <cmath>

namespace impinge::tests::contacts_rows {

inline const double above_four = std::nextafter(4.0, 5.0);
inline const double below_four = std::nextafter(4.0, 3.0);

inline const PolyMesh block = cube({0, 0, 0}, 4);

/// A prism along x whose profile is given in (y, z), counter-clockwise seen from +x.
inline PolyMesh bar(const std::vector<std::array<double, 2>>& profile, double from_x, double to_x) {
    std::vector<Vec3d> base;
    for (const auto& [y, z] : profile) {
        base.push_back({from_x, y, z});
    }
    return prism(base, {to_x - from_x, 0, 0});
}

/// A prism along y whose profile is given in (x, z), counter-clockwise seen from -y.
inline PolyMesh cross_bar(const std::vector<std::array<double, 2>>& profile, double from_y,
                          double to_y) {
    std::vector<Vec3d> base;
    for (const auto& [x, z] : profile) {
        base.push_back({x, to_y, z});
    }
    return prism(base, {0, from_y - to_y, 0});
}

inline std::vector<Configuration> flush_faces() {
    const PolyMesh half = upright_prism({{0, 0}, {4, 0}, {0, 4}}, 0, 4);
    return {
        {"EqualFaces", block, box({4, 0, 0}, {8, 4, 4}), Verdict::Touching},
        {"SmallOnLarge", block, box({1, 1, 4}, {3, 3, 6}), Verdict::Touching},
        {"SmallOnLargeAlongAnEdge", block, box({0, 1, 4}, {2, 3, 6}), Verdict::Touching},
        {"SmallOnLargeInACorner", block, box({0, 0, 4}, {2, 2, 6}), Verdict::Touching},
        {"PartlyOverlapping", block, box({2, 2, 4}, {6, 6, 8}), Verdict::Touching},
        {"BeamAcross", block, box({-1, 1, 4}, {5, 3, 6}), Verdict::Touching},
        {"BeamOfEqualLength", block, box({0, 1, 4}, {4, 3, 6}), Verdict::Touching},
        {"SameDoubleForATenth", box({0.1, 0.1, 0.1}, {0.3, 0.7, 0.7}),
         box({0.3, 0.1, 0.1}, {0.9, 0.7, 0.7}), Verdict::Touching},
        {"DiamondOnSquare", block, upright_prism({{2, 0}, {4, 2}, {2, 4}, {0, 2}}, 4, 6),
         Verdict::Touching},
        {"LargeDiamondOnSquare", block, upright_prism({{2, -1}, {5, 2}, {2, 5}, {-1, 2}}, 4, 6),
         Verdict::Touching},
        {"PyramidBaseOnSquare", block, square_pyramid({2, 2, 6}, 4, 1), Verdict::Touching},
        {"HalvesOfACube", half, upright_prism({{4, 0}, {4, 4}, {0, 4}}, 0, 4), Verdict::Touching},
        {"HalfAndShiftedHalf", half, upright_prism({{4, 0}, {4, 4}, {0, 4}}, 2, 6),
         Verdict::Touching},
        {"HalfAndTooLargeHalf", half, upright_prism({{4, 0}, {4, 4}, {0, 4}, {0, 3}, {3, 0}}, 0, 4),
         Verdict::Crossing, Margin::Clear},
        {"FaceOnSlantedFace", half, tetrahedron({1, 3, 1}, {2, 2, 3}, {3, 1, 1}, {4, 4, 2}),
         Verdict::Touching},
        {"FaceOnSlantedFaceFromWithin", half,
         tetrahedron({3, 1, 1}, {2, 2, 3}, {1, 3, 1}, {1, 1, 2}), Verdict::Crossing},
        {"WallsButtJointed", box({0, 0, 0}, {5000, 200, 2500}),
         box({4800, 200, 0}, {5000, 4000, 2500}), Verdict::Touching},
        {"BridgeOnTwoPillars", joined({box({0, 0, 0}, {1, 1, 3}), box({4, 0, 0}, {5, 1, 3})}),
         box({0, 0, 3}, {5, 1, 4}), Verdict::Touching},
    };
}

inline std::vector<Configuration> edges_and_vertices() {
    const PolyMesh roof = bar({{-2, -2}, {2, -2}, {0, 0}}, -3, 3);
    return {
        {"SharedEdge", block, box({4, 4, 0}, {8, 8, 4}), Verdict::Touching},
        {"SharedPartOfAnEdge", block, box({4, 4, 1}, {8, 8, 3}), Verdict::Touching},
        {"SharedShiftedEdge", block, box({4, 4, 2}, {8, 8, 6}), Verdict::Touching},
        {"CollinearEdgesEndToEnd", block, box({4, 4, 4}, {8, 8, 8}), Verdict::Touching},
        {"EdgesOneUlpApart", block, box({above_four, above_four, 0}, {8, 8, 4}), Verdict::Apart},
        {"RoofSlopesFlush", bar({{2, -2}, {4, 0}, {0, 0}}, 0, 3), roof, Verdict::Touching},
        {"EdgeOnFace", block, bar({{2, 4}, {3, 6}, {1, 6}}, 1, 3), Verdict::Touching},
        {"EdgeOnFaceFromEndToEnd", block, bar({{2, 4}, {3, 6}, {1, 6}}, 0, 4), Verdict::Touching},
        {"EdgeOnFaceReachingBeyond", block, bar({{2, 4}, {3, 6}, {1, 6}}, -1, 5),
         Verdict::Touching},
        {"EdgeOneUlpInFace", block, bar({{2, below_four}, {3, 6}, {1, 6}}, 1, 3),
         Verdict::Crossing},
        {"EdgeOneUlpOffFace", block, bar({{2, above_four}, {3, 6}, {1, 6}}, 1, 3), Verdict::Apart},
        {"EdgeOnFaceAlongItsDiagonal", block, prism({{0, 0, 4}, {-1, 1, 6}, {1, -1, 6}}, {4, 4, 0}),
         Verdict::Touching},
        {"EdgeOnEdgeOfBlock", block, bar({{4, 4}, {5, 6}, {3, 6}}, 1, 3), Verdict::Touching},
        {"RidgesCross", roof, cross_bar({{-2, 2}, {0, 0}, {2, 2}}, -3, 3), Verdict::Touching},
        {"RidgesCrossOneUlpDeep", moved(roof, {0, 0, 4}),
         cross_bar({{-2, 6}, {0, below_four}, {2, 6}}, -3, 3), Verdict::Crossing},
        {"RidgesCrossOneUlpApart", moved(roof, {0, 0, 4}),
         cross_bar({{-2, 6}, {0, above_four}, {2, 6}}, -3, 3), Verdict::Apart},
        {"RidgeEndsOnRidge", roof, cross_bar({{-2, 2}, {0, 0}, {2, 2}}, 0, 3), Verdict::Touching},
        {"VertexOnFace", block, square_pyramid({1, 2, 4}, 6, 1), Verdict::Touching},
        {"VertexOnFaceDiagonal", block, square_pyramid({2, 2, 4}, 6, 1), Verdict::Touching},
        {"VertexOneUlpInFace", block, square_pyramid({1, 2, below_four}, 6, 1), Verdict::Crossing},
        {"VertexOneUlpOffFace", block, square_pyramid({1, 2, above_four}, 6, 1), Verdict::Apart},
        {"VertexOnEdge", block, square_pyramid({2, 4, 4}, 6, 1), Verdict::Touching},
        {"VertexOnVertex", block, square_pyramid({4, 4, 4}, 6, 1), Verdict::Touching},
        {"SharedVertexOfCubes", block, cube({4, 4, 4}, 2), Verdict::Touching},
        {"SharedVertexOneUlpApart", block, cube({above_four, above_four, above_four}, 2),
         Verdict::Apart},
        {"TipToTip", square_pyramid({0, 0, 0}, -2, 1), square_pyramid({0, 0, 0}, 2, 1),
         Verdict::Touching},
        {"TipOfNeedleOnTipOfNeedle", square_pyramid({0, 0, 0}, -0x1p20, 0x1p-20),
         square_pyramid({0, 0, 0}, 0x1p20, 0x1p-20), Verdict::Touching},
    };
}

inline std::vector<Configuration> from_within() {
    return {
        {"BoxOnOneWall", block, box({1, 1, 0}, {3, 3, 2}), Verdict::Crossing},
        {"BoxOnTwoWalls", block, box({0, 1, 0}, {2, 3, 2}), Verdict::Crossing},
        {"BoxInTheCorner", block, box({2, 2, 2}, {4, 4, 4}), Verdict::Crossing},
        {"BoxOneUlpFromEveryWall", block,
         box({0x1p-1000, 0x1p-1000, 0x1p-1000}, {below_four, below_four, below_four}),
         Verdict::BInsideA},
        {"BoxOneUlpFromWallsButOne", block,
         box({0x1p-1000, 0x1p-1000, 0x1p-1000}, {below_four, below_four, 4}), Verdict::Crossing},
        {"EdgeOnWall", block, bar({{1, 2}, {3, 2}, {2, 4}}, 1, 3), Verdict::Crossing},
        {"EdgeOnEdge", block, bar({{3, 2}, {4, 4}, {2, 3}}, 1, 3), Verdict::Crossing},
        {"EdgeOnWholeEdge", block, bar({{3, 2}, {4, 4}, {2, 3}}, 0, 4), Verdict::Crossing},
        {"VertexOnWall", block, octahedron({2, 2, 3}, 1), Verdict::Crossing},
        {"VertexOnEdge", block, tetrahedron({1, 2, 2}, {3, 2, 2}, {2, 3, 1}, {2, 4, 4}),
         Verdict::Crossing},
        {"VertexOnVertex", block, tetrahedron({2, 1, 3}, {3, 2, 1}, {1, 3, 2}, {4, 4, 4}),
         Verdict::Crossing},
        {"VerticesOnAllWalls", block, octahedron({2, 2, 2}, 2), Verdict::Crossing},
        {"EdgeAcrossTheWholeBlock", block, tetrahedron({0, 0, 0}, {1, 2, 3}, {2, 1, 3}, {4, 4, 4}),
         Verdict::Crossing},
    };
}

} // namespace impinge::tests::contacts_rows
