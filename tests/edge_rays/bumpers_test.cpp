// SPDX-License-Identifier: Apache-2.0
//
// A scene whose contacts edge rays find and whose bodies part by impulses: momentum stays, energy
// does not grow, and the exact engine sees nothing pass through anything.
#include "scenes/bumpers/bumpers.hpp"

#include "scenes/motion/check_motion.hpp"
#include "tests/raster/devices.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace impinge::tests {
namespace {

using scenes::BumperParameters;
using scenes::Bumpers;
using scenes::MotionCheck;
using scenes::MotionSums;

class BumperScene : public EveryDevice {
  protected:
    [[nodiscard]] BumperParameters parameters() const {
        return {
            .bodies = 6, .speed = 1.5, .edge_rays = {.device = GetParam().kind, .resolution = 160}};
    }
    /// Mesa draws edges slowly.
    [[nodiscard]] static int frames() {
        const bool is_fast = GetParam().kind == raster::DeviceKind::Software;
        return is_fast ? static_cast<int>(std::min<std::size_t>(scaled(60), 60)) : 8;
    }
    /// Long enough for every body to have met some other.
    [[nodiscard]] static bool is_long() { return frames() >= 30; }
};
IMPINGE_ON_EVERY_DEVICE(BumperScene);

/// Sums after every frame.
std::vector<MotionSums> run(Bumpers& scene, int frames, const Context& context = {}) {
    std::vector<MotionSums> sums{*scene.sums()};
    for (int i = 0; i < frames; ++i) {
        need(scene.advance(context));
        sums.push_back(*scene.sums());
    }
    return sums;
}

void expect_momentum_stays(const std::vector<MotionSums>& sums) {
    // In kg m/s, of bodies of some ten kilograms that fly a metre a second: rounding alone.
    for (const MotionSums& now : sums) {
        EXPECT_LT(length(now.momentum - sums.front().momentum), 1e-9);
        EXPECT_LT(length(now.angular_momentum - sums.front().angular_momentum), 1e-9);
    }
}

TEST_P(BumperScene, KeepsMomentumAndEnergyWhereNothingIsLost) {
    BumperParameters lossless = parameters();
    lossless.restitution = 1;
    auto scene = need(Bumpers::make(lossless));
    const auto sums = run(scene, frames());
    EXPECT_GE(scene.impulses(), is_long() ? 8U : 0U);
    expect_momentum_stays(sums);
    for (const MotionSums& now : sums) {
        EXPECT_NEAR(now.energy / sums.front().energy, 1, 1e-12);
    }
}

TEST_P(BumperScene, LosesEnergyAndNeverGainsAny) {
    BumperParameters lossy = parameters();
    lossy.restitution = 0.6;
    auto scene = need(Bumpers::make(lossy));
    const auto sums = run(scene, frames());
    expect_momentum_stays(sums);
    int losses = 0;
    for (std::size_t i = 1; i < sums.size(); ++i) {
        EXPECT_LE(sums[i].energy, sums[i - 1].energy * (1 + 1e-14));
        losses += sums[i].energy < sums[i - 1].energy * (1 - 1e-9) ? 1 : 0;
    }
    if (is_long()) {
        EXPECT_GT(losses, 5);
        EXPECT_LT(sums.back().energy, 0.9 * sums.front().energy);
    }
}

/// Of all frames.
MotionCheck checked(Bumpers& scene, int frames) {
    MotionCheck check;
    for (int i = 0; i < frames; ++i) {
        need(scene.advance(
            {}, [&](const scenes::MovingScene& moved) { scenes::check_step(check, moved); }));
        need(scenes::check_contacts(check, scene));
    }
    return check;
}

TEST_P(BumperScene, LetsNothingThroughByTheExactEngine) {
    auto scene = need(Bumpers::make(parameters()));
    const MotionCheck check = checked(scene, frames());
    EXPECT_EQ(check.too_deep, 0U);
    EXPECT_EQ(check.too_far, 0U);
    EXPECT_EQ(check.swallowed, 0U);
    EXPECT_EQ(check.verdicts, 0U);
    EXPECT_EQ(check.contacts, 0U);
    EXPECT_GE(check.exact_pairs, static_cast<std::uint64_t>(6 * frames())); // with the room
    if (is_long()) {
        EXPECT_GT(check.deepest, 0);
    }
}

TEST_P(BumperScene, IsFoundOutWhereNobodyAnswers) {
    auto scene = need(Bumpers::make(parameters()));
    need(scene.use_contacts([](std::span<const Body>, const scenes::PairMatters&, const Context&) {
        return Expected<scenes::FrameContacts>(scenes::FrameContacts{});
    }));
    const MotionCheck check = checked(scene, 40);
    EXPECT_GT(check.too_deep, 0U);
    EXPECT_GT(check.verdicts, 0U);
    EXPECT_EQ(scene.impulses(), 0U);
}

TEST(Bumpers, HaveTheSameBitsForAnyNumberOfThreads) {
    const auto digest = [](unsigned threads) {
        auto scene =
            need(Bumpers::make({.bodies = 6, .speed = 1.5, .edge_rays = {.resolution = 160}}));
        run(scene, 8, Context(threads));
        return scene.hash();
    };
    EXPECT_EQ(digest(1), digest(3));
}

TEST_P(BumperScene, RefusesWhatMakesNoSense) {
    const auto refused = [&](auto change) {
        BumperParameters wrong = parameters();
        change(wrong);
        const auto scene = Bumpers::make(wrong);
        return !scene && scene.error().code == ErrorCode::InvalidArgument;
    };
    EXPECT_TRUE(refused([](BumperParameters& p) { p.bodies = 0; }));
    EXPECT_TRUE(refused([](BumperParameters& p) { p.restitution = 1.01; }));
    EXPECT_TRUE(refused([](BumperParameters& p) { p.restitution = std::nan(""); }));
    EXPECT_TRUE(refused([](BumperParameters& p) { p.speed = 0; }));
    EXPECT_TRUE(refused([](BumperParameters& p) { p.edge_rays.resolution = 63; }));
    EXPECT_FALSE(refused([](BumperParameters&) {}));
}

} // namespace
} // namespace impinge::tests
