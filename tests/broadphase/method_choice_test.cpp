// SPDX-License-Identifier: Apache-2.0
//
// What Auto picks, why it says so, and that it sticks to it.
#include "broadphase/method_choice.hpp"

#include "base/random.hpp"
#include "impinge/broadphase.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

namespace impinge::tests {
namespace {

bool is_sweep(BroadPhaseMethod method) {
    return method == BroadPhaseMethod::SweepInsertion || method == BroadPhaseMethod::SweepBubble;
}

/// Boxes of side 1 that fill about a hundredth of a cube, moved at will.
class Swarm {
  public:
    explicit Swarm(std::size_t count, std::uint64_t seed = 31)
        : random_(seed), side_(5 * std::cbrt(static_cast<double>(count))) {
        for (std::size_t i = 0; i < count; ++i) {
            boxes_.push_back(anywhere());
            phase_.insert(boxes_.back());
        }
    }

    /// All boxes move by up to this along each axis.
    BroadPhaseUpdate drift(double most) {
        for (Box3& box : boxes_) {
            box = moved(box, most);
        }
        phase_.move_all(boxes_);
        return phase_.update();
    }
    /// One box in so many is moved, the others are not even named.
    BroadPhaseUpdate drift_some(double most, std::size_t one_in) {
        for (std::size_t i = 0; i < boxes_.size(); i += one_in) {
            boxes_[i] = moved(boxes_[i], most);
            phase_.move(static_cast<std::uint32_t>(i), boxes_[i]);
        }
        return phase_.update();
    }
    BroadPhaseUpdate leap() {
        for (Box3& box : boxes_) {
            box = anywhere();
        }
        phase_.move_all(boxes_);
        return phase_.update();
    }
    [[nodiscard]] std::span<const Box3> boxes() const { return boxes_; }

  private:
    Box3 anywhere() {
        const Vec3d corner = random_.in_box({0, 0, 0}, {side_, side_, side_});
        return {corner, corner + Vec3d{1, 1, 1}};
    }
    Box3 moved(const Box3& box, double most) {
        const Vec3d by = random_.in_box({-most, -most, -most}, {most, most, most});
        return {box.min + by, box.max + by};
    }

