// SPDX-License-Identifier: Apache-2.0
//
// What edge rays miss and what they invent, against the exact engine and by pixel size; and that
// refinement leaves nothing missed.
//
// An edge is drawn to pixel centres, up to half a pixel beside where it is: so bodies may be said
// to interfere that are no farther apart than that, and what rounding to the grid adds.
#include "impinge/distance.hpp"
#include "impinge/edge_rays.hpp"
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

using imagespace::EdgeRayDecidedBy;
using imagespace::EdgeRayOptions;
using imagespace::EdgeRayRefinement;
using imagespace::EdgeRays;

/// What pixels of one size make of all pairs, and how those were decided, with refinement.
struct Share : PixelShare {
    std::size_t by_rays = 0;
    std::size_t by_closer_look = 0;
    std::size_t proved_apart = 0; ///< of these, without the exact engine
    std::size_t by_exact_engine = 0;
};

/// Pairs, and what the exact engine says of each.
struct Judged {
    SeededPair pair;
    Verdict exact = Verdict::Apart;
};

std::vector<Judged> near_contacts(std::size_t count) {
    std::vector<Judged> pairs;
    for (std::uint64_t i = 0; i < count; ++i) {
        SeededPair pair = i % 4 == 3 ? narrow_gap_pair(8000 + i) : near_contact_pair(7000 + i);
        const Verdict exact = exact_verdict(pair);
        pairs.push_back({std::move(pair), exact});
    }
    return pairs;
}

double gap_between(const SeededPair& pair) {
    return need(distance({pair.a.mesh.view(), pair.a.pose}, {pair.b.mesh.view(), pair.b.pose}))
        .distance;
}

EdgeRays ask(raster::Device& device, const SeededPair& pair, const EdgeRayOptions& options) {
    const std::array bodies{Body{pair.a.mesh.view(), pair.a.pose},
                            Body{pair.b.mesh.view(), pair.b.pose}};
    return need(imagespace::edge_rays(device, bodies, options));
}

void count(Share& share, const Judged& judged, const EdgeRays& seen) {
    if (seen.pairs.empty()) { // the boxes do not meet
        EXPECT_EQ(judged.exact, Verdict::Apart);
        ++share.clear;
        return;
    }
    ASSERT_EQ(seen.pairs.size(), 1U);
    const imagespace::EdgeRayPair& pair = seen.pairs[0];
    EXPECT_TRUE(pair.settled);
    const bool found = interferes(pair.interference.verdict);
    const bool is_there = interferes(judged.exact);
    ++(is_there ? share.interfering : share.clear);
    share.missed += is_there && !found ? 1 : 0;
    share.invented += found && !is_there ? 1 : 0;
    share.pixel_size += seen.pixel_size;
    switch (pair.decided_by) {
    case EdgeRayDecidedBy::Rays:
        ++share.by_rays;
        break;
    case EdgeRayDecidedBy::Refinement:
        ++share.by_closer_look;
        if (!found) {
            ++share.proved_apart;
            EXPECT_EQ(pair.interference.certainty, Certainty::Conservative);
            EXPECT_EQ(judged.exact, Verdict::Apart); // touching cannot be proved by pixels either
        }
        break;
    case EdgeRayDecidedBy::Exact:
        ++share.by_exact_engine;
        EXPECT_EQ(pair.interference.certainty, Certainty::Exact);
        EXPECT_EQ(pair.interference.verdict, judged.exact);
        break;
    }
    if (found && !is_there) {
        const double gap = gap_between(judged.pair) / seen.pixel_size;
        EXPECT_LE(gap, 0.5 + 3.0 / 256);
        share.worst_gap = std::max(share.worst_gap, gap);
    }
}

Share study(raster::Device& device, const std::vector<Judged>& pairs,
            const EdgeRayOptions& options) {
    Share share;
    share.resolution = options.resolution;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        SCOPED_TRACE(testing::Message() << "pair " << i << " at " << options.resolution);
        count(share, pairs[i], ask(device, pairs[i].pair, options));
    }
    return share;
}

