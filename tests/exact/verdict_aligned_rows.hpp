// SPDX-License-Identifier: Apache-2.0
//
// Aligned bodies: side faces in common planes, so that no edge goes properly through a face and
// every shortcut that looks for one answers wrongly.
#pragma once

#include "tests/exact/verdict_table.hpp"
#include "tests/support/shapes.hpp"

#include <cmath>
#include <limits>

namespace impinge::tests::aligned_rows {

inline double above(double x) { return std::nextafter(x, std::numeric_limits<double>::infinity()); }
inline double below(double x) {
    return std::nextafter(x, -std::numeric_limits<double>::infinity());
}

inline constexpr double smallest = std::numeric_limits<double>::denorm_min();

inline const PolyMesh unit = cube({0, 0, 0}, 1);
inline const PolyMesh block = cube({0, 0, 0}, 4);

inline std::vector<Configuration> overlapping_boxes() {
    return {
        {"SharedCrossSection", block, box({1, 0, 0}, {5, 4, 4}), Verdict::Crossing, Margin::Clear},
        {"SharedCrossSectionOneUlpDeep", unit, box({below(1), 0, 0}, {2, 1, 1}), Verdict::Crossing},
        {"SharedCrossSectionOneUlpDeepFar", box({5e6, 0, 0}, {5e6 + 8, 8, 8}),
         box({below(5e6 + 8), 0, 0}, {5e6 + 16, 8, 8}), Verdict::Crossing},
        {"SharedCrossSectionDeepBySmallestDouble", box({-1, 0, 0}, {0, 1, 1}),
         box({-smallest, 0, 0}, {1, 1, 1}), Verdict::Crossing},
        {"SumOfTenthsOverlapsByRounding", box({0.1, 0.1, 0.1}, {0.1 + 0.2, 0.7, 0.7}),
         box({0.3, 0.1, 0.1}, {0.9, 0.7, 0.7}), Verdict::Crossing},
        {"SharedCrossSectionLongerAtBothEnds", block, box({-1, 0, 0}, {5, 4, 4}),
         Verdict::Crossing},
        {"SharedCrossSectionSliceOfTheMiddle", block, box({1, 0, 0}, {2, 4, 4}), Verdict::Crossing},
        {"SharedCrossSectionSliceOfTheEnd", block, box({0, 0, 0}, {1, 4, 4}), Verdict::Crossing},
        {"SharedCrossSectionOneUlpLonger", unit, box({0, 0, 0}, {above(1), 1, 1}),
         Verdict::Crossing},
        {"SharedCrossSectionOneUlpShorter", unit, box({0, 0, 0}, {below(1), 1, 1}),
         Verdict::Crossing},
        {"TopAndBottomShared", block, box({1, 1, 0}, {5, 5, 4}), Verdict::Crossing, Margin::Clear},
        {"TopAndBottomSharedOneUlpDeep", unit, box({below(1), below(1), 0}, {2, 2, 1}),
         Verdict::Crossing},
        {"BottomShared", block, box({1, 1, 0}, {5, 5, 3}), Verdict::Crossing, Margin::Clear},
        {"NoPlaneShared", block, box({1, 1, 1}, {5, 5, 5}), Verdict::Crossing, Margin::Clear},
        {"NoPlaneSharedOneUlpDeep", unit, box({below(1), below(1), below(1)}, {2, 2, 2}),
         Verdict::Crossing},
        {"EqualBarsCrossingInTheirPlane", box({0, 1, 0}, {4, 3, 2}), box({1, 0, 0}, {3, 4, 2}),
         Verdict::Crossing, Margin::Clear},
        {"BarsCrossingAtRightAngles", box({0, 1, 1}, {4, 3, 3}), box({1, 0, 1}, {3, 4, 3}),
         Verdict::Crossing, Margin::Clear},
        {"BarThroughBlock", block, box({-1, 1, 1}, {5, 3, 3}), Verdict::Crossing, Margin::Clear},
        {"BarThroughBlockOnItsTop", block, box({-1, 1, 2}, {5, 3, 4}), Verdict::Crossing,
         Margin::Clear},
        {"BarFromEndToEnd", block, box({0, 1, 1}, {4, 3, 3}), Verdict::Crossing},
        {"CornerPiece", block, cube({0, 0, 0}, 2), Verdict::Crossing},
        {"HalfOfIt", block, box({0, 0, 0}, {4, 4, 2}), Verdict::Crossing},
        {"StripAlongAnEdge", block, box({0, 0, 0}, {4, 1, 1}), Verdict::Crossing},
        {"StripAlongPartOfAnEdge", block, box({1, 0, 0}, {3, 1, 1}), Verdict::Crossing},
        {"WallsRunningIntoEachOther", box({0, 0, 0}, {5000, 200, 2500}),
         box({4950, 0, 0}, {9000, 200, 2500}), Verdict::Crossing, Margin::Clear},
        {"WallsSharingTheirCorner", box({0, 0, 0}, {5000, 200, 2500}),
         box({4800, 0, 0}, {5000, 4000, 2500}), Verdict::Crossing},
    };
}

inline std::vector<Configuration> other_aligned_solids() {
    return {
        {"DiamondAndSquareOfEqualHeight", block,
         upright_prism({{2, -1}, {5, 2}, {2, 5}, {-1, 2}}, 0, 4), Verdict::Crossing, Margin::Clear},
        {"DiamondInscribedInSquare", block, upright_prism({{2, 0}, {4, 2}, {2, 4}, {0, 2}}, 0, 4),
         Verdict::Crossing},
        {"LowDiamondInscribedInSquare", block,
         upright_prism({{2, 0}, {4, 2}, {2, 4}, {0, 2}}, 1, 3), Verdict::Crossing},
        {"OctagonInscribedInSquare", block,
         upright_prism({{1, 0}, {3, 0}, {4, 1}, {4, 3}, {3, 4}, {1, 4}, {0, 3}, {0, 1}}, 0, 4),
         Verdict::Crossing},
        {"OctahedronInscribedInCube", block, octahedron({2, 2, 2}, 2), Verdict::Crossing},
        {"OctahedronAndCubeOverlap", block, octahedron({2, 2, 2}, 3), Verdict::Crossing,
         Margin::Clear},
        {"TetrahedronInscribedInCube", block,
         tetrahedron({0, 0, 0}, {4, 4, 0}, {0, 4, 4}, {4, 0, 4}), Verdict::Crossing},
        {"TwoTetrahedraInscribedInOneCube", tetrahedron({0, 0, 0}, {4, 4, 0}, {0, 4, 4}, {4, 0, 4}),
         tetrahedron({4, 4, 4}, {0, 0, 4}, {0, 4, 0}, {4, 0, 0}), Verdict::Crossing, Margin::Clear},
        {"TrianglesOfEqualHeightOverlap", upright_prism({{0, 0}, {4, 0}, {0, 4}}, 0, 2),
         upright_prism({{3, 3}, {-1, 3}, {3, -1}}, 0, 2), Verdict::Crossing, Margin::Clear},
        {"StairsOverlapByOneStep",
         plate({"#...", //
                "##..", //
                "###."},
               0, 2),
         plate({".###", //
                "..##", //
                "..##"},
               0, 2),
         Verdict::Crossing, Margin::Clear},
        {"CrossAndSquareOfEqualHeight",
         plate({".#.", //
                "###", //
                ".#."},
               0, 1),
         box({0, 0, 0}, {2, 2, 1}), Verdict::Crossing},
    };
}

inline std::vector<Configuration> equal_solids() {
    const PolyMesh hook = plate({"##.", //
                                 "#..", //
                                 "###"},
                                0, 2);
    return {
        {"EqualCubes", block, block, Verdict::Same},
        {"EqualCubesOneMadeOfCells", block,
         cells({{"##", "##"}, {"##", "##"}}, {0, 0, 0}, {2, 2, 2}), Verdict::Same},
        {"EqualCubesOfOtherCells", cells({{"###", "###"}, {"###", "###"}}, {0, 0, 0}, {2, 3, 3}),
         cells({{"##", "##", "##"}, {"##", "##", "##"}}, {0, 0, 0}, {3, 2, 3}), Verdict::Same},
        {"EqualHooks", hook, hook, Verdict::Same},
        {"EqualHooksOneOfHalvedCells", hook, cells({{"##.", "#..", "###"}, {"##.", "#..", "###"}}),
         Verdict::Same},
        {"EqualTetrahedra", tetrahedron({0, 0, 0}, {3, 1, 0}, {1, 4, 0}, {1, 1, 5}),
         tetrahedron({1, 1, 5}, {1, 4, 0}, {3, 1, 0}, {0, 0, 0}), Verdict::Same},
        {"EqualWheelAndBox", wheel("########", 2, 0, 3), box({-2, -2, 0}, {2, 2, 3}),
         Verdict::Same},
        {"CellsMeetingInAnEdgeEqual", plate({"#.", ".#"}, 0, 1), plate({"#.", ".#"}, 0, 1),
         Verdict::Same},
        {"CornerMissing", block, cells({{"##", "##"}, {"##", "#."}}, {0, 0, 0}, {2, 2, 2}),
         Verdict::Crossing},
        {"CornerMissingHereAndThere", cells({{"##", "##"}, {"##", "#."}}),
         cells({{"##", "##"}, {"##", ".#"}}), Verdict::Crossing},
        {"MirrorImagesOfAHook", hook,
         plate({".##", //
                "..#", //
                "###"},
               0, 2),
         Verdict::Crossing},
        {"HookAndWhatFillsIt", hook, box({1, 1, 0}, {3, 2, 2}), Verdict::Touching},
        {"HookAndItsHull", hook, box({0, 0, 0}, {3, 3, 2}), Verdict::Crossing},
        {"CheckerboardAndItsComplement", cells({{"#.", ".#"}, {".#", "#."}}),
         cells({{".#", "#."}, {"#.", ".#"}}), Verdict::Touching},
        {"CheckerboardAndOneOfItsCells", cells({{"#.", ".#"}, {".#", "#."}}), cube({1, 0, 0}, 1),
         Verdict::Crossing},
        {"CheckerboardAndACellBetween", cells({{"#.", ".#"}, {".#", "#."}}), cube({0, 0, 0}, 1),
         Verdict::Touching},
    };
}

inline std::vector<Configuration> gaps() {
    return {
        {"OneUlpApart", unit, box({above(1), 0, 0}, {2, 1, 1}), Verdict::Apart},
        {"OneUlpApartFar", box({5e6, 0, 0}, {5e6 + 8, 8, 8}),
         box({above(5e6 + 8), 0, 0}, {5e6 + 16, 8, 8}), Verdict::Apart},
        {"SmallestDoubleApart", box({-1, 0, 0}, {0, 1, 1}), box({smallest, 0, 0}, {1, 1, 1}),
         Verdict::Apart},
        {"ApartAlongX", block, box({5, 0, 0}, {9, 4, 4}), Verdict::Apart, Margin::Clear},
        {"ApartWithOverlappingBoundingBoxes", plate({"#..", "#..", "###"}, 0, 2),
         box({2, 2, 0}, {3, 3, 2}), Verdict::Apart, Margin::Clear},
        {"OneUlpLargerAllAround", unit,
         box({-smallest, -smallest, -smallest}, {above(1), above(1), above(1)}), Verdict::AInsideB},
    };
}

} // namespace impinge::tests::aligned_rows
