// SPDX-License-Identifier: Apache-2.0
//
// All methods of the broad phase, frame after frame, against the double loop of
// broad_phase_simulation.hpp; and what only one example can tell.
#include "impinge/broadphase.hpp"

#include "tests/broadphase/broad_phase_simulation.hpp"
#include "tests/support/scale.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

namespace impinge::tests {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::array all_methods{BroadPhaseMethod::Auto,        BroadPhaseMethod::SweepInsertion,
                                 BroadPhaseMethod::SweepBubble, BroadPhaseMethod::IntervalTree,
                                 BroadPhaseMethod::Batch,       BroadPhaseMethod::BruteForce};

Box3 cube_at(double x, double y = 0, double z = 0) { return {{x, y, z}, {x + 1, y + 1, z + 1}}; }

class EveryMethod : public testing::TestWithParam<BroadPhaseMethod> {};

INSTANTIATE_TEST_SUITE_P(BroadPhase, EveryMethod, testing::ValuesIn(all_methods),
                         [](const auto& test) {
                             std::string name = to_string(test.param);
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

/// Returns how many pairs came and went.
std::size_t simulate(BroadPhaseTwins& twins, BoxSimulation& simulation, std::size_t frames) {
    for (std::size_t i = 0; i < 30; ++i) {
        EXPECT_TRUE(twins.insert(simulation.new_body()));
    }
    std::size_t events = 0;
    for (std::size_t frame = 0; frame < frames; ++frame) {
        if (frame % 7 == 3) {
            simulation.shake(twins);
        }
        if (frame % 11 != 5) { // now and then nothing happens
            simulation.disturb(twins);
        }
        const ToldPairs expected = twins.expect();
        events += expected.added.size() + expected.removed.size();
        const BroadPhaseUpdate update = twins.phase.update();
        if (told_by(update) != expected) {
            ADD_FAILURE() << "differs in frame " << frame;
            break;
        }
        EXPECT_FALSE(update.partial);
        EXPECT_FALSE(update.reason.empty());
    }
    return events;
}

TEST_P(EveryMethod, EqualsTheDoubleLoopInLongSimulations) {
    for (const auto places : {BoxPlaces::Anywhere, BoxPlaces::Lattice}) {
        BroadPhaseTwins twins({.method = GetParam()});
        BoxSimulation simulation(21, places);
        const std::size_t events = simulate(twins, simulation, scaled(6000));
        if (is_full_run()) {
            EXPECT_GT(events, 90'000U);
        }
    }
}

TEST_P(EveryMethod, EqualsTheDoubleLoopWithATolerance) {
    BroadPhaseTwins twins({.method = GetParam(), .tolerance = 0.25});
    BoxSimulation simulation(23, BoxPlaces::Lattice);
    (void)simulate(twins, simulation, scaled(2000));
}

TEST_P(EveryMethod, LeavesStationaryBoxesUnpaired) {
    BroadPhase phase({.method = GetParam()});
    for (int i = 0; i < 3; ++i) {
        phase.insert(cube_at(i), Mobility::Stationary);
    }
    phase.insert(cube_at(2));
    EXPECT_THAT(phase.update().pairs, ElementsAre(BoxPair{1, 3}, BoxPair{2, 3}));
    phase.set_mobility(1, Mobility::Moving);
    BroadPhaseUpdate update = phase.update();
    EXPECT_THAT(update.added, ElementsAre(BoxPair{0, 1}, BoxPair{1, 2}));
    EXPECT_THAT(update.removed, IsEmpty());
    phase.set_mobility(3, Mobility::Stationary);
    update = phase.update();
    EXPECT_THAT(update.pairs, ElementsAre(BoxPair{0, 1}, BoxPair{1, 2}, BoxPair{1, 3}));
    EXPECT_THAT(update.removed, ElementsAre(BoxPair{2, 3}));
}

TEST_P(EveryMethod, ReportsThePairsOfARemovedBoxAsRemoved) {
    BroadPhase phase({.method = GetParam()});
    phase.insert(cube_at(0));
    phase.insert(cube_at(0.5));
    phase.insert(cube_at(1));
    EXPECT_EQ(phase.update().added.size(), 3U);
    phase.remove(1);
    EXPECT_EQ(phase.size(), 2U);
    EXPECT_THAT(phase.update().removed, ElementsAre(BoxPair{0, 1}, BoxPair{1, 2}));
    EXPECT_EQ(phase.insert(cube_at(-0.5)), 1U);
    EXPECT_EQ(phase.insert(cube_at(7)), 3U);
    const BroadPhaseUpdate update = phase.update();
    EXPECT_THAT(update.added, ElementsAre(BoxPair{0, 1}));
    EXPECT_THAT(update.pairs, ElementsAre(BoxPair{0, 1}, BoxPair{0, 2}));
}

TEST_P(EveryMethod, TellsNothingOfABoxThatIsRemovedAndPutBack) {
    BroadPhase phase({.method = GetParam()});
    phase.insert(cube_at(0));
    phase.insert(cube_at(0.5));
    (void)phase.update();
    phase.remove(0);
    phase.insert(cube_at(0.25));
    const BroadPhaseUpdate update = phase.update();
    EXPECT_THAT(update.pairs, ElementsAre(BoxPair{0, 1}));
    EXPECT_THAT(update.added, IsEmpty());
    EXPECT_THAT(update.removed, IsEmpty());
}

TEST_P(EveryMethod, GrowsBoxesByTheToleranceButNotEmptyOnes) {
    BroadPhase phase({.method = GetParam(), .tolerance = 0.5});
    phase.insert(cube_at(0));
    phase.insert(cube_at(2));
    phase.insert(cube_at(4.0625));
    phase.insert({{0.6, 0, 0}, {0.5, 1, 1}});
    EXPECT_THAT(phase.update().pairs, ElementsAre(BoxPair{0, 1}));
    phase.move_all(std::vector{cube_at(0), cube_at(2.0625), cube_at(4), Box3{}});
    EXPECT_THAT(phase.update().pairs, ElementsAre(BoxPair{1, 2}));
}

TEST_P(EveryMethod, IgnoresNumbersThatNameNoBox) {
    BroadPhase phase({.method = GetParam()});
    EXPECT_THAT(phase.update().pairs, IsEmpty());
    phase.insert(cube_at(0));
    phase.insert(cube_at(0.5));
    phase.remove(0);
    phase.remove(0);
    phase.remove(9);
    phase.move(0, cube_at(0.5));
    phase.move(9, cube_at(0.5));
    phase.set_mobility(0, Mobility::Stationary);
    phase.set_mobility(9, Mobility::Stationary);
    phase.move_all(std::vector(5, cube_at(0.5)));
    EXPECT_EQ(phase.size(), 1U);
    EXPECT_THAT(phase.update().pairs, IsEmpty());
    phase.insert(cube_at(0));
    EXPECT_THAT(phase.update().pairs, ElementsAre(BoxPair{0, 1}));
}

TEST_P(EveryMethod, MovesWithItsBoxes) {
    BroadPhase first({.method = GetParam()});
    first.insert(cube_at(0));
    first.insert(cube_at(0.5));
    (void)first.update();
    BroadPhase second = std::move(first);
    second.move(0, cube_at(9));
    EXPECT_THAT(second.update().removed, ElementsAre(BoxPair{0, 1}));
}

TEST_P(EveryMethod, IsWholeAgainAfterACancelledUpdate) {
    BroadPhaseTwins twins({.method = GetParam()});
    BoxSimulation simulation(24, BoxPlaces::Anywhere);
    for (int i = 0; i < 50; ++i) {
        (void)twins.insert(simulation.new_body());
    }
    Context cancelled;
    cancelled.cancel();
    for (int frame = 0; frame < 5; ++frame) {
        simulation.disturb(twins);
        const BroadPhaseUpdate update = twins.phase.update(cancelled);
        EXPECT_EQ(update.partial, update.method == BroadPhaseMethod::BruteForce);
        EXPECT_TRUE(update.partial || told_by(update) == twins.expect());
    }
    EXPECT_EQ(told_by(twins.phase.update()).pairs, twins.expect().pairs);
}

TEST_P(EveryMethod, TellsTheSameForAnyNumberOfThreads) {
    Random random(25);
    // Enough for threads to be used; brute force needs fewer.
    const bool brute = GetParam() == BroadPhaseMethod::BruteForce;
    std::vector<Box3> boxes(brute ? 1000 : 6000);
    const double side = brute ? 8 : 20;
    for (Box3& box : boxes) {
        const Vec3d corner = random.in_box({0, 0, 0}, {side, side, side});
        box = {corner, corner + random.in_box({0, 0, 0}, {1, 1, 1})};
    }
    std::vector<BroadPhase> phases(3);
    for (BroadPhase& phase : phases) {
        phase.set_method(GetParam());
        for (const Box3& box : boxes) {
            phase.insert(box);
        }
    }
    for (int frame = 0; frame < 3; ++frame) {
        const BroadPhaseUpdate one = phases[0].update(Context(1));
        EXPECT_GT(one.pairs.size(), boxes.size() / 4);
        for (const unsigned threads : {2U, 5U}) {
            const BroadPhaseUpdate more = phases[threads / 2].update(Context(threads));
            EXPECT_TRUE(told_by(more) == told_by(one)) << threads << " threads, frame " << frame;
            EXPECT_EQ(more.swaps, one.swaps);
            EXPECT_EQ(more.tests, one.tests);
        }
        for (Box3& box : boxes) {
            const Vec3d by = random.in_box({-0.01, -0.01, -0.01}, {0.01, 0.01, 0.01});
            box = {box.min + by, box.max + by};
        }
        std::for_each(phases.begin(), phases.end(),
                      [&](BroadPhase& phase) { phase.move_all(boxes); });
    }
}

TEST(BroadPhase, EqualsTheDoubleLoopWhileMethodsChange) {
    BroadPhaseTwins twins({});
    BoxSimulation simulation(26, BoxPlaces::Lattice);
    Random random(27);
    for (std::size_t frame = 0; frame < scaled(3000); ++frame) {
        if (random.below(3) == 0) {
            twins.phase.set_method(all_methods[random.below(all_methods.size())]);
        }
        simulation.disturb(twins);
        ASSERT_TRUE(told_by(twins.phase.update()) == twins.expect()) << "frame " << frame;
    }
}

TEST(BroadPhase, EqualsTheDoubleLoopWhenVeryManyComeAndGoAtOnce) {
    BroadPhaseTwins twins({.method = BroadPhaseMethod::SweepInsertion});
    BoxSimulation simulation(28, BoxPlaces::Anywhere);
    for (std::uint32_t round = 0; round < 4; ++round) {
        for (int i = 0; i < 300; ++i) {
            (void)twins.insert(simulation.new_body());
        }
        ASSERT_TRUE(told_by(twins.phase.update()) == twins.expect());
        for (std::uint32_t i = round; i < twins.bodies.size(); i += 3) {
            twins.remove(i);
        }
        ASSERT_TRUE(told_by(twins.phase.update()) == twins.expect());
    }
}

TEST(BroadPhase, ComparisonSeesAWrongAnswer) {
    BroadPhaseTwins twins({});
    (void)twins.insert({cube_at(0)});
    (void)twins.insert({cube_at(0.5)});
    twins.phase.move(1, cube_at(5)); // the list of bodies is not told
    EXPECT_FALSE(told_by(twins.phase.update()) == twins.expect());
}

TEST(BroadPhase, SweepsCountSwaps) {
    for (const auto method : {BroadPhaseMethod::SweepInsertion, BroadPhaseMethod::SweepBubble}) {
        BroadPhase phase({.method = method});
        phase.insert({{0, 0, 0}, {1, 1, 1}});
        phase.insert({{2, 0, 0}, {3, 1, 1}});
        EXPECT_EQ(phase.update().swaps, 0U);
        phase.move(0, {{1, 0, 0}, {2, 1, 1}}); // its end passes a begin by being equal
        BroadPhaseUpdate update = phase.update();
        EXPECT_EQ(update.swaps, 1U) << to_string(method);
        EXPECT_THAT(update.added, ElementsAre(BoxPair{0, 1}));
        phase.move(0, {{4, 0, 0}, {5, 1, 1}}); // its begin passes two, its end one
        update = phase.update();
        EXPECT_EQ(update.swaps, 3U) << to_string(method);
        EXPECT_THAT(update.removed, ElementsAre(BoxPair{0, 1}));
        phase.move(0, {{0, 0, 0}, {1, 1, 1}}); // right through the other, and nothing to tell
        update = phase.update();
        EXPECT_EQ(update.swaps, 4U) << to_string(method);
        EXPECT_THAT(update.added, IsEmpty());
        EXPECT_THAT(update.removed, IsEmpty());
        EXPECT_EQ(update.tests, 0U);
    }
}

} // namespace
} // namespace impinge::tests
