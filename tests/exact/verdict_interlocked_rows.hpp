// SPDX-License-Identifier: Apache-2.0
//
// Fits: combs, pegs, links and pieces of a puzzle that fill each other's hollows exactly, by a hair
// too tightly, or with play.
#pragma once

#include "tests/exact/verdict_table.hpp"
#include "tests/support/shapes.hpp"

#include <cmath>

namespace impinge::tests::interlocked_rows {

inline constexpr double hair = 0x1p-40;

inline const PolyMesh comb = plate({"...", //
                                    "#.#", //
                                    "###"},
                                   0, 2);
inline const PolyMesh counter_comb = plate({"###", //
                                            ".#.", //
                                            "..."},
                                           0, 2);
inline const PolyMesh ring = plate({"###", //
                                    "#.#", //
                                    "###"},
                                   0, 2);

inline std::vector<Configuration> combs() {
    return {
        {"Interlocked", comb, counter_comb, Verdict::Touching},
        {"PushedSidewaysByAHair", comb, moved(counter_comb, {hair, 0, 0}), Verdict::Crossing},
        {"PushedTogetherByAHair", comb, moved(counter_comb, {0, -hair, 0}), Verdict::Crossing},
        {"PulledApartByAHair", comb, moved(counter_comb, {0, hair, 0}), Verdict::Touching},
        {"SlidAcrossByAHair", comb, moved(counter_comb, {0, 0, hair}), Verdict::Touching},
        {"SlidAcrossHalfway", comb, moved(counter_comb, {0, 0, 1}), Verdict::Touching},
        {"SlidToTheFarSide", comb, moved(counter_comb, {0, 0, 2}), Verdict::Touching},
        {"PulledOut", comb, moved(counter_comb, {0, 2, 0}), Verdict::Apart, Margin::Clear},
        {"TeethOnTeeth", comb, moved(counter_comb, {1, 1, 0}), Verdict::Touching},
        {"TeethInTeeth", comb, moved(counter_comb, {1, 0.5, 0}), Verdict::Crossing, Margin::Clear},
        {"ToothWithPlay", comb, box({1.25, 1.25, 0}, {1.75, 4, 2}), Verdict::Apart, Margin::Clear},
        {"UAndItsTongue", plate({"#.#", "#.#", "###"}, 0, 2), box({1, 1, 0}, {2, 4, 2}),
         Verdict::Touching},
        {"UAndATongueOverItsEdge", plate({"#.#", "#.#", "###"}, 0, 2), box({1, 1, 1}, {2, 4, 3}),
         Verdict::Touching},
        {"UAndATongueTooLong", plate({"#.#", "#.#", "###"}, 0, 2), box({1, 1 - hair, 0}, {2, 4, 2}),
         Verdict::Crossing},
        {"LsHoldingEachOther",
         plate({"#..", //
                "#..", //
                "##."},
               0, 1),
         plate({".##", //
                ".##", //
                "..#"},
               0, 1),
         Verdict::Touching},
        {"StairsOnStairs",
         plate({"#..", //
                "##.", //
                "###"},
               0, 3),
         moved(plate({"###", //
                      ".##", //
                      "..#"},
                     0, 3),
               {1, 0, 0}),
         Verdict::Touching},
        {"StairsJustIntoStairs",
         plate({"#..", //
                "##.", //
                "###"},
               0, 3),
         moved(plate({"###", //
                      ".##", //
                      "..#"},
                     0, 3),
               {1 - 0x1p-50, 0, 0}),
         Verdict::Crossing},
    };
}

inline std::vector<Configuration> pegs() {
    return {
        {"FittingExactly", ring, box({1, 1, -1}, {2, 2, 3}), Verdict::Touching},
        {"FittingWithEndsInThePlateFaces", ring, box({1, 1, 0}, {2, 2, 2}), Verdict::Touching},
        {"FittingWithOneEndInThePlateFace", ring, box({1, 1, 0}, {2, 2, 3}), Verdict::Touching},
        {"ShorterThanTheHole", ring, box({1, 1, 0.5}, {2, 2, 1.5}), Verdict::Touching},
        {"OneUlpTooThick", ring, box({1, 1, -1}, {std::nextafter(2.0, 3.0), 2, 3}),
         Verdict::Crossing},
        {"OneUlpTooThickOfPlateLength", ring, box({1, 1, 0}, {std::nextafter(2.0, 3.0), 2, 2}),
         Verdict::Crossing},
        {"OneUlpTooThin", ring,
         box({std::nextafter(1.0, 2.0), std::nextafter(1.0, 2.0), 0},
             {std::nextafter(2.0, 1.0), std::nextafter(2.0, 1.0), 2}),
         Verdict::Apart},
        {"OnOneWallOfTheHole", ring, box({1, 1.25, -1}, {1.5, 1.75, 3}), Verdict::Touching},
        {"WithPlay", ring, box({1.25, 1.25, -1}, {1.75, 1.75, 3}), Verdict::Apart, Margin::Clear},
        {"WithAHead", ring, joined({box({1, 1, -1}, {2, 2, 2}), box({0.5, 0.5, 2}, {2.5, 2.5, 3})}),
         Verdict::Touching},
        {"DiamondPegOnFourWalls", ring,
         upright_prism({{1.5, 1}, {2, 1.5}, {1.5, 2}, {1, 1.5}}, -1, 3), Verdict::Touching},
        {"SquarePegTurnedInTheHole", ring,
         upright_prism({{1.5, 0.75}, {2.25, 1.5}, {1.5, 2.25}, {0.75, 1.5}}, -1, 3),
         Verdict::Crossing, Margin::Clear},
        {"PegThroughTheFrame", ring, box({0.25, 1, -1}, {0.75, 2, 3}), Verdict::Crossing,
         Margin::Clear},
        {"BlindHoleFilled", cells({{"###", "###", "###"}, {"###", "#.#", "###"}}),
         cube({1, 1, 1}, 1), Verdict::Touching},
        {"BlindHoleOneUlpTooDeep", cells({{"###", "###", "###"}, {"###", "#.#", "###"}}),
         box({1, 1, std::nextafter(1.0, 0.0)}, {2, 2, 2}), Verdict::Crossing},
    };
}

inline std::vector<Configuration> links_and_puzzles() {
    // A ring in the plane x = const that passes through the hole of `ring`.
    const auto link = [](double low_x, double high_x) {
        const Drawing bar{"#", "#", "#", "#", "#"};
        const Drawing legs{"#", ".", ".", ".", "#"};
        return cells({bar, legs, legs, legs, bar}, {low_x, 1.25, -1.5}, {high_x - low_x, 0.5, 1});
    };
    const PolyMesh burr =
        cells({{"###", "#.#", "##."}, {"#..", "###", ".#."}, {".#.", "##.", "#.#"}});
    const PolyMesh rest =
        cells({{"...", ".#.", "..#"}, {".##", "...", "#.#"}, {"#.#", "..#", ".#."}});
    return {
        {"LinkedRingsFree", ring, link(1.25, 1.75), Verdict::Apart, Margin::Clear},
        {"LinkedRingsTouching", ring, link(1, 1.75), Verdict::Touching},
        {"LinkedRingsCrossing", ring, link(0.75, 1.75), Verdict::Crossing, Margin::Clear},
        {"BurrAndTheRestOfTheCube", burr, rest, Verdict::Touching},
        {"BurrAndTheRestPushedByAHair", burr, moved(rest, {hair, hair, hair}), Verdict::Crossing},
        {"BurrAndTheWholeCube", burr, cube({0, 0, 0}, 3), Verdict::Crossing},
        {"BurrAndABlockAround", burr, cube({-1, -1, -1}, 5), Verdict::AInsideB, Margin::Clear},
        {"BurrTwice", burr, burr, Verdict::Same},
        {"BurrMovedByOneCell", burr, moved(burr, {1, 0, 0}), Verdict::Crossing},
    };
}

} // namespace impinge::tests::interlocked_rows
