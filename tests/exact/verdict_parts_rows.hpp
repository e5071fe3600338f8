// SPDX-License-Identifier: Apache-2.0
//
// Bodies whose parts overlap, nest, lie flush on each other or are there twice. A solid is the set
// of points its surface winds around at least once; the walls inside it bound nothing, wherever
// they are, so the oracle knows only sets of cells.
#pragma once

#include "tests/exact/verdict_table.hpp"
#include "tests/support/shapes.hpp"

namespace impinge::tests::parts_rows {

inline PolyMesh half_width(double h) { return box({-h, -h, -h}, {h, h, h}); }

inline PolyMesh twice(const PolyMesh& mesh) { return joined({mesh, mesh}); }

inline std::vector<Configuration> buried_walls() {
    const PolyMesh filled = joined({half_width(10), half_width(9), inside_out(half_width(5))});
    const PolyMesh redundant = joined({half_width(10), half_width(4)});
    const PolyMesh hollow = joined({half_width(10), inside_out(half_width(5))});
    return {
        {"FillingABuriedCavity", half_width(5), filled, Verdict::AInsideB},
        {"ThroughABuriedCavityWall", half_width(6), filled, Verdict::AInsideB, Margin::Clear},
        {"InABuriedCavity", half_width(4), filled, Verdict::AInsideB, Margin::Clear},
        {"OnARedundantWallWithin", half_width(9), filled, Verdict::AInsideB},
        {"OnTheBorder", half_width(10), filled, Verdict::Same},
        {"AroundARedundantPart", half_width(5), redundant, Verdict::AInsideB, Margin::Clear},
        {"InARedundantPart", half_width(3), redundant, Verdict::AInsideB, Margin::Clear},
        {"TheRedundantPartAlone", half_width(4), redundant, Verdict::AInsideB},
        {"WithAndWithoutARedundantPart", half_width(10), redundant, Verdict::Same},
        {"RedundantPartsOfDifferentSize", redundant, joined({half_width(10), half_width(6)}),
         Verdict::Same},
        {"CornerOnABuriedCorner", box({5, 5, 5}, {8, 8, 8}), filled, Verdict::AInsideB},
        {"CornerOnACavityCorner", box({5, 5, 5}, {8, 8, 8}), hollow, Verdict::Crossing},
        {"TipOnABuriedWall", square_pyramid({0, 0, 5}, 8, 1), filled, Verdict::AInsideB},
        {"TipOnACavityWall", square_pyramid({0, 0, 5}, 8, 1), hollow, Verdict::Crossing},
        {"TipOnACavityWallFromWithin", square_pyramid({0, 0, 5}, 2, 1), hollow, Verdict::Touching},
        {"FlushOutside", box({10, -1, -1}, {12, 1, 1}), filled, Verdict::Touching},
        {"IslandInABuriedCavity", joined({filled, half_width(2)}), half_width(10), Verdict::Same},
    };
}

inline std::vector<Configuration> parts_twice() {
    const PolyMesh cross = joined({box({-4, -1, -1}, {4, 1, 1}), box({-1, -4, -1}, {1, 4, 1})});
    const PolyMesh star = joined({cross, box({-1, -1, -4}, {1, 1, 4})});
    return {
        {"EveryFaceTwice", twice(cube({0, 0, 0}, 4)), twice(cube({0, 0, 0}, 4)), Verdict::Same},
        {"EveryFaceTwiceAndOnce", twice(cube({0, 0, 0}, 4)), cube({0, 0, 0}, 4), Verdict::Same},
        {"TwiceOverlapping", twice(cube({0, 0, 0}, 4)), cube({2, 1, 1}, 4), Verdict::Crossing,
         Margin::Clear},
        {"TwiceAlignedOverlap", twice(cube({0, 0, 0}, 4)), twice(cube({2, 0, 0}, 4)),
         Verdict::Crossing},
        {"TwiceFlush", twice(cube({0, 0, 0}, 4)), twice(cube({4, 0, 0}, 4)), Verdict::Touching},
        {"TwiceAround", twice(cube({0, 0, 0}, 4)), cube({1, 1, 1}, 1), Verdict::BInsideA,
         Margin::Clear},
        {"TwiceApart", twice(cube({0, 0, 0}, 4)), cube({5, 0, 0}, 4), Verdict::Apart,
         Margin::Clear},
        {"CrossingParts", cross, cross, Verdict::Same},
        {"CrossingPartsAndTheirUnion", cross,
         cells({{"...##...", "...##...", "...##...", "########", "########", "...##...", "...##...",
                 "...##..."}},
               {-4, -4, -1}, {1, 1, 2}),
         Verdict::Same},
        {"InTheOverlapOfParts", cross, cube({-0.5, -0.5, -0.5}, 1), Verdict::BInsideA,
         Margin::Clear},
        {"AcrossTheWallsWithin", cross, box({-2, -0.5, -0.5}, {2, 0.5, 0.5}), Verdict::BInsideA,
         Margin::Clear},
        {"TheOverlapOfParts", cross, box({-1, -1, -0.5}, {1, 1, 0.5}), Verdict::Crossing},
        {"InTheCornerOfParts", cross, box({1, 1, -1}, {2, 2, 1}), Verdict::Touching},
        {"ThreePartsAndTwo", star, cross, Verdict::Crossing},
    };
}

} // namespace impinge::tests::parts_rows
