// SPDX-License-Identifier: Apache-2.0
//
// Coordinates far from the origin, slivers, and bodies of very different size.
#pragma once

#include "tests/exact/verdict_table.hpp"
#include "tests/support/shapes.hpp"

#include <cmath>

namespace impinge::tests::range_rows {

inline constexpr double five_km = 5e6; // in millimetres
inline constexpr double ulp_there = 0x1p-30;

inline PolyMesh far_box(Vec3d low, Vec3d high) {
    return moved(box(low, high), {five_km, -five_km, five_km});
}

inline std::vector<Configuration> far_away() {
    const PolyMesh block = far_box({0, 0, 0}, {4, 4, 4});
    return {
        {"AlignedOverlap", block, far_box({1, 0, 0}, {5, 4, 4}), Verdict::Crossing, Margin::Clear},
        {"AlignedOverlapOfAnUlp", block, far_box({4 - ulp_there, 0, 0}, {8, 4, 4}),
         Verdict::Crossing},
        {"Flush", block, far_box({4, 0, 0}, {8, 4, 4}), Verdict::Touching},
        {"FlushPartly", block, far_box({1, 1, 4}, {7, 3, 6}), Verdict::Touching},
        {"SharedEdge", block, far_box({4, 4, 0}, {8, 8, 4}), Verdict::Touching},
        {"AnUlpApart", block, far_box({4 + ulp_there, 0, 0}, {8, 4, 4}), Verdict::Apart},
        {"Inside", far_box({1, 1, 1}, {3, 3, 3}), block, Verdict::AInsideB, Margin::Clear},
        {"InsideByAnUlp",
         far_box({ulp_there, ulp_there, ulp_there}, {4 - ulp_there, 4 - ulp_there, 4 - ulp_there}),
         block, Verdict::AInsideB},
        {"Same", block, block, Verdict::Same},
        {"OctahedronInscribed", block,
         moved(octahedron({2, 2, 2}, 2), {five_km, -five_km, five_km}), Verdict::Crossing},
        {"VertexOnSlope",
         moved(upright_prism({{0, 0}, {4, 0}, {0, 4}}, 0, 4), {five_km, five_km, 0}),
         moved(pyramid({{5, 3, 1}, {5, 5, 2}, {3, 5, 1}}, {3, 1, 2}), {five_km, five_km, 0}),
         Verdict::Touching},
    };
}

inline std::vector<Configuration> slivers() {
    const PolyMesh foil = box({0, 0, 0}, {4, 4, 0x1p-40});
    const PolyMesh needle = box({0, 0, 0}, {0x1p-30, 0x1p-30, 4});
    const PolyMesh shard = tetrahedron({0, 0, 0}, {1024, 1, 0}, {2048, 2 + 0x1p-30, 0}, {0, 0, 1});
    return {
        {"FoilsCrossingInOnePlane", foil, box({1, -1, 0}, {3, 5, 0x1p-40}), Verdict::Crossing},
        {"FoilsStacked", foil, box({1, -1, 0x1p-40}, {3, 5, 0x1p-39}), Verdict::Touching},
        {"FoilOnBlock", foil, box({1, 1, -4}, {3, 3, 0}), Verdict::Touching},
        {"FoilInBlock", foil, box({-1, -1, -1}, {5, 5, 1}), Verdict::AInsideB, Margin::Clear},
        {"FoilThroughBlock", foil, box({1, 1, -1}, {3, 3, 1}), Verdict::Crossing},
        {"FoilUnderTheSkinOfABlock", foil, box({-1, -1, -4}, {5, 5, 0x1p-39}), Verdict::AInsideB},
        {"NeedleThroughFoil", needle, box({-1, -1, 2}, {1, 1, 2 + 0x1p-40}), Verdict::Crossing},
        {"NeedleOnFoil", needle, box({-1, -1, 4}, {1, 1, 4 + 0x1p-40}), Verdict::Touching},
        {"NeedlesSideBySide", needle, box({0x1p-30, 0, 1}, {0x1p-29, 0x1p-30, 3}),
         Verdict::Touching},
        {"ShardTwice", shard, shard, Verdict::Same},
        {"ShardAndItsMirrorImage", shard,
         tetrahedron({0, 0, -1}, {1024, 1, 0}, {2048, 2 + 0x1p-30, 0}, {0, 0, 0}),
         Verdict::Touching},
        {"ShardAndATallerShard", shard,
         tetrahedron({0, 0, 0}, {1024, 1, 0}, {2048, 2 + 0x1p-30, 0}, {0, 0, 2}),
         Verdict::Crossing},
        {"ShardOnBlock", shard, box({-1, -1, -2}, {4096, 4, 0}), Verdict::Touching},
        {"ShardInBlock", shard, box({-1, -1, -2}, {4096, 4, 2}), Verdict::AInsideB, Margin::Clear},
        {"ThinFanTriangles", upright_prism({{0, 0}, {1, 0}, {0x1p20, 0x1p-20}, {1, 1}}, 0, 1),
         upright_prism({{1, 0}, {0x1p20, -1}, {0x1p20, 0x1p-20}}, 0, 1), Verdict::Touching},
    };
}

inline std::vector<Configuration> unequal_sizes() {
    constexpr double speck = 0x1p-40;
    const PolyMesh giant = cube({0, 0, 0}, 0x1p40);
    return {
        {"SpeckInGiant", cube({1, 1, 1}, speck), giant, Verdict::AInsideB},
        {"SpeckJustInsideGiant", cube({speck, speck, speck}, speck), giant, Verdict::AInsideB},
        {"SpeckOnWallOfGiantFromWithin", cube({0, 1, 1}, speck), giant, Verdict::Crossing},
        {"SpeckOnGiant", cube({-speck, 1, 1}, speck), giant, Verdict::Touching},
        {"SpeckOnCornerOfGiant", cube({-speck, -speck, -speck}, speck), giant, Verdict::Touching},
        {"SpeckOverCornerOfGiant", cube({-speck, -speck, -speck}, 2 * speck), giant,
         Verdict::Crossing},
        {"SpeckApartFromGiant", cube({-2 * speck, 0, 0}, speck), giant, Verdict::Apart},
        {"SpeckInCavityOfGiant", cube({4, 4, 4}, speck), with_cavity(giant, cube({3, 3, 3}, 2)),
         Verdict::Apart},
        {"SpeckFillsCavityOfGiant", cube({1, 1, 1}, speck),
         with_cavity(giant, cube({1, 1, 1}, speck)), Verdict::Touching},
    };
}

} // namespace impinge::tests::range_rows
