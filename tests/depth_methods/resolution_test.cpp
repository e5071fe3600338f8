// SPDX-License-Identifier: Apache-2.0
//
// What the pixels miss and what they invent, against the exact engine and by resolution.
//
// An invention is no overlap that is not there at the sample points: the grid of 1/256 pixel moves
// every corner by up to 1/512 pixel to either side, and depths are rounded to floats. So it can
// only happen where the bodies are nearer to each other than both together.
#include "impinge/depth_methods.hpp"
#include "impinge/distance.hpp"
#include "tests/imagespace/near_contact.hpp"
#include "tests/raster/devices.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <array>
#include <iomanip>
#include <iostream>
#include <vector>

namespace impinge::tests {
namespace {

using imagespace::Sampled;

constexpr std::array resolutions{8, 16, 32, 64, 128};

using Study = std::array<PixelShare, resolutions.size()>;

/// How far apart the bodies may be and yet overlap on the grid.
double reach_of_rounding(const raster::View& view) {
    constexpr double sideways = 2 * 1.4143 / 512; // two bodies, along a pixel's diagonal
    constexpr double float_steps = 8 * 0x1p-24;   // of depths, and of corners before rounding
    return sideways * pixel_size(view) + float_steps * (view.far - view.near);
}

void count(PixelShare& share, const SeededPair& pair, Verdict exact, const Sampled& seen) {
    const bool found = seen.interference.verdict == Verdict::Crossing;
    if (interferes(exact)) {
        ++share.interfering;
        share.missed += found ? 0 : 1;
    } else {
        ++share.clear;
        share.invented += found ? 1 : 0;
    }
    if (seen.views.empty()) {
        return;
    }
    const raster::View& view = seen.views.front();
    share.pixel_size += pixel_size(view);
    if (found && !interferes(exact)) {
        const double gap =
            need(distance({pair.a.mesh.view(), pair.a.pose}, {pair.b.mesh.view(), pair.b.pose}))
                .distance;
        EXPECT_LE(gap, reach_of_rounding(view));
        share.worst_gap = std::max(share.worst_gap, gap / pixel_size(view));
    }
}

/// Asks about the pair at every resolution.
void count_all(Study& study, raster::Device& device, const SeededPair& pair) {
    const Verdict exact = exact_verdict(pair);
    for (std::size_t i = 0; i < resolutions.size(); ++i) {
        imagespace::SampledOptions options{.resolution = resolutions[i]};
        options.projection.direction = pair.direction;
        const Sampled seen = need(imagespace::sampled_collide(
            device, {pair.a.mesh.view(), pair.a.pose}, {pair.b.mesh.view(), pair.b.pose}, options));
        EXPECT_TRUE(seen.settled);
        study[i].resolution = resolutions[i];
        count(study[i], pair, exact, seen);
    }
}

void print(const char* title, const Study& study) {
    std::cout << title
              << "\n\n| pixels | mean pixel size | interfering | missed | clear | invented | "
                 "widest gap among them |\n|---|---|---|---|---|---|---|\n";
    for (const PixelShare& share : study) {
        std::cout << "| " << share.resolution << " | " << std::setprecision(3)
                  << share.pixel_size / static_cast<double>(share.interfering + share.clear)
                  << " | " << share.interfering << " | " << share.missed << " | " << share.clear
                  << " | " << share.invented << " | " << share.worst_gap << " pixels |\n";
    }
}

class Resolution : public EveryDevice {};
IMPINGE_ON_EVERY_DEVICE(Resolution);

TEST_P(Resolution, MissesFewerPairsTheSmallerThePixels) {
    Study study{};
    for (std::uint64_t i = 0; i < scaled(400); ++i) {
        SCOPED_TRACE(i);
        count_all(study, device(), near_contact_pair(7000 + i));
    }
    print("Near contact:", study);
    EXPECT_LT(2 * study.back().missed, study.front().missed);
    if (is_full_run()) {
        for (std::size_t i = 0; i + 1 < study.size(); ++i) {
            EXPECT_LT(study[i + 1].missed, study[i].missed);
        }
        EXPECT_GT(study.front().missed, study.front().interfering / 4);
        EXPECT_GT(study.front().interfering, 250U);
        EXPECT_GT(study.front().clear, 80U);
    }
}

TEST_P(Resolution, InventsOnlyWhatTheGridMovedTogether) {
    Study study{};
    for (std::uint64_t i = 0; i < scaled(150); ++i) {
        SCOPED_TRACE(i);
        count_all(study, device(), narrow_gap_pair(8000 + i));
    }
    print("A body in a cavity of its own shape:", study);
    EXPECT_EQ(study.front().interfering, 0U);
    if (is_full_run()) {
        for (std::size_t i = 1; i + 1 < study.size(); ++i) { // 8 pixels are too few to graze
            EXPECT_LT(study[i + 1].invented, study[i].invented);
        }
        EXPECT_GT(study.front().invented, study.front().clear / 4);
        EXPECT_LT(study.back().invented, study[1].invented * 4 / 5);
    }
}

TEST_P(Resolution, MayTakeExactContactForAnOverlapAtAnySize) {
    Study study{};
    for (std::uint64_t i = 0; i < scaled(400); ++i) {
        SCOPED_TRACE(i);
        const SeededPair pair = seeded_pair(PairClass::Tangent, 9000 + i);
        if (exact_verdict(pair) == Verdict::Touching) {
            count_all(study, device(), pair);
        }
    }
    print("Exactly touching:", study);
    if (is_full_run()) {
        EXPECT_GT(study.front().clear, 100U);
    }
    for (const PixelShare& share : study) {
        EXPECT_LT(share.invented, share.clear / 2);
    }
}

} // namespace
} // namespace impinge::tests
