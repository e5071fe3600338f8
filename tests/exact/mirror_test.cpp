// SPDX-License-Identifier: Apache-2.0
//
// collide(b, a) is the mirror image of collide(a, b), field by field, and nothing in an answer
// depends on the number of threads.
#include "impinge/collide.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/polycube.hpp"
#include "tests/support/random_soups.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

namespace impinge::tests {
namespace {

TrianglePair swapped(const TrianglePair& pair) { return {pair.b, pair.a, pair.kind}; }

/// The answer as it must read from the other body.
Interference mirror_image(Interference answer) {
    answer.verdict = mirrored(answer.verdict);
    std::swap(answer.solidity_a, answer.solidity_b);
    for (TrianglePair& pair : answer.pairs) {
        pair = swapped(pair);
    }
    std::sort(answer.pairs.begin(), answer.pairs.end());
    for (ContactSegment& segment : answer.segments) {
        segment.pair = swapped(segment.pair);
    }
    std::sort(answer.segments.begin(), answer.segments.end());
    return answer;
}

bool same_solidity(const Solidity& a, const Solidity& b) {
    return a.examined == b.examined && a.solid == b.solid && a.reasons == b.reasons;
}

/// The first field in which two answers differ; "" if none does. The hash is left out.
std::string difference(const Interference& a, const Interference& b) {
    if (a.verdict != b.verdict || a.certainty != b.certainty || a.compared != b.compared ||
        a.decision != b.decision) {
        return "verdict";
    }
    if (a.partial != b.partial) {
        return "partial";
    }
    if (!same_solidity(a.solidity_a, b.solidity_a) || !same_solidity(a.solidity_b, b.solidity_b)) {
        return "solidity";
    }
    if (a.pairs != b.pairs || a.crossing_pairs != b.crossing_pairs ||
        a.touching_pairs != b.touching_pairs) {
        return "pairs";
    }
    if (a.segments != b.segments) {
        return "segments";
    }
    return a.curves == b.curves ? "" : "curves";
}

Interference answer(const Mesh& a, const Mesh& b, unsigned threads) {
    const auto result =
        collide({a.view()}, {b.view()}, {.detail = Detail::Curves}, Context(threads));
    EXPECT_TRUE(result);
    return result ? *result : Interference{};
}

void expect_mirrored(const Mesh& a, const Mesh& b, const std::string& what) {
    const Interference forward = answer(a, b, 1);
    const Interference backward = answer(b, a, 1);
    ASSERT_EQ(difference(mirror_image(forward), backward), "") << what;
    const Interference threaded = answer(a, b, 3);
    ASSERT_EQ(difference(forward, threaded), "") << what;
    ASSERT_EQ(forward.hash, threaded.hash) << what;
    ASSERT_EQ(backward.hash, answer(b, a, 3).hash) << what;
}

TEST(Mirror, SoupsOnAGridAnswerAlikeFromBothSides) {
    Random random(1123);
    for (std::size_t round = 0; round < scaled(150); ++round) {
        const Mesh a = grid_soup(random, 20, 15, 4);
        const Mesh b = grid_soup(random, 12, 12, 4);
        expect_mirrored(a, b, "round " + std::to_string(round));
    }
}

TEST(Mirror, ScatteredTrianglesAnswerAlikeFromBothSides) {
    Random random(5813);
    for (std::size_t round = 0; round < scaled(60); ++round) {
        const Mesh a = scattered_soup(random, 150, 0.15);
        const Mesh b = scattered_soup(random, 200, 0.12);
        expect_mirrored(a, b, "round " + std::to_string(round));
    }
}

TEST(Mirror, PolycubesAnswerAlikeFromBothSides) {
    const PolycubeGrid grid(4);
    Random random(2134);
    for (std::size_t round = 0; round < scaled(80); ++round) {
        const Mesh a =
            meshed(grid.mesh(grid.random_set(random), random, 0.2), {.seed = random.next()});
        const Mesh b =
            meshed(grid.mesh(grid.random_set(random), random, 0.2), {.seed = random.next()});
        expect_mirrored(a, b, "round " + std::to_string(round));
    }
}

// Without contact, without solidity, without anything: still mirror images.
TEST(Mirror, EmptyMeshesAnswerAlikeFromBothSides) {
    Random random(1);
    expect_mirrored(Mesh{}, grid_soup(random, 5, 9, 3), "empty A");
    expect_mirrored(Mesh{}, Mesh{}, "both empty");
}

TEST(Mirror, EveryFieldOfAnAnswerIsCompared) {
    Random random(99);
    const Mesh a = scattered_soup(random, 60, 0.4);
    const Mesh b = scattered_soup(random, 60, 0.4);
    const Interference right = answer(a, b, 1);
    ASSERT_FALSE(right.segments.empty());
    ASSERT_FALSE(right.curves.empty());
    const auto altered = [&](auto change) {
        Interference wrong = right;
        change(wrong);
        return difference(right, wrong);
    };
    EXPECT_EQ(difference(right, right), "");
    EXPECT_EQ(altered([](Interference& i) { i.verdict = Verdict::Same; }), "verdict");
    EXPECT_EQ(altered([](Interference& i) { i.compared = Compared::Solids; }),
              right.compared == Compared::Solids ? "" : "verdict");
    EXPECT_EQ(altered([](Interference& i) { i.decision = Decision::Cancelled; }), "verdict");
    EXPECT_EQ(altered([](Interference& i) { i.partial = true; }), "partial");
    EXPECT_EQ(altered([](Interference& i) { i.solidity_b.reasons.push_back("?"); }), "solidity");
    EXPECT_EQ(altered([](Interference& i) { i.pairs.pop_back(); }), "pairs");
    EXPECT_EQ(altered([](Interference& i) { std::swap(i.pairs[0], i.pairs[1]); }), "pairs");
    EXPECT_EQ(altered([](Interference& i) { i.segments[0].end.x += 1e-9; }), "segments");
    EXPECT_EQ(altered([](Interference& i) { i.curves[0].closed = !i.curves[0].closed; }), "curves");
}

} // namespace
} // namespace impinge::tests
