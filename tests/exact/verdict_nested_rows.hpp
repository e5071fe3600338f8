// SPDX-License-Identifier: Apache-2.0
//
// Containment: in the material, in a cavity, around it, and bodies of several parts. A body is the
// set of points its surface winds around at least once; inside means that this set lies in the
// other's and their borders do not meet.
#pragma once

#include "tests/exact/verdict_table.hpp"
#include "tests/support/shapes.hpp"

#include <cmath>

namespace impinge::tests::nested_rows {

inline PolyMesh cube_between(double low, double high) {
    return box({low, low, low}, {high, high, high});
}

inline const PolyMesh block = cube_between(0, 8);
inline const PolyMesh hollow = with_cavity(block, cube_between(2, 6));

inline std::vector<Configuration> in_and_around() {
    return {
        {"InTheMaterial", cube_between(3, 5), block, Verdict::AInsideB, Margin::Clear},
        {"AroundTheOther", block, cube_between(3, 5), Verdict::BInsideA, Margin::Clear},
        {"OctahedronInCube", octahedron({4, 4, 4}, 3), block, Verdict::AInsideB, Margin::Clear},
        {"CubeInOctahedron", cube_between(3, 5), octahedron({4, 4, 4}, 4), Verdict::AInsideB,
         Margin::Clear},
        {"InTheLegOfAHook",
         plate({"##.", //
                "#..", //
                "###"},
               0, 1),
         cube({0.25, 1, 0.25}, 0.5), Verdict::BInsideA, Margin::Clear},
        {"InTheHollowOfAHook",
         plate({"##.", //
                "#..", //
                "###"},
               0, 1),
         cube({1.25, 1.25, 0.25}, 0.5), Verdict::Apart, Margin::Clear},
        {"InTheMouthOfARing",
         plate({"###", //
                "#.#", //
                "###"},
               0, 1),
         cube({1.25, 1.25, 0.25}, 0.5), Verdict::Apart, Margin::Clear},
        {"HookInABlock", plate({"##.", "#..", "###"}, 1, 2), box({-1, -1, 0}, {4, 4, 3}),
         Verdict::AInsideB, Margin::Clear},
        {"ManyCellsInABlock", cells({{"#.#", ".#.", "#.#"}, {".#.", "#.#", ".#."}}, {1, 1, 1}),
         block, Verdict::AInsideB, Margin::Clear},
    };
}

inline std::vector<Configuration> cavities() {
    return {
        {"InTheCavity", hollow, cube_between(3, 5), Verdict::Apart, Margin::Clear},
        {"InTheCavityOneUlpFromTheWall", hollow, box({std::nextafter(2.0, 3.0), 3, 3}, {5, 5, 5}),
         Verdict::Apart},
        {"FillingTheCavity", hollow, cube_between(2, 6), Verdict::Touching},
        {"InTheCavityOnAWall", hollow, box({2, 3, 3}, {4, 5, 5}), Verdict::Touching},
        {"InTheCavityOnAnEdge", hollow, box({2, 2, 3}, {4, 4, 5}), Verdict::Touching},
        {"InTheCavityInACorner", hollow, cube_between(2, 4), Verdict::Touching},
        {"InTheCavityVerticesOnAllWalls", hollow, octahedron({4, 4, 4}, 2), Verdict::Touching},
        {"InTheCavityVertexInItsCorner", hollow,
         tetrahedron({4, 3, 5}, {3, 5, 4}, {5, 4, 3}, {2, 2, 2}), Verdict::Touching},
        {"InTheMaterialBesideTheCavity", hollow, cube_between(0.5, 1.5), Verdict::BInsideA,
         Margin::Clear},
        {"InTheMaterialOnTheCavityWall", hollow, box({1, 3, 3}, {2, 5, 5}), Verdict::Crossing},
        {"LargerThanTheCavity", hollow, cube_between(1, 7), Verdict::Crossing, Margin::Clear},
        {"OneUlpLargerThanTheCavity", hollow,
         cube_between(std::nextafter(2.0, 1.0), std::nextafter(6.0, 7.0)), Verdict::Crossing},
        {"LongerThanTheCavity", hollow, box({1, 2, 2}, {7, 6, 6}), Verdict::Crossing},
        {"ThroughTheCavityWall", hollow, box({1, 3, 3}, {4, 5, 5}), Verdict::Crossing,
         Margin::Clear},
        {"AroundTheHollowBody", hollow, cube_between(-1, 9), Verdict::AInsideB, Margin::Clear},
        {"EqualOutsideButNoCavity", hollow, block, Verdict::Crossing},
        {"EqualHollowBodies", hollow, hollow, Verdict::Same},
        {"EqualOutsideSmallerCavity", hollow, with_cavity(block, cube_between(3, 5)),
         Verdict::Crossing},
        {"EqualOutsideCavityElsewhere", hollow, with_cavity(block, cube_between(1, 2)),
         Verdict::Crossing},
        {"EqualCavityLargerOutside", hollow, with_cavity(cube_between(-1, 9), cube_between(2, 6)),
         Verdict::Crossing},
        {"ShellInTheCavity", hollow, with_cavity(cube_between(3, 5), cube_between(3.5, 4.5)),
         Verdict::Apart, Margin::Clear},
        {"ShellLiningTheCavity", hollow, with_cavity(cube_between(2, 6), cube_between(3, 5)),
         Verdict::Touching},
        {"ShellInTheMaterialAroundTheCavity", hollow,
         with_cavity(cube_between(1, 7), cube_between(1.5, 6.5)), Verdict::BInsideA, Margin::Clear},
        {"ShellInTheMaterialDownToTheCavity", hollow,
         with_cavity(cube_between(1, 7), cube_between(2, 6)), Verdict::Crossing},
        {"ShellsOverlapWithoutSurfaceContact", hollow,
         with_cavity(cube_between(1, 7), cube_between(3, 5)), Verdict::Crossing, Margin::Clear},
        {"ShellAround", hollow, with_cavity(cube_between(-2, 10), cube_between(-1, 9)),
         Verdict::Apart, Margin::Clear},
        {"ShellFittingAround", hollow, with_cavity(cube_between(-2, 10), block), Verdict::Touching},
        {"TwoCavitiesBodyInOne",
         joined({box({0, 0, 0}, {9, 4, 4}), inside_out(cube({1, 1, 1}, 2)),
                 inside_out(cube({5, 1, 1}, 2))}),
         cube({5.5, 1.5, 1.5}, 1), Verdict::Apart, Margin::Clear},
        {"TwoCavitiesBodyBetween",
         joined({box({0, 0, 0}, {9, 4, 4}), inside_out(cube({1, 1, 1}, 2)),
                 inside_out(cube({5, 1, 1}, 2))}),
         cube({3.5, 1.5, 1.5}, 1), Verdict::BInsideA, Margin::Clear},
    };
}

inline std::vector<Configuration> islands() {
    const PolyMesh island = joined({hollow, cube_between(3, 5)});
    return {
        {"InTheIsland", island, cube_between(3.5, 4.5), Verdict::BInsideA, Margin::Clear},
        {"AroundTheIslandInTheCavity", island,
         with_cavity(cube_between(2.25, 5.75), cube_between(2.5, 5.5)), Verdict::Apart,
         Margin::Clear},
        {"FillingTheGapAroundTheIsland", island,
         with_cavity(cube_between(2, 6), cube_between(3, 5)), Verdict::Touching},
        {"IslandMissing", island, hollow, Verdict::Crossing},
        {"IslandAlone", island, cube_between(3, 5), Verdict::Crossing},
        {"CavityFilledOverTheIsland", island, cube_between(2, 6), Verdict::Crossing},
        {"CavityFilledOverTheIslandWithAGap", island, cube_between(2.5, 5.5), Verdict::Crossing,
         Margin::Clear},
        {"PartWithinAPartAddsNothing", joined({block, cube_between(2, 6)}), cube_between(3, 5),
         Verdict::BInsideA, Margin::Clear},
        {"PartWithinAPartHidesNothing", joined({block, cube_between(2, 6)}), cube_between(0.5, 1.5),
         Verdict::BInsideA, Margin::Clear},
        {"OverlappingPartsInTheirOverlap", joined({cube_between(0, 4), cube_between(2, 6)}),
         cube_between(2.5, 3.5), Verdict::BInsideA, Margin::Clear},
        {"OverlappingPartsOutsideBoth", joined({cube_between(0, 4), cube_between(2, 6)}),
         box({4.5, 0, 0}, {5.5, 1, 1}), Verdict::Apart, Margin::Clear},
        {"OverlappingPartsTouchedOutside", joined({cube_between(0, 4), cube_between(2, 6)}),
         box({4, 0, 0}, {5, 1, 1}), Verdict::Touching},
    };
}

/// The wall between two parts that lie flush on each other bounds nothing.
inline std::vector<Configuration> flush_parts() {
    const PolyMesh halves = joined({box({0, 0, 0}, {2, 2, 2}), box({2, 0, 0}, {4, 2, 2})});
    const PolyMesh steps = joined({box({0, 0, 0}, {2, 4, 4}), box({2, 1, 1}, {4, 3, 3})});
    return {
        {"OneBoxWithoutTheWall", halves, box({0, 0, 0}, {4, 2, 2}), Verdict::Same},
        {"TheSameHalves", halves, halves, Verdict::Same},
        {"TheSamePartsOfDifferentSize", steps, steps, Verdict::Same},
        {"PartsOfDifferentSizeOneMoved", steps,
         joined({box({0, 0, 0}, {2, 4, 4}), box({2, 1, 1.5}, {4, 3, 3.5})}), Verdict::Crossing},
        {"FilledCorner", steps, box({2, 0, 1}, {4, 1, 3}), Verdict::Touching},
        {"BodyInOneHalf", halves, box({0.5, 0.5, 0.5}, {1.5, 1.5, 1.5}), Verdict::BInsideA,
         Margin::Clear},
        {"BodyInOneHalfOnTheInnerWall", halves, box({1, 0.5, 0.5}, {2, 1.5, 1.5}),
         Verdict::BInsideA},
        {"BodyAcrossTheInnerWall", halves, box({1, 0.5, 0.5}, {3, 1.5, 1.5}), Verdict::BInsideA},
        {"BodyOutsideAcrossTheJoint", halves, box({1, 0, 2}, {3, 2, 4}), Verdict::Touching},
        {"TipOutsideOnTheJoint", halves, square_pyramid({2, 1, 2}, 4, 1), Verdict::Touching},
        {"TipWithinOnTheJoint", halves, square_pyramid({2, 1, 2}, 1, 0.5), Verdict::Crossing},
        {"OneOfTheHalves", halves, box({0, 0, 0}, {2, 2, 2}), Verdict::Crossing},
        {"OtherHalves", halves, joined({box({0, 0, 0}, {4, 1, 2}), box({0, 1, 0}, {4, 2, 2})}),
         Verdict::Same},
        {"PartTwice", joined({cube({0, 0, 0}, 4), cube({0, 0, 0}, 4)}), cube({4, 0, 0}, 4),
         Verdict::Touching},
    };
}

inline std::vector<Configuration> several_parts() {
    const PolyMesh pair = joined({cube({1, 1, 1}, 1), cube({5, 5, 5}, 1)});
    const PolyMesh far_pair = joined({cube({1, 1, 1}, 1), cube({20, 1, 1}, 1)});
    return {
        {"AllPartsInside", pair, block, Verdict::AInsideB, Margin::Clear},
        {"OnePartInsideOneOutside", far_pair, block, Verdict::Crossing, Margin::Clear},
        {"PartsInsideDifferentParts", far_pair, joined({block, cube({18, -2, -2}, 6)}),
         Verdict::AInsideB, Margin::Clear},
        {"InsideOneOfTwoParts", cube({1, 1, 1}, 1), joined({block, cube({18, -2, -2}, 6)}),
         Verdict::AInsideB, Margin::Clear},
        {"OnePartInsideOneAround", joined({cube({1, 1, 1}, 1), cube({18, -2, -2}, 6)}),
         joined({block, cube({20, 0, 0}, 2)}), Verdict::Crossing, Margin::Clear},
        {"OnePartInsideOneTouching", joined({cube({1, 1, 1}, 1), cube({8, 1, 1}, 1)}), block,
         Verdict::Crossing},
        {"OnePartInsideOneTouchingFromWithin", joined({cube({1, 1, 1}, 1), cube({7, 1, 1}, 1)}),
         block, Verdict::Crossing},
        {"OnePartApartOneTouching", joined({cube({20, 1, 1}, 1), cube({8, 1, 1}, 1)}), block,
         Verdict::Touching},
        {"OnePartInCavityOneOutside", joined({cube_between(3, 5), cube({20, 1, 1}, 1)}), hollow,
         Verdict::Apart, Margin::Clear},
        {"OnePartInCavityOneInMaterial", joined({cube_between(3, 5), cube_between(0.5, 1.5)}),
         hollow, Verdict::Crossing, Margin::Clear},
        {"OnePartFillingTheCavityOneOutside", joined({cube_between(2, 6), cube({20, 1, 1}, 1)}),
         hollow, Verdict::Touching},
        {"FlushBetweenTwoParts", joined({cube({0, 0, 0}, 2), cube({5, 0, 0}, 2)}),
         box({2, 0, 0}, {5, 2, 2}), Verdict::Touching},
        {"FreeBetweenTwoParts", joined({cube({0, 0, 0}, 2), cube({5, 0, 0}, 2)}),
         box({3, 0, 0}, {4, 2, 2}), Verdict::Apart, Margin::Clear},
        {"SamePartsInAnotherOrder", pair, joined({cube({5, 5, 5}, 1), cube({1, 1, 1}, 1)}),
         Verdict::Same},
        {"OneOfTheSamePartsMissing", pair, cube({5, 5, 5}, 1), Verdict::Crossing},
        {"OneOfTheSamePartsMoved", pair, joined({cube({5, 5, 5}, 1), cube({1, 1, 2}, 1)}),
         Verdict::Crossing},
        {"PartsOfBothAlternating", joined({cube({0, 0, 0}, 1), cube({4, 0, 0}, 1)}),
         joined({cube({2, 0, 0}, 1), cube({6, 0, 0}, 1)}), Verdict::Apart, Margin::Clear},
    };
}

} // namespace impinge::tests::nested_rows
