// SPDX-License-Identifier: Apache-2.0
//
// Wedges around one edge and cones around one apex: what meets in a line or a point only, and
// still overlaps or does not. A few arrangements by name, then all of them against the cell oracle.
#pragma once

#include "tests/exact/verdict_table.hpp"
#include "tests/support/shapes.hpp"

namespace impinge::tests::wedges_rows {

inline std::vector<Configuration> around_an_edge() {
    const PolyMesh notched = wheel("######..", 2, 0, 4);
    const PolyMesh quarter = wheel("##......", 2, 0, 4);
    return {
        {"OppositeQuarters", quarter, wheel("....##..", 2, 0, 4), Verdict::Touching},
        {"NeighbouringQuarters", quarter, wheel("..##....", 2, 0, 4), Verdict::Touching},
        {"OverlappingQuarters", quarter, wheel(".##.....", 2, 0, 4), Verdict::Crossing},
        {"EighthOfAQuarter", quarter, wheel("#.......", 2, 0, 4), Verdict::Crossing},
        {"QuartersOnPartOfTheEdge", quarter, wheel("....##..", 2, 1, 3), Verdict::Touching},
        {"OverlappingQuartersOnPartOfTheEdge", quarter, wheel(".##.....", 2, 1, 3),
         Verdict::Crossing},
        {"OverlappingQuartersEndToEnd", quarter, wheel(".##.....", 2, 4, 6), Verdict::Touching},
        {"NotchFilled", notched, wheel("......##", 2, 0, 4), Verdict::Touching},
        {"NotchHalfFilled", notched, wheel("......#.", 2, 0, 4), Verdict::Touching},
        {"NotchFilledByALongerPiece", notched, wheel("......##", 3, -1, 5), Verdict::Touching},
        {"NotchFilledTooWide", notched, wheel(".....###", 2, 0, 4), Verdict::Crossing},
        {"ConvexEdgeOnNotchWithinTheMaterial", notched, wheel(".##.....", 1, 1, 3),
         Verdict::Crossing},
        {"TwoNotchedBodies", notched, wheel("..######", 2, 0, 4), Verdict::Crossing},
        {"BowtieAndItsComplement", wheel("#..#.#..", 2, 0, 4), wheel(".##.#.##", 2, 0, 4),
         Verdict::Touching},
        {"BowtieAndOverlappingBowtie", wheel("#...#...", 2, 0, 4), wheel("##..##..", 2, 0, 4),
         Verdict::Crossing},
        {"EdgeCrossesNotch", notched, prism({{-1, -1, 2}, {0, -2, 4}, {1, -3, 3}}, {4, 4, 0}),
         Verdict::Crossing},
        {"HalfSpacesBackToBack", wheel("####....", 2, 0, 4), wheel("....####", 2, 0, 4),
         Verdict::Touching},
        {"HalfSpacesTurned", wheel("####....", 2, 0, 4), wheel(".####...", 2, 0, 4),
         Verdict::Crossing},
    };
}

/// A pyramid of 33 slopes with its apex in the origin, over points of a parabola in z = base_z.
inline PolyMesh many_slopes(double base_z, double width) {
    constexpr int reach = 16;
    std::vector<Vec3d> base;
    for (int i = -reach; i <= reach; ++i) {
        base.push_back({i * width, (i * i - reach) * width, base_z});
    }
    return base_z < 0 ? pyramid(base, {0, 0, 0}) : inside_out(pyramid(base, {0, 0, 0}));
}

inline std::vector<Configuration> around_an_apex() {
    const PolyMesh cone = square_pyramid({0, 0, 0}, -4, 4);
    return {
        {"NestedCones", cone, square_pyramid({0, 0, 0}, -2, 1), Verdict::Crossing},
        {"NestedConesWithCommonBasePlane", cone, square_pyramid({0, 0, 0}, -4, 1),
         Verdict::Crossing},
        {"NestedConesOneReachingThrough", cone, square_pyramid({0, 0, 0}, -6, 1),
         Verdict::Crossing},
        {"ManySlopesTipToTip", many_slopes(-4, 1), many_slopes(4, 1), Verdict::Touching},
        {"ManySlopesNested", many_slopes(-4, 1), many_slopes(-4, 0.5), Verdict::Crossing},
        {"NestedTetrahedraWithCommonApex",
         tetrahedron({-4, -4, -4}, {4, -4, -4}, {0, 4, -4}, {0, 0, 0}),
         tetrahedron({-1, -1, -2}, {1, -1, -2}, {0, 1, -3}, {0, 0, 0}), Verdict::Crossing},
        {"ConesSideBySide", square_pyramid({0, 0, 0}, -4, 1),
         pyramid({{3, -1, -4}, {5, -1, -4}, {5, 1, -4}, {3, 1, -4}}, {0, 0, 0}), Verdict::Touching},
        {"ConesSharingASlope", square_pyramid({0, 0, 0}, -4, 2),
         pyramid({{2, -2, -4}, {6, -2, -4}, {6, 2, -4}, {2, 2, -4}}, {0, 0, 0}), Verdict::Touching},
        {"ConesSharingARidge", square_pyramid({0, 0, 0}, -4, 2),
         pyramid({{2, 2, -4}, {6, 2, -4}, {6, 6, -4}, {2, 6, -4}}, {0, 0, 0}), Verdict::Touching},
        {"ConesSharingARidgeAndOverlapping", square_pyramid({0, 0, 0}, -4, 2),
         pyramid({{2, 2, -4}, {0, 6, -4}, {-1, 0, -4}}, {0, 0, 0}), Verdict::Crossing},
        {"ApexInNotch", wheel("######..", 2, 0, 4),
         pyramid({{1, -1, 1}, {1, -1, 3}, {2, -1, 2}}, {0, 0, 2}), Verdict::Touching},
        {"ApexOnNotchWithinTheMaterial", wheel("######..", 2, 0, 4),
         pyramid({{-1, 1, 1}, {-1, 1, 3}, {-1.5, 1, 2}}, {0, 0, 2}), Verdict::Crossing},
    };
}

inline std::vector<Configuration> without_a_crossing_pair() {
    // The lower face of the wedge leaves the block through an edge that only its triangulation has.
    const PolyMesh split_block =
        cells({{"#", "#"}, {"#", "#"}, {"#", "#"}, {"#", "#"}}, {0, 0, 0}, {4, 2, 1});
    const auto wedge = [](Vec3d p, Vec3d q, Vec3d r) { return prism({p, q, r}, {4, 0, 0}); };
    return {
        {"WedgeEdgeInFaceWithAFaceOnEitherSide", split_block,
         wedge({0, 2, 4}, {0, 6, 2}, {0, 6, 6}), Verdict::Crossing},
        {"WedgeEdgeInFaceFacingUp", split_block, wedge({0, 2, 4}, {0, 6, 5}, {0, 6, 6}),
         Verdict::Touching},
        {"WedgeEdgeInFaceFlush", split_block, wedge({0, 2, 4}, {0, 6, 4}, {0, 6, 6}),
         Verdict::Touching},
        {"WedgeFromEdgeToEdge", split_block, wedge({0, 0, 0}, {0, 4, 2}, {0, 4, 4}),
         Verdict::Crossing},
        {"BlockInscribedInDiamond", cells({{"##", "##"}, {"##", "##"}}),
         upright_prism({{1, -1}, {3, 1}, {1, 3}, {-1, 1}}, 0, 2), Verdict::Crossing},
        {"DiamondWithItsEdgesInFourFaces", cells({{"##", "##"}, {"##", "##"}}),
         upright_prism({{1, 0}, {2, 1}, {1, 2}, {0, 1}}, 0, 2), Verdict::Crossing},
    };
}

} // namespace impinge::tests::wedges_rows
