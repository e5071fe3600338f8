// SPDX-License-Identifier: Apache-2.0
//
// Several directions: each is asked on its own, and what all of them say together is what the query
// along all of them must have said.
#include "impinge/depth_methods.hpp"
#include "tests/imagespace/near_contact.hpp"
#include "tests/raster/devices.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <array>

namespace impinge::tests {
namespace {

using imagespace::DepthSession;
using imagespace::Extent;
using imagespace::Sampled;
using imagespace::SampledOptions;

class Directions : public EveryDevice {};
IMPINGE_ON_EVERY_DEVICE(Directions);

Body body_of(const PlacedMesh& placed) { return {placed.mesh.view(), placed.pose}; }

Sampled ask(raster::Device& device, const SeededPair& pair, const SampledOptions& options) {
    return need(imagespace::sampled_collide(device, body_of(pair.a), body_of(pair.b), options));
}

SampledOptions along(int directions) {
    SampledOptions options{.resolution = 32};
    options.projection.directions = directions;
    return options;
}

/// Of one view on its own.
std::uint64_t pixels_along(raster::Device& device, const SeededPair& pair,
                           const raster::View& view) {
    SampledOptions options = along(1);
    options.extent = Extent::AllPixels;
    options.projection.direction = view.axis_z;
    const Sampled alone = ask(device, pair, options);
    EXPECT_EQ(alone.views.size(), 1U);
    EXPECT_NEAR(length(alone.views.front().axis_z - view.axis_z), 0, 1e-15);
    EXPECT_NEAR(pixel_size(alone.views.front()) / pixel_size(view), 1, 1e-12);
    return alone.overlapping_pixels;
}

TEST_P(Directions, ShowTogetherWhatEachShowsAlone) {
    std::size_t overlapping = 0;
    std::size_t only_from_aside = 0;
    const std::size_t cases = scaled(60);
    for (std::uint64_t i = 0; i < cases; ++i) {
        SCOPED_TRACE(i);
        const SeededPair pair = near_contact_pair(21000 + i);
        SampledOptions options = along(7);
        options.extent = Extent::AllPixels;
        const Sampled all = ask(device(), pair, options);
        if (all.views.empty()) {
            continue; // boxes prove it
        }
        ASSERT_EQ(all.views.size(), 7U);
        std::uint64_t sum = 0;
        std::uint64_t first = 0;
        for (std::size_t k = 0; k < all.views.size(); ++k) {
            const std::uint64_t pixels = pixels_along(device(), pair, all.views[k]);
            first = k == 0 ? pixels : first;
            sum += pixels;
        }
        EXPECT_EQ(all.overlapping_pixels, sum);
        EXPECT_EQ(all.interference.verdict == Verdict::Crossing, sum > 0);
        overlapping += sum > 0 ? 1 : 0;
        only_from_aside += sum > 0 && first == 0 ? 1 : 0;
    }
    if (is_full_run()) {
        EXPECT_GT(overlapping, cases * 3 / 10);
        EXPECT_LT(overlapping, cases * 9 / 10);
        EXPECT_GT(only_from_aside, cases / 20); // else the others would be for nothing
    }
}

TEST_P(Directions, MissNothingThatFewerOfThemFind) {
    constexpr std::array counts{1, 2, 3, 7, 13};
    std::array<std::size_t, counts.size()> missed{};
    std::size_t interfering = 0;
    for (std::uint64_t i = 0; i < scaled(150); ++i) {
        SCOPED_TRACE(i);
        const SeededPair pair = near_contact_pair(22000 + i);
        if (!interferes(exact_verdict(pair))) {
            continue;
        }
        ++interfering;
        bool found_before = false;
        for (std::size_t k = 0; k < counts.size(); ++k) {
            const bool found =
                ask(device(), pair, along(counts[k])).interference.verdict == Verdict::Crossing;
            EXPECT_TRUE(found || !found_before);
            missed[k] += found ? 0 : 1;
            found_before = found;
        }
    }
    if (is_full_run()) {
        EXPECT_GT(missed.front(), interfering * 3 / 10);
        EXPECT_LT(missed.back(), missed.front() * 3 / 4);
    }
}

TEST_P(Directions, AreSpreadAroundTheOneThatIsGiven) {
    const SeededPair pair = near_contact_pair(21007);
    SampledOptions options = along(3);
    options.extent = Extent::AllPixels;
    options.projection.direction = Vec3d{0.6, 0, -0.8};
    const Sampled seen = ask(device(), pair, options);
    ASSERT_EQ(seen.views.size(), 3U);
    EXPECT_NEAR(length(seen.views.front().axis_z - *options.projection.direction), 0, 1e-15);
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            EXPECT_NEAR(dot(seen.views[i].axis_z, seen.views[j].axis_z), 0, 1e-15);
        }
    }
}

TEST_P(Directions, AreKeptByASessionWithTheirMaps) {
    const SeededPair pair = near_contact_pair(22003);
    SampledOptions options = along(7);
    options.extent = Extent::AllPixels;
    auto session = need(DepthSession::create(device(), body_of(pair.a), body_of(pair.b), options));
    const Sampled first = need(session.query(pair.a.pose, pair.b.pose));
    ASSERT_EQ(first.views.size(), 7U);
    need(session.query(pair.a.pose, pair.b.pose)); // roles may change
    const Sampled again = need(session.query(pair.a.pose, pair.b.pose));
    EXPECT_TRUE(again.maps_reused);
    EXPECT_EQ(again.views, first.views);
    EXPECT_EQ(again.overlapping_pixels, first.overlapping_pixels);
    EXPECT_LT(again.draws, first.draws);
}

TEST_P(Directions, OfAnExchangedPairAreTheSameLines) {
    for (std::uint64_t i = 0; i < scaled(20); ++i) {
        const SeededPair pair = near_contact_pair(23000 + i);
        const Sampled one = ask(device(), pair, along(13));
        const Sampled other = ask(device(), {pair.b, pair.a, {}}, along(13));
        EXPECT_EQ(one.interference.verdict, other.interference.verdict) << i;
        EXPECT_EQ(one.views.size(), other.views.size()) << i;
    }
}

TEST_P(Directions, AreFrom1To49) {
    const SeededPair pair = seeded_pair(PairClass::ConvexConvex, 3);
    for (const int bad : {0, 50, -3}) {
        const auto refused =
            imagespace::sampled_collide(device(), body_of(pair.a), body_of(pair.b), along(bad));
        ASSERT_FALSE(refused.has_value());
        EXPECT_EQ(refused.error().code, ErrorCode::InvalidArgument);
        EXPECT_NE(refused.error().message.find("49"), std::string::npos);
    }
}

} // namespace
} // namespace impinge::tests
