// SPDX-License-Identifier: Apache-2.0
#include "impinge/impact_sound.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace impinge {
namespace {

Impact strike(double time, double speed, Vec3d position = {0, 0, -1}) {
    Impact impact{.time = time};
    impact.normal_speed = speed;
    impact.position = position;
    return impact;
}

TEST(ImpactSound, AModeIsADampedSine) {
    const SoundMaterial material{{{440, 20, 1}}};
    const std::vector<Impact> impacts{strike(0.1, 2)};
    SoundOptions options;
    options.loudness = 0.1;
    const auto sound = impact_sound(impacts, {&material, 1}, 0, 0.5, options);
    ASSERT_TRUE(sound);
    ASSERT_EQ(sound->left.size(), 24000u);
    // Straight ahead: the same for both ears, each with half the power. The recursion starts a
    // sample late.
    for (std::size_t i = 0; i < sound->left.size(); ++i) {
        const double t = (static_cast<double>(i) + 1) / 48000 - 0.1;
        const double expected = t <= 1e-9
                                    ? 0
                                    : 0.1 * 2 * std::sqrt(0.5) * std::exp(-20 * (t - 1.0 / 48000)) *
                                          std::sin(2 * std::numbers::pi * 440 * t);
        ASSERT_NEAR(sound->left[i], expected, 1e-4) << i;
        ASSERT_EQ(sound->left[i], sound->right[i]);
    }
}

TEST(ImpactSound, IsLouderWhereItIsStruckHarderAndOnTheSideItComesFrom) {
    const SoundMaterial material{{{1000, 30, 1}}};
    const auto power = [&](double speed, Vec3d position) {
        const std::vector<Impact> impacts{strike(0, speed, position)};
        const auto sound = impact_sound(impacts, {&material, 1}, 0, 0.2);
        double left = 0;
        double right = 0;
        for (std::size_t i = 0; i < sound->left.size(); ++i) {
            left += double(sound->left[i]) * sound->left[i];
            right += double(sound->right[i]) * sound->right[i];
        }
        return std::array{left, right};
    };
    EXPECT_NEAR(power(2, {0, 0, 1})[0] / power(1, {0, 0, 1})[0], 4, 1e-3);
    EXPECT_NEAR(power(1, {0, 0, 1})[0] / power(1, {0, 0, 3})[0], 9, 1e-2);
    EXPECT_LT(power(1, {2, 0, 0})[0], power(1, {2, 0, 0})[1] * 1e-6);
}

TEST(ImpactSound, NothingIsCutOff) {
    const SoundMaterial material = ringing(Substance::Metal, 1);
    std::vector<Impact> impacts;
    for (int i = 0; i < 1000; ++i) {
        impacts.push_back(strike(i * 1e-3, 50));
    }
    const auto sound = impact_sound(impacts, {&material, 1}, 0, 1);
    float most = 0;
    for (const float sample : sound->left) {
        most = std::max(most, std::fabs(sample));
    }
    EXPECT_GT(most, 0.5F);
    EXPECT_LT(most, 1.0F);
}

TEST(ImpactSound, RefusesWhatMakesNoSense) {
    const SoundMaterial good = ringing(Substance::Wood, 0.5);
    EXPECT_FALSE(impact_sound({}, {&good, 1}, 1, 0));
    EXPECT_FALSE(impact_sound({}, {&good, 1}, 0, std::numeric_limits<double>::infinity()));
    SoundOptions options;
    options.rate = 10;
    EXPECT_FALSE(impact_sound({}, {&good, 1}, 0, 1, options));
    const SoundMaterial bad{{{-1, 1, 1}}};
    EXPECT_FALSE(impact_sound({}, {&bad, 1}, 0, 1));
    EXPECT_EQ(impact_sound({}, {}, 0, 0)->left.size(), 0u);
}

} // namespace
} // namespace impinge
