// SPDX-License-Identifier: Apache-2.0
//
// Clearance maps of bodies whose clearance is known.
#include "impinge/clearance.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/comb.hpp"
#include "tests/raster/devices.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/shapes.hpp"

#include <gmock/gmock.h>

namespace impinge::tests {
namespace {

using imagespace::clearance_map;
using imagespace::ClearanceClass;
using imagespace::ClearanceMap;
using imagespace::ClearanceOptions;
using scenes::box;
using testing::HasSubstr;

constexpr Vec3d down{0, 0, -1};

Body body(const Mesh& mesh, const Rigid& pose = {}) { return {mesh.view(), pose}; }

class Clearance : public EveryDevice {
  protected:
    [[nodiscard]] ClearanceMap map(const Body& a, const Body& b,
                                   const ClearanceOptions& options) const {
        return need(clearance_map(device(), a, b, options));
    }
};

TEST_P(Clearance, OfABoxOverABoxIsTheGapBetweenThem) {
    const Mesh lower = box({0, 0, 0}, {4, 4, 1});
    const Mesh upper = box({1, 1, 1.5}, {3, 3, 2});
    const ClearanceMap found =
        map(body(upper), body(lower), {.direction = down, .resolution = 64, .tolerance = 0.1});
    EXPECT_EQ(found.statistics.pixels.both, found.statistics.pixels.gap);
    EXPECT_GT(found.statistics.pixels.both, 3000U);
    EXPECT_EQ(found.statistics.pixels.a_only, 0U);
    EXPECT_GT(found.statistics.pixels.b_only, 0U) << "the window has a margin";
    EXPECT_NEAR(found.statistics.smallest_gap.value(), 0.5, 1e-6);
    EXPECT_NEAR(found.statistics.smallest_gap_at.z, 1.25, 1e-6);
    EXPECT_EQ(found.statistics.deepest_overlap, 0);
    EXPECT_EQ(found.statistics.overlap_volume, 0);
    EXPECT_EQ(found.statistics.contact_area, 0);
    for (std::size_t i = 0; i < found.clearance.size(); ++i) {
        if (found.classes[i] == ClearanceClass::Gap) {
            EXPECT_NEAR(found.clearance[i], 0.5F, 1e-6F);
        } else {
            EXPECT_TRUE(std::isnan(found.clearance[i]));
        }
    }
}

TEST_P(Clearance, OfBoxesThatOverlapIsMinusTheThicknessOfTheOverlap) {
    const Mesh lower = box({0, 0, 0}, {4, 4, 1});
    const Mesh upper = box({1, 1, 0.75}, {3, 3, 2});
    const ClearanceMap found =
        map(body(upper), body(lower), {.direction = down, .resolution = 64, .tolerance = 0.1});
    const auto& statistics = found.statistics;
    EXPECT_EQ(statistics.pixels.both, statistics.pixels.overlap);
    EXPECT_FALSE(statistics.smallest_gap.has_value());
    EXPECT_NEAR(statistics.deepest_overlap, 0.25, 1e-6);
    EXPECT_NEAR(statistics.deepest_overlap_at.z, 0.875, 1e-6);
    EXPECT_NEAR(statistics.overlap_volume, 1, statistics.overlap_volume_bound);
    EXPECT_LT(statistics.overlap_volume_bound, 0.15);
    EXPECT_GT(statistics.overlap_volume_bound, 0);
}

TEST_P(Clearance, WithinTheToleranceIsContact) {
    const Mesh lower = box({0, 0, 0}, {4, 4, 1});
    for (const double gap : {-0.04, 0.0, 0.04}) {
        const Mesh upper = box({1, 1, 1 + gap}, {3, 3, 2});
        const ClearanceMap found =
            map(body(upper), body(lower), {.direction = down, .resolution = 64, .tolerance = 0.05});
        EXPECT_EQ(found.statistics.pixels.contact, found.statistics.pixels.both);
        EXPECT_NEAR(found.statistics.contact_area, 4, 0.2);
    }
}

TEST_P(Clearance, HasAContactBandOfAPixelUnlessToldOtherwise) {
    const Mesh lower = box({0, 0, 0}, {4, 4, 1});
    const Mesh upper = box({1, 1, 1.5}, {3, 3, 2});
    const ClearanceMap found = map(body(upper), body(lower), {.direction = down, .resolution = 42});
    EXPECT_NEAR(found.pixel_size, 0.05, 1e-9);
    EXPECT_EQ(found.tolerance, found.pixel_size);
    EXPECT_NEAR(found.pixel_area, 0.0025, 1e-9);
}

TEST_P(Clearance, OfABodyWithinTheOtherIsMinusItsThickness) {
    const Mesh outer = box({0, 0, 0}, {4, 4, 4});
    const Mesh inner = box({1, 1, 1}, {3, 3, 1.5});
    for (const bool exchanged : {false, true}) {
        const ClearanceMap found =
            map(body(exchanged ? inner : outer), body(exchanged ? outer : inner),
                {.direction = down, .resolution = 64});
        EXPECT_NEAR(found.statistics.deepest_overlap, 0.5, 1e-6);
        EXPECT_NEAR(found.statistics.overlap_volume, 2, found.statistics.overlap_volume_bound);
    }
}

TEST_P(Clearance, OfABallOverAPlateGrowsWithItsRoundness) {
    const Mesh ball = scenes::bumpy_sphere({.triangles = 20000, .amplitude = 0});
    const Mesh plate = box({-2, -2, -1}, {2, 2, 0});
    const ClearanceMap found = map(body(ball, translation({0, 0, 1.25})), body(plate),
                                   {.direction = down, .resolution = 101, .tolerance = 0});
    EXPECT_NEAR(found.statistics.smallest_gap.value(), 0.25, 1e-3);
    int compared = 0;
    for (int y = 0; y < found.view.height; ++y) {
        for (int x = 0; x < found.view.width; ++x) {
            const Vec3d place = raster::to_world(found.view, {x + 0.5, y + 0.5, 0});
            const double squared = place.x * place.x + place.y * place.y;
            if (squared < 0.8) {
                ++compared;
                const auto pixel = static_cast<std::size_t>(y * found.view.width + x);
                EXPECT_NEAR(found.clearance[pixel], 1.25 - std::sqrt(1 - squared), 2e-3);
            }
        }
    }
    EXPECT_GT(compared, 4000);
}

TEST_P(Clearance, BetweenPlatesThatAlternateIsTheSmallestGap) {
    const auto [a, b] = scenes::interlocked_combs(5);
    const ClearanceMap found = map(body(a), body(b), {.direction = down, .resolution = 64});
    EXPECT_GT(found.pixels_by_layers, 1000U);
    EXPECT_EQ(found.statistics.pixels.overlap, 0U);
    EXPECT_EQ(found.statistics.deepest_overlap, 0);
    const ClearanceMap shifted =
        map(body(a), body(b, translation({0, 0, 0.05})), {.direction = down, .resolution = 64});
    EXPECT_NEAR(shifted.statistics.smallest_gap.value(),
                found.statistics.smallest_gap.value() - 0.05, 1e-5);
}

TEST_P(Clearance, AddsUpSeveralOverlapsAlongARay) {
    // Two plates of 1 and one of 10 that swallows half of each.
    const Mesh plates =
        fanned(joined({tests::box({0, 0, 0}, {4, 4, 1}), tests::box({0, 0, 3}, {4, 4, 4})}), 0);
    const Mesh block = box({1, 1, 0.5}, {3, 3, 3.5});
    const ClearanceMap found =
        map(body(plates), body(block), {.direction = down, .resolution = 32});
    EXPECT_EQ(found.pixels_by_layers, found.statistics.pixels.both);
    EXPECT_NEAR(found.statistics.deepest_overlap, 1, 1e-6);
    EXPECT_NEAR(found.statistics.overlap_volume, 4, found.statistics.overlap_volume_bound);
}

TEST_P(Clearance, LooksAcrossTheGapWithAInFront) {
    const Mesh a = box({0, 0, 0}, {1, 3, 3});
    const Mesh b = box({1.5, 0, 0}, {3, 3, 3});
    EXPECT_EQ(map(body(a), body(b), {.resolution = 8}).view.axis_z, (Vec3d{1, 0, 0}));
    EXPECT_EQ(map(body(b), body(a), {.resolution = 8}).view.axis_z, (Vec3d{-1, 0, 0}));
    const Mesh overlapping = box({0.9, 0, 0}, {3, 3, 3});
    EXPECT_EQ(map(body(a), body(overlapping), {.resolution = 8}).view.axis_z, (Vec3d{1, 0, 0}));
}

TEST_P(Clearance, ShowsBothBodiesWhereTheirProjectionsDoNotMeet) {
    const Mesh a = box({0, 0, 0}, {1, 1, 1});
    const Mesh b = box({4, 0, 3}, {5, 1, 4});
    const ClearanceMap found = map(body(a), body(b), {.direction = down, .resolution = 105});
    EXPECT_EQ(found.statistics.pixels.both, 0U);
    EXPECT_NEAR(static_cast<double>(found.statistics.pixels.a_only), 400, 45);
    EXPECT_NEAR(static_cast<double>(found.statistics.pixels.b_only), 400, 45);
    EXPECT_FALSE(found.statistics.smallest_gap.has_value());
    EXPECT_EQ(found.statistics.overlap_volume_bound, 0);
}

TEST_P(Clearance, DoesNotMindABodyThatIsInsideOut) {
    const Mesh lower = box({0, 0, 0}, {4, 4, 1});
    const Mesh upper = fanned(inside_out(tests::box({1, 1, 0.75}, {3, 3, 2})), 0);
    const ClearanceMap found = map(body(upper), body(lower), {.direction = down, .resolution = 32});
    EXPECT_NEAR(found.statistics.deepest_overlap, 0.25, 1e-6);
}

TEST_P(Clearance, RefusesWhatItCannotMeasure) {
    const Mesh solid = box({0, 0, 0}, {1, 1, 1});
    const Mesh open = fanned(without_face(tests::box({0, 0, 2}, {1, 1, 3}), 0), 0);
    const auto message = [&](const Mesh& a, const Mesh& b, const ClearanceOptions& options) {
        const auto found = clearance_map(device(), body(a), body(b), options);
        return found ? std::string() : found.error().message;
    };
    EXPECT_EQ(message(solid, solid, {.resolution = 8}), "");
    EXPECT_THAT(message(open, solid, {.resolution = 8}), HasSubstr("body A: not a solid (4 open"));
    EXPECT_THAT(message(solid, open, {.resolution = 8}), HasSubstr("body B: not a solid"));
    EXPECT_THAT(message(solid, Mesh{}, {.resolution = 8}), HasSubstr("body B: not a solid"));
    EXPECT_THAT(message(solid, solid, {.resolution = 0}), HasSubstr("resolution must be 1 to"));
    EXPECT_THAT(message(solid, solid, {.resolution = 1 << 30}), HasSubstr("resolution"));
    EXPECT_THAT(message(solid, solid, {.tolerance = -1}), HasSubstr("tolerance"));
    EXPECT_THAT(message(solid, solid, {.direction = Vec3d{}}), HasSubstr("direction"));
}

TEST_P(Clearance, IsPartialWhenCancelled) {
    const Mesh solid = box({0, 0, 0}, {1, 1, 1});
    const Context cancelled;
    cancelled.cancel();
    const auto found =
        need(clearance_map(device(), body(solid), body(solid), {.resolution = 8}, cancelled));
    EXPECT_TRUE(found.partial);
    EXPECT_TRUE(found.clearance.empty());
    const ClearanceMap whole = map(body(solid), body(solid), {.resolution = 8});
    EXPECT_FALSE(whole.partial);
    EXPECT_TRUE(need(compare_with_rays(whole, body(solid), body(solid), 1, cancelled)).partial);
    EXPECT_TRUE(need(imagespace::vertex_clearance(body(solid), body(solid), whole.view, cancelled))
                    .partial);
}

TEST_P(Clearance, WorksInOnePixel) {
    const Mesh a = box({0, 0, 0}, {1, 1, 1});
    const Mesh b = box({0, 0, 2}, {1, 1, 3});
    const ClearanceMap found = map(body(a), body(b), {.resolution = 1});
    EXPECT_EQ(found.statistics.pixels.both, 1U);
    EXPECT_NEAR(found.statistics.smallest_gap.value(), 1, 1e-6);
}

IMPINGE_ON_EVERY_DEVICE(Clearance);

} // namespace
} // namespace impinge::tests