void print(const std::vector<Share>& shares) {
    std::cout << "\n| pixels | mean pixel size | interfering | missed | clear | invented | widest "
                 "gap among them | decided by rays | closer look | of these proved apart | exact "
                 "engine |\n|---|---|---|---|---|---|---|---|---|---|---|\n";
    for (const Share& s : shares) {
        std::cout << "| " << s.resolution << " | " << std::setprecision(3)
                  << s.pixel_size / static_cast<double>(s.interfering + s.clear) << " | "
                  << s.interfering << " | " << s.missed << " | " << s.clear << " | " << s.invented
                  << " | " << s.worst_gap << " pixels | " << s.by_rays << " | " << s.by_closer_look
                  << " | " << s.proved_apart << " | " << s.by_exact_engine << " |\n";
    }
}

/// Both devices look at the same rays; the slower one at fewer.
class EdgeMisses : public EveryDevice {
  protected:
    [[nodiscard]] std::vector<Judged> pairs() const {
        return near_contacts(scaled(is_software() ? 400 : 32));
    }
    [[nodiscard]] std::vector<int> resolutions() const {
        return is_software() ? std::vector{8, 16, 32, 64, 128, 256} : std::vector{8, 64};
    }
};
IMPINGE_ON_EVERY_DEVICE(EdgeMisses);

TEST_P(EdgeMisses, AreFewerTheSmallerThePixels) {
    const std::vector<Judged> judged = pairs();
    std::vector<Share> shares;
    for (const int resolution : resolutions()) {
        shares.push_back(study(device(), judged, {.resolution = resolution}));
    }
    print(shares);
    EXPECT_LE(shares.back().missed, shares.front().missed);
    if (is_full_run() && is_software()) {
        for (std::size_t i = 0; i + 1 < shares.size(); ++i) {
            EXPECT_LT(shares[i + 1].missed, shares[i].missed);
        }
        EXPECT_LT(4 * shares.back().missed, shares.front().missed);
        EXPECT_GT(shares.front().missed, shares.front().interfering / 10);
        EXPECT_GT(shares.front().interfering, judged.size() / 2);
        EXPECT_GT(shares.front().clear, judged.size() / 4);
    }
}

TEST_P(EdgeMisses, AreNoneWithRefinement) {
    const std::vector<Judged> judged = pairs();
    std::vector<Share> shares;
    for (const int resolution : {8, 32, 128}) {
        if (is_software() || resolution == 32) {
            shares.push_back(
                study(device(), judged,
                      {.resolution = resolution, .refinement = EdgeRayRefinement::Undecided}));
        }
    }
    print(shares);
    for (const Share& share : shares) {
        EXPECT_EQ(share.missed, 0U);
        if (is_full_run()) {
            EXPECT_GT(share.proved_apart, 0U);
            EXPECT_GT(share.by_closer_look, share.proved_apart);
            EXPECT_GT(share.by_exact_engine, 0U);
        }
    }
}

TEST_P(EdgeMisses, AreNoneAndNothingIsInventedIfPairsThatWereFoundAreConfirmed) {
    const std::vector<Judged> judged = pairs();
    const EdgeRayOptions options{.resolution = 32,
                                 .refinement = EdgeRayRefinement::Undecided,
                                 .confirmation = imagespace::Confirmation::Exact};
    const Share share = study(device(), judged, options);
    EXPECT_EQ(share.missed, 0U);
    EXPECT_EQ(share.invented, 0U);
    EXPECT_GT(share.proved_apart, 0U);
    EXPECT_EQ(share.proved_apart, share.by_closer_look);
    EXPECT_EQ(share.by_exact_engine + share.proved_apart + share.by_rays, judged.size());
    EXPECT_EQ(share.by_rays, 0U);
}

} // namespace
} // namespace impinge::tests
