// SPDX-License-Identifier: Apache-2.0
//
// Meshes without an inside: open sheets, soups, faces turned round. They are compared as surfaces,
// and the answer says so; what may lie in them is left open, and it says that too.
#pragma once

#include "tests/exact/verdict_table.hpp"
#include "tests/support/shapes.hpp"

namespace impinge::tests::surfaces_rows {

inline const PolyMesh block = cube({0, 0, 0}, 4);

inline PolyMesh sheet(Vec3d corner, Vec3d side, Vec3d other_side) {
    return {{corner, corner + side, corner + side + other_side, corner + other_side},
            {{0, 1, 2, 3}}};
}

/// A box with one face seen from the wrong side.
inline PolyMesh misoriented(PolyMesh mesh) {
    std::reverse(mesh.faces[0].begin(), mesh.faces[0].end());
    return mesh;
}

/// A sheet with a front and a back: closed, but around nothing.
inline PolyMesh two_sided(const PolyMesh& open) { return joined({open, inside_out(open)}); }

// Body A has no inside in every row. Surfaces that go through each other do so away from edges any
// triangulation may have: along such an edge the triangle pairs would only touch.
inline std::vector<Configuration> surfaces() {
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

} // namespace impinge::tests::surfaces_rows