    Random random_;
    double side_;
    std::vector<Box3> boxes_;
    BroadPhase phase_;
};

TEST(MethodChoice, ComparesAllOfAFewBoxes) {
    Swarm swarm(12);
    for (int frame = 0; frame < 30; ++frame) {
        EXPECT_EQ(swarm.drift(0.01).method, BroadPhaseMethod::BruteForce);
    }
}

TEST(MethodChoice, SortsByInsertionWhenManyMoveALittle) {
    Swarm swarm(400);
    EXPECT_EQ(swarm.drift(0.001).method, BroadPhaseMethod::Batch);
    for (int frame = 0; frame < 20; ++frame) {
        (void)swarm.drift(0.001);
    }
    for (int frame = 0; frame < 50; ++frame) {
        EXPECT_EQ(swarm.drift(0.001).method, BroadPhaseMethod::SweepInsertion);
    }
}

TEST(MethodChoice, BubblesWhenFewMove) {
    Swarm swarm(3000);
    for (int frame = 0; frame < 20; ++frame) {
        (void)swarm.drift_some(0.1, 100);
    }
    for (int frame = 0; frame < 50; ++frame) {
        EXPECT_EQ(swarm.drift_some(0.1, 100).method, BroadPhaseMethod::SweepBubble);
    }
}

TEST(MethodChoice, StartsFromScratchWhenBoxesPassManyOthers) {
    Swarm swarm(5000);
    for (int frame = 0; frame < 30; ++frame) {
        EXPECT_EQ(swarm.drift(0.2).method, BroadPhaseMethod::Batch);
    }
}

TEST(MethodChoice, DoesNotSortAfterALeap) {
    Swarm swarm(1000);
    for (int frame = 0; frame < 20; ++frame) {
        (void)swarm.drift(0.001);
    }
    EXPECT_TRUE(is_sweep(swarm.drift(0.001).method));
    const BroadPhaseUpdate update = swarm.leap();
    EXPECT_EQ(update.method, BroadPhaseMethod::Batch);
    EXPECT_EQ(update.swaps, 0U);
    EXPECT_NE(update.reason.find("leapt"), std::string_view::npos) << update.reason;
}

TEST(MethodChoice, ChangesEverMoreRarelyWhenMotionKeepsChanging) {
    MethodChoice choice;
    BroadPhaseMethod before = BroadPhaseMethod::Batch;
    int changes = 0;
    for (int update = 0; update < 4000; ++update) {
        const bool calm = update / 20 % 2 == 0; // 20 calm updates, then 20 wild ones, and so on
        const auto chosen =
            choice.next({.boxes = 1000, .moved = 1000, .swaps = calm ? 100.0 : 1e5, .remade = 0});
        changes += is_sweep(chosen.method) != is_sweep(before) ? 1 : 0;
        before = chosen.method;
    }
    EXPECT_GE(changes, 2);
    EXPECT_LE(changes, 8);
}

TEST(MethodChoice, StaysWithWhatItHasNearTheBorder) {
    MethodChoice choice;
    Random random(32);
    int changes = 0;
    BroadPhaseMethod before = choice.next({1000, 1000, 350, 0}).method;
    for (int update = 0; update < 4000; ++update) {
        const BroadPhaseMethod now = choice.next({1000, 1000, random.uniform(200, 500), 0}).method;
        changes += now != before ? 1 : 0;
        before = now;
    }
    EXPECT_EQ(changes, 1);
}

TEST(MethodChoice, PrefersAFreshStartWhileManyComeAndGo) {
    MethodChoice choice;
    for (int update = 0; update < 100; ++update) {
        EXPECT_EQ(choice.next({2000, 20, 50, 400}).method, BroadPhaseMethod::Batch);
    }
}

TEST(MethodChoice, LearnsHowManySwapsItsEstimatesMean) {
    MethodChoice choice;
    const MotionFacts facts{1000, 1000, 300, 0};
    for (int update = 0; update < 20; ++update) {
        (void)choice.next(facts);
    }
    EXPECT_TRUE(is_sweep(choice.next(facts).method));
    for (int update = 0; update < 8; ++update) {
        choice.learn(facts, 8000);
        (void)choice.next(facts);
    }
    EXPECT_EQ(choice.next(facts).method, BroadPhaseMethod::Batch);
}

TEST(MethodChoice, HasAReasonForEachMethod) {
    std::set<std::string> reasons;
    MethodChoice choice;
    const auto note = [&](const MotionFacts& facts, int updates) {
        for (int update = 0; update < updates; ++update) {
            reasons.insert(std::string(choice.next(facts).reason));
        }
    };
    note({5, 5, 5, 0}, 1);
    note({1000, 1000, 1e5, 0}, 1);
    note({1000, 1000, 10, 0}, 20);
    note({1000, 10, 10, 0}, 2);
    note({1000, 1000, 5000, 0}, 3);
    note({1000, 10, 10, 0}, 40);
    note({1000, 1000, 1e6, 0}, 1);
    EXPECT_EQ(reasons.size(), 7U);
}

TEST(MotionEstimate, IsNearTheSwapsThatAreNeeded) {
    for (const double most : {0.01, 0.1}) {
        Swarm swarm(2000);
        BroadPhase sweep({.method = BroadPhaseMethod::SweepInsertion});
        for (const Box3& box : swarm.boxes()) {
            sweep.insert(box);
        }
        (void)sweep.update();
        const std::vector<Box3> before(swarm.boxes().begin(), swarm.boxes().end());
        (void)swarm.drift(most);
        sweep.move_all(swarm.boxes());
        const auto swaps = static_cast<double>(sweep.update().swaps);
        MotionEstimate estimate;
        estimate.add_all(before, swarm.boxes());
        EXPECT_NEAR(estimate.moved(), 2000, 1e-6);
        EXPECT_GT(estimate.swaps(before), swaps / 1.5);
        EXPECT_LT(estimate.swaps(before), swaps * 1.5);
    }
}

TEST(MotionEstimate, KeepsItsHeadAmongInfiniteAndEmptyBoxes) {
    const double infinite = std::numeric_limits<double>::infinity();
    const std::vector<Box3> strange = {Box3{},
                                       {{-infinite, 0, 0}, {infinite, 1, 1}},
                                       {{0, 0, std::nan("")}, {1, 1, 1}},
                                       {{-1.7e308, 0, 0}, {1.7e308, 1, 1}}};
    const std::vector<Box3> turned(strange.rbegin(), strange.rend());
    MotionEstimate estimate;
    estimate.add_all(strange, turned);
    EXPECT_TRUE(std::isfinite(estimate.swaps(strange)));
    EXPECT_EQ(MotionEstimate().swaps({}), 0);
}

} // namespace
} // namespace impinge::tests
