// SPDX-License-Identifier: Apache-2.0
//
// check_all() against collide() and within() on every pair, and what it promises beyond them.
#include "impinge/assembly.hpp"

#include "base/random.hpp"
#include "scenes/assembly.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/cloth.hpp"
#include "tests/mesh/hand_made.hpp"
#include "tests/support/same_answers.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <map>

namespace impinge::tests {
namespace {

using PairKey = std::pair<std::uint32_t, std::uint32_t>;

/// Boxes on a coarse grid, so that all verdicts are common; some open, some turned by a pose.
struct Crowd {
    std::vector<Mesh> meshes;
    std::vector<Body> bodies;
};

Crowd random_crowd(Random& random, std::size_t count) {
    Crowd crowd;
    crowd.meshes.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        Vec3d low;
        Vec3d size;
        for (int axis = 0; axis < 3; ++axis) {
            low[axis] = random.integer(0, 8);
            size[axis] = random.integer(1, 4);
        }
        crowd.meshes.push_back(hand_made_box(low, low + size));
        if (random.below(8) == 0) {
            crowd.meshes.back().triangles.pop_back();
        }
        Body body{crowd.meshes.back().view()};
        if (random.below(4) == 0) {
            body.pose = rotation({0, 0, 1}, 0.3);
        }
        crowd.bodies.push_back(body);
    }
    return crowd;
}

std::map<PairKey, const AssemblyPair*> by_bodies(const AssemblyCheck& check) {
    std::map<PairKey, const AssemblyPair*> pairs;
    for (const AssemblyPair& pair : check.pairs) {
        pairs[{pair.a, pair.b}] = &pair;
    }
    return pairs;
}

void expect_same_nearest(const Distance& got, const Distance& wanted) {
    EXPECT_EQ(got.distance, wanted.distance);
    EXPECT_EQ(got.point_a, wanted.point_a);
    EXPECT_EQ(got.point_b, wanted.point_b);
    EXPECT_EQ(got.triangle_a, wanted.triangle_a);
    EXPECT_EQ(got.triangle_b, wanted.triangle_b);
}

/// Asks collide() and within() about every pair. Returns how often each verdict was given.
std::map<Verdict, int> expect_answers_of_queries(const Crowd& crowd, const AssemblyCheck& check,
                                                 double clearance) {
    std::map<Verdict, int> verdicts;
    const auto listed = by_bodies(check);
    for (std::uint32_t a = 0; a < crowd.bodies.size(); ++a) {
        for (std::uint32_t b = a + 1; b < crowd.bodies.size(); ++b) {
            const auto alone = collide(crowd.bodies[a], crowd.bodies[b], {Detail::Pairs});
            const auto near = within(crowd.bodies[a], crowd.bodies[b], clearance);
            ++verdicts[alone->verdict];
            const auto found = listed.find({a, b});
            if (found == listed.end()) {
                EXPECT_EQ(alone->verdict, Verdict::Apart) << a << " and " << b;
                EXPECT_FALSE(clearance > 0 && near->within) << a << " and " << b;
                continue;
            }
            const AssemblyPair& pair = *found->second;
            EXPECT_EQ(pair.interference.verdict, alone->verdict);
            EXPECT_EQ(pair.interference.hash, alone->hash);
            EXPECT_EQ(pair.interference.solidity_a.examined, alone->solidity_a.examined);
            EXPECT_EQ(pair.nearest.has_value(), clearance > 0 && near->within);
            if (pair.nearest && near->within) {
                expect_same_nearest(*pair.nearest, near->nearest);
            }
        }
    }
    return verdicts;
}

TEST(CheckAll, SaysOfEveryPairWhatTheQueriesSay) {
    Random random(21);
    std::map<Verdict, int> verdicts;
    std::size_t listed = 0;
    std::size_t all = 0;
    for (std::size_t round = 0; round < scaled(40); ++round) {
        const Crowd crowd = random_crowd(random, 12);
        const double clearance = round % 2 == 0 ? 0 : random.integer(1, 3);
        const auto check =
            check_all(crowd.bodies, {Detail::Pairs, {.largest_clearance = clearance}});
        ASSERT_TRUE(check);
        EXPECT_FALSE(check->partial);
        EXPECT_EQ(check->wished_pairs, 66U);
        EXPECT_EQ(check->examined_pairs, 66U);
        for (const auto& [verdict, count] : expect_answers_of_queries(crowd, *check, clearance)) {
            verdicts[verdict] += count;
        }
        listed += check->pairs.size();
        all += 66;
    }
    EXPECT_GT(verdicts[Verdict::Apart], 100);
    EXPECT_GT(verdicts[Verdict::Crossing], 100);
    EXPECT_GT(verdicts[Verdict::Touching], 30);
    EXPECT_GT(listed, all * 3 / 10);
    EXPECT_LT(listed, all * 8 / 10);
}

TEST(CheckAll, AnswersDoNotDependOnThreads) {
    Random random(22);
    const Crowd crowd = random_crowd(random, 60);
    const PairWishes wishes{.largest_clearance = 1};
    const auto one = check_all(crowd.bodies, {Detail::Curves, wishes}, Context(1));
    ASSERT_TRUE(one);
    for (const unsigned threads : {2U, 3U, 8U}) {
        const auto many = check_all(crowd.bodies, {Detail::Curves, wishes}, Context(threads));
        ASSERT_TRUE(many);
        EXPECT_EQ(many->hash, one->hash);
        EXPECT_EQ(many->pairs.size(), one->pairs.size());
    }
    const auto other = check_all(std::span(crowd.bodies).first(59), {Detail::Curves, wishes});
    EXPECT_NE(other->hash, one->hash);
}

TEST(CheckAll, PairsApartByTheirBoxesHashLikeAnyThatAreApart) {
    // A box in the notch of an L is apart from it although their boxes overlap.
    const Mesh notched =
        joined({hand_made_box({0, 0, 0}, {4, 1, 1}), hand_made_box({0, 1, 0}, {1, 4, 1})});
    const Mesh in_notch = cube_around({3, 3, 0.5}, 0.25);
    const Mesh far = cube_around({30, 3, 0.5}, 0.25);
    const auto near = check_all(std::vector<Body>{{notched.view()}, {in_notch.view()}});
    const auto apart = check_all(std::vector<Body>{{notched.view()}, {far.view()}});
    ASSERT_TRUE(near && apart);
    EXPECT_EQ(near->pairs.size(), 1U);
    EXPECT_EQ(apart->pairs.size(), 0U);
    EXPECT_EQ(near->hash, apart->hash);
}

TEST(CheckAll, LooksOnlyAtWhatIsWishedFor) {
    const Mesh cube = unit_box();
    const std::vector<Body> bodies(5, Body{cube.view()});
    PairWishes wishes;
    wishes.of = [](std::uint32_t a, std::uint32_t b) {
        return PairWish{.check = (a + b) % 2 == 1, .clearance = a == 0 ? 0.5 : 0};
    };
    wishes.largest_clearance = 0.5;
    const auto check = check_all(bodies, {.wishes = wishes});
    ASSERT_TRUE(check);
    EXPECT_EQ(check->wished_pairs, 6U);
    ASSERT_EQ(check->pairs.size(), 6U);
    for (const AssemblyPair& pair : check->pairs) {
        EXPECT_EQ((pair.a + pair.b) % 2, 1U);
        EXPECT_EQ(pair.interference.verdict, Verdict::Same);
        EXPECT_EQ(pair.nearest.has_value(), pair.a == 0);
    }
}

TEST(CheckAll, EachPairHasTheClearanceWishedForIt) {
    const Mesh first = unit_box();
    const Mesh second = hand_made_box({2, 0, 0}, {3, 1, 1});
    const Mesh third = hand_made_box({4, 0, 0}, {5, 1, 1});
    PairWishes wishes;
    wishes.of = [](std::uint32_t a, std::uint32_t) { return PairWish{true, a == 0 ? 1.0 : 0.5}; };
    wishes.largest_clearance = 3;
    const auto check = check_all(std::vector<Body>{{first.view()}, {second.view()}, {third.view()}},
                                 {.wishes = wishes});
    ASSERT_TRUE(check);
    ASSERT_EQ(check->pairs.size(), 1U);
    EXPECT_EQ(check->pairs[0].b, 1U);
    ASSERT_TRUE(check->pairs[0].nearest);
    EXPECT_EQ(check->pairs[0].nearest->distance, 1);
    EXPECT_EQ(check->pairs[0].interference.verdict, Verdict::Apart);
}

TEST(CheckAll, ASolidInsideAnotherHasADistanceToItsWall) {
    const Mesh outer = cube_around({0, 0, 0}, 2);
    const Mesh inner = cube_around({0, 0, 0}, 1);
    const auto check = check_all(std::vector<Body>{{outer.view()}, {inner.view()}},
                                 {.wishes = {.largest_clearance = 1}});
    ASSERT_EQ(check->pairs.size(), 1U);
    EXPECT_EQ(check->pairs[0].interference.verdict, Verdict::BInsideA);
    EXPECT_EQ(check->pairs[0].nearest->distance, 1);
}

TEST(CheckAll, DistanceIsZeroExactlyWhereSurfacesMeet) {
    const Mesh cube = unit_box();
    const Mesh flush = hand_made_box({1, 0, 0}, {2, 1, 1});
    const auto check = check_all(std::vector<Body>{{cube.view()}, {flush.view()}},
                                 {.wishes = {.largest_clearance = 0.25}});
    EXPECT_EQ(check->pairs[0].interference.verdict, Verdict::Touching);
    EXPECT_EQ(check->pairs[0].nearest->distance, 0);
}

TEST(CheckAll, PairsApartByTheirBoxesAreNotCollided) {
    const Mesh cube = unit_box();
    const Mesh near = hand_made_box({2, 0, 0}, {3, 1, 1});
    const std::vector<Body> bodies{{cube.view()}, {near.view()}};
    for (const Detail detail : {Detail::Verdict, Detail::Pairs, Detail::Curves}) {
        const auto check =
            check_all(bodies, {.detail = detail, .wishes = {.largest_clearance = 1}});
        ASSERT_TRUE(check);
        ASSERT_EQ(check->pairs.size(), 1U);
        const Interference& apart = check->pairs[0].interference;
        const auto asked = collide(bodies[0], bodies[1], {.detail = detail});
        ASSERT_TRUE(asked);
        EXPECT_EQ(apart.verdict, Verdict::Apart);
        EXPECT_EQ(apart.decision, Decision::Final);
        EXPECT_EQ(apart.compared, asked->compared);
        EXPECT_FALSE(apart.partial);
        EXPECT_FALSE(apart.solidity_a.examined);
        EXPECT_EQ(apart.hash, asked->hash);
        EXPECT_EQ(apart.milliseconds.total, 0); // a call would have taken some time
        EXPECT_GT(asked->milliseconds.total, 0);
        EXPECT_EQ(check->examined_pairs, 1U);
        EXPECT_EQ(check->undecided_pairs, 0U);
    }
}

TEST(CheckAll, EmptyMeshesAreApartFromEverything) {
    const Mesh cube = unit_box();
    const auto check =
        check_all(std::vector<Body>{{}, {cube.view()}, {}}, {.wishes = {.largest_clearance = 9}});
    ASSERT_TRUE(check);
    EXPECT_TRUE(check->pairs.empty());
    EXPECT_EQ(check->examined_pairs, 3U);
    for (const std::size_t count : {0U, 1U}) {
        const auto few = check_all(std::vector<Body>(count));
        ASSERT_TRUE(few);
        EXPECT_EQ(few->wished_pairs, 0U);
    }
}

TEST(CheckAll, UsesTheDiagnosisOfTheCaller) {
    // Lies, so that their use shows: the cubes are then compared as surfaces.
    const Mesh outer = cube_around({0, 0, 0}, 2);
    const Mesh inner = cube_around({0, 0, 0}, 1);
    Diagnosis open;
    open.open_edges = 1;
    const auto check = check_all(std::vector<Body>{{outer.view()}, {inner.view(), {}, &open}});
    EXPECT_EQ(check->pairs[0].interference.verdict, Verdict::BInsideA);
    EXPECT_EQ(check->pairs[0].interference.compared, Compared::Surfaces);
    const auto both =
        check_all(std::vector<Body>{{outer.view(), {}, &open}, {inner.view(), {}, &open}});
    EXPECT_EQ(both->pairs[0].interference.verdict, Verdict::Apart);
    EXPECT_EQ(both->pairs[0].interference.decision, Decision::ContainmentOpen);
}

TEST(CheckAll, CountsPairsThatAreUndecided) {
    Mesh outer = cube_around({0, 0, 0}, 3);
    outer.triangles.pop_back();
    const Mesh inner = cube_around({0, 0, 0}, 1);
    const Mesh far = cube_around({9, 0, 0}, 1);
    const std::vector<Body> bodies = {{outer.view()}, {inner.view()}, {far.view()}};
    const auto check = check_all(bodies);
    ASSERT_TRUE(check);
    EXPECT_EQ(check->undecided_pairs, 1U);
    EXPECT_EQ(check->examined_pairs, 3U) << "looked at, though not told";
    ASSERT_EQ(check->pairs.size(), 1U);
    EXPECT_EQ(check->pairs[0].interference.decision, Decision::ContainmentOpen);
    const auto meant = check_all(bodies, {.open_meshes = OpenMeshes::Surfaces});
    ASSERT_TRUE(meant);
    EXPECT_EQ(meant->undecided_pairs, 0U);
    EXPECT_TRUE(meant->pairs[0].interference.decided());
    EXPECT_NE(meant->hash, check->hash);

    Context cancelled;
    cancelled.cancel();
    const auto stopped = check_all(bodies, {}, cancelled);
    ASSERT_TRUE(stopped);
    EXPECT_TRUE(stopped->partial);
    EXPECT_EQ(stopped->undecided_pairs, 3U) << "nothing is known of any pair";
}

TEST(CheckAll, CancelledPairsAreUndecided) {
    Random random(29);
    const Crowd crowd = random_crowd(random, 40);
    std::size_t undecided = 0;
    for (const double stop_at : {0.15, 0.4, 0.7}) {
        Context context(2);
        const Context copy = context;
        context.set_progress([&](double fraction) {
            if (fraction >= stop_at) {
                copy.cancel();
            }
        });
        const auto check = check_all(crowd.bodies, {}, context);
        ASSERT_TRUE(check);
        std::uint64_t counted = 0;
        for (const AssemblyPair& pair : check->pairs) {
            const Interference& result = pair.interference;
            EXPECT_EQ(result.decision == Decision::Cancelled,
                      result.partial && result.verdict != Verdict::Crossing);
            counted += result.decided() ? 0 : 1;
        }
        EXPECT_EQ(check->undecided_pairs, counted);
        undecided += counted;
    }
    EXPECT_GT(undecided, 0U);
}

TEST(CheckAll, NamesTheBodyThatIsBad) {
    const Mesh cube = unit_box();
    Mesh bad = unit_box();
    bad.positions[3].y = std::numeric_limits<double>::quiet_NaN();
    const auto check = check_all(std::vector<Body>{{cube.view()}, {bad.view()}, {bad.view()}});
    ASSERT_FALSE(check);
    EXPECT_EQ(check.error().message, "body 1: vertex 3 is not finite");
    EXPECT_EQ(check.error().body, 1U);
    EXPECT_EQ(check.error().place, (ErrorPlace{ErrorPlace::Kind::Vertex, 3}));
    EXPECT_EQ(check.error().reason(), "vertex 3 is not finite");
}

TEST(CheckAll, RefusesClearancesThatAreNone) {
    const Mesh cube = unit_box();
    const std::vector<Body> bodies(2, Body{cube.view()});
    for (const double bad : {-1.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
        EXPECT_FALSE(check_all(bodies, {.wishes = {.largest_clearance = bad}}));
        const auto of = [bad](std::uint32_t, std::uint32_t) { return PairWish{true, bad}; };
        EXPECT_FALSE(check_all(bodies, {.wishes = {.of = of, .largest_clearance = 1}}));
    }
    const auto more = [](std::uint32_t, std::uint32_t) { return PairWish{true, 2}; };
    EXPECT_FALSE(check_all(bodies, {.wishes = {.of = more, .largest_clearance = 1}}));
}

TEST(CheckAll, ProgressNeverDecreasesAndEndsAtOne) {
    Random random(23);
    const Crowd crowd = random_crowd(random, 40);
    for (const unsigned threads : {1U, 4U}) {
        Context context(threads);
        std::vector<double> fractions;
        context.set_progress([&](double fraction) { fractions.push_back(fraction); });
        ASSERT_TRUE(check_all(crowd.bodies, {}, context));
        EXPECT_GT(fractions.size(), 40U);
        EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
        EXPECT_EQ(fractions.back(), 1);
    }
}

TEST(CheckAll, CancelledBeforeItBeganClaimsNothing) {
    const Mesh cube = unit_box();
    const Context context;
    context.cancel();
    const auto check = check_all(std::vector<Body>(3, Body{cube.view()}), {}, context);
    ASSERT_TRUE(check);
    EXPECT_TRUE(check->partial);
    EXPECT_EQ(check->wished_pairs, 3U);
    EXPECT_EQ(check->examined_pairs, 0U);
    EXPECT_TRUE(check->pairs.empty());
}

TEST(CheckAll, CancelledHalfwayKeepsWhatIsDoneAndClaimsNothingElse) {
    Random random(24);
    const Crowd crowd = random_crowd(random, 60);
    const auto whole = check_all(crowd.bodies, {.detail = Detail::Pairs}, Context(1));
    for (const unsigned threads : {1U, 4U}) {
        Context context(threads);
        context.set_progress([context](double fraction) {
            if (fraction > 0.5) {
                context.cancel();
            }
        });
        const auto check = check_all(crowd.bodies, {.detail = Detail::Pairs}, context);
        ASSERT_TRUE(check);
        EXPECT_TRUE(check->partial);
        EXPECT_LT(check->examined_pairs, check->wished_pairs);
        ASSERT_EQ(check->pairs.size(), whole->pairs.size());
        std::size_t settled = 0;
        for (std::size_t i = 0; i < check->pairs.size(); ++i) {
            const AssemblyPair& pair = check->pairs[i];
            EXPECT_EQ(pair.a, whole->pairs[i].a);
            EXPECT_EQ(pair.b, whole->pairs[i].b);
            if (!pair.interference.partial) {
                ++settled;
                EXPECT_EQ(pair.interference.hash, whole->pairs[i].interference.hash);
            }
        }
        EXPECT_GT(settled, check->pairs.size() / 4);
        EXPECT_LT(settled, check->pairs.size());
    }
}

/// Cubes of side 1 at distances 1 along a row, 1.5 along a column and 2 upwards: neighbours in a
/// row touch, all others are apart.
std::vector<Body> grid_of_cubes(const Mesh& cube, int row, int column, int height) {
    std::vector<Body> bodies;
    for (int z = 0; z < height; ++z) {
        for (int y = 0; y < column; ++y) {
            for (int x = 0; x < row; ++x) {
                bodies.push_back({cube.view(), translation({x * 1.0, y * 1.5, z * 2.0})});
            }
        }
    }
    return bodies;
}

TEST(CheckAll, TwoThousandBodiesAreNotLookedAtPairByPair) {
    const Mesh cube = unit_box();
    const auto bodies = grid_of_cubes(cube, 20, 10, 10);
    const auto check = check_all(bodies, {.wishes = {.largest_clearance = 0.5}});
    ASSERT_TRUE(check);
    EXPECT_EQ(check->wished_pairs, 2000U * 1999 / 2);
    // In a row 19 x 100 touch. Across a column 20 x 9 x 10 are 0.5 apart, and so are their
    // diagonal neighbours, whose edges lie in one plane: 2 x 19 x 9 x 10.
    EXPECT_EQ(check->pairs.size(), 1900U + 1800 + 3420);
    std::map<Verdict, int> verdicts;
    std::map<double, int> distances;
    for (const AssemblyPair& pair : check->pairs) {
        ++verdicts[pair.interference.verdict];
        ++distances[pair.nearest->distance];
    }
    EXPECT_EQ(verdicts,
              (std::map<Verdict, int>{{Verdict::Apart, 5220}, {Verdict::Touching, 1900}}));
    EXPECT_EQ(distances, (std::map<double, int>{{0, 1900}, {0.5, 5220}}));
}

TEST(CheckAll, ALargeBodyAmongManySaysWhatEachPairSays) {
    std::vector<Mesh> meshes{scenes::folded_cloth({.triangles = 8000, .folds = 2})};
    for (int i = 0; i < 10; ++i) {
        const Mesh ball = scenes::bumpy_sphere({.triangles = 150, .radius = 0.4});
        meshes.push_back(scenes::moved(ball, {0.5 * i - 1, 1 + 0.4 * i, -0.6 + 0.3 * (i % 5)}));
    }
    std::vector<Body> bodies;
    for (const Mesh& mesh : meshes) {
        Body body{mesh.view()};
        body.pose.translation = {0, 0, 1e-3};
        bodies.push_back(body);
    }
    std::map<Verdict, int> verdicts;
    std::size_t near = 0;
    for (const unsigned threads : {1U, 3U}) {
        const auto check =
            check_all(bodies, {.detail = Detail::Curves, .wishes = {.largest_clearance = 0.3}},
                      Context(threads));
        ASSERT_TRUE(check);
        for (const AssemblyPair& pair : check->pairs) {
            const auto alone = collide(bodies[pair.a], bodies[pair.b], {.detail = Detail::Curves});
            const auto gap = within(bodies[pair.a], bodies[pair.b], 0.3);
            EXPECT_EQ(difference(Expected(pair.interference), alone), "") << pair.b;
            ASSERT_EQ(pair.nearest.has_value(), gap->within);
            if (pair.nearest) {
                EXPECT_EQ(difference(Expected(*pair.nearest), Expected(gap->nearest)), "");
            }
            ++verdicts[alone->verdict];
            near += gap->within && alone->verdict == Verdict::Apart ? 1 : 0;
        }
    }
    EXPECT_GE(verdicts[Verdict::Crossing], 4);
    EXPECT_GE(near, 2U);
}

} // namespace
} // namespace impinge::tests
