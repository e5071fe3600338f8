// SPDX-License-Identifier: Apache-2.0
#include "check/pair_extras.hpp"

#include "base/random.hpp"
#include "check/checker.hpp"
#include "tests/support/scale.hpp"
#include "tests/viewer/box_mesh.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace impinge::viewer {
namespace {

CheckResult extras_of(const std::vector<CheckedBody>& bodies, WantedExtras wanted,
                      std::optional<PairOfBodies> measured = {}) {
    CheckRequest request;
    request.revision = request.serial = 1;
    request.bodies = bodies;
    request.extras = wanted;
    request.measured = measured;
    CheckResult last;
    PairChecks checks;
    checks.run(request, Context(1), [&](const CheckResult& result) { last = result; });
    EXPECT_EQ(last.stage, CheckStage::Done);
    return last;
}

Vec3d random_point(Random& random) {
    const double x = random.unit();
    const double y = random.unit();
    return {x, y, random.unit()};
}

TEST(PairExtras, OverlapsOfBoxesAreTheBoxesTheyHaveInCommon) {
    Random random(7);
    std::size_t met = 0;
    const std::size_t cases = tests::scaled(200);
    for (std::size_t i = 0; i < cases; ++i) {
        const Vec3d low = random_point(random) * 1.25;
        const Vec3d size = random_point(random) + Vec3d{0.2, 0.2, 0.2};
        const std::vector<CheckedBody> bodies{checked_box({0, 0, 0}, {1, 1, 1}),
                                              checked_box(low, low + size)};
        const Box3 common = intersection({{0, 0, 0}, {1, 1, 1}}, {low, low + size});
        const bool overlaps = !is_empty(common);
        const CheckResult found = extras_of(bodies, {.overlaps = true, .interest = true});
        const PairFinding* pair = found.find({0, 1});
        ASSERT_EQ(pair != nullptr && pair->overlap != nullptr, overlaps);
        ASSERT_EQ(found.interest.size(), overlaps ? 1U : 0U);
        met += overlaps ? 1 : 0;
        if (!overlaps) {
            continue;
        }
        EXPECT_EQ(found.interest.front().box, common);
        const Vec3d sides = extent(common);
        EXPECT_NEAR(pair->overlap->volume, sides.x * sides.y * sides.z, 1e-12);
        EXPECT_NEAR(pair->overlap->area,
                    2 * (sides.x * sides.y + sides.y * sides.z + sides.z * sides.x), 1e-12);
        ASSERT_EQ(pair->overlap->regions.size(), 1U);
        EXPECT_NE(pair->overlap->regions.front().shape, nullptr);
    }
    EXPECT_GT(met, cases * 3 / 10);
    EXPECT_LT(met, cases * 7 / 10);
}

TEST(PairExtras, OverlapsOfWhatIsNoSolidSayWhy) {
    Mesh open = box_mesh({0, 0, 0}, {1, 1, 1});
    open.triangles.pop_back();
    const std::vector<CheckedBody> bodies{
        {std::make_shared<const Mesh>(open), {}, {{0, 0, 0}, {1, 1, 1}}, true},
        checked_box({0.5, 0.5, 0.5}, {2, 2, 2})};
    const CheckResult found = extras_of(bodies, {.overlaps = true});
    const PairFinding* pair = found.find({0, 1});
    ASSERT_TRUE(pair != nullptr && pair->overlap);
    EXPECT_EQ(pair->overlap->measurable, Measurable::NotSolid);
    EXPECT_FALSE(pair->overlap->reasons.empty());
}

TEST(PairExtras, NothingIsMeasuredThatIsNotWanted) {
    const std::vector<CheckedBody> bodies{checked_box({0, 0, 0}, {1, 1, 1}),
                                          checked_box({0.5, 0, 0}, {2, 1, 1})};
    const CheckResult found = extras_of(bodies, {}, PairOfBodies(0, 1));
    const PairFinding* pair = found.find({0, 1});
    ASSERT_NE(pair, nullptr);
    EXPECT_EQ(pair->overlap, nullptr);
    EXPECT_EQ(pair->features, nullptr);
    EXPECT_TRUE(found.interest.empty());
}

std::size_t corners_of(const NamedFeature& feature) { return feature.outline.size(); }

/// A box beyond a face, an edge or a corner of another is nearest to that.
TEST(PairExtras, FeaturesOfBoxesFollowFromTheirOffsets) {
    Random random(11);
    std::array<std::size_t, 3> seen{};
    const std::size_t cases = tests::scaled(200);
    for (std::size_t i = 0; i < cases; ++i) {
        const std::size_t gaps = i % 3; // besides that along x
        Vec3d low = random_point(random) * 0.5 + Vec3d{1.25, 0.25, 0.25};
        low.y += gaps >= 1 ? 1 : 0;
        low.z += gaps >= 2 ? 1 : 0;
        const std::vector<CheckedBody> bodies{checked_box({0, 0, 0}, {1, 1, 1}),
                                              checked_box(low, low + Vec3d{1, 1, 1})};
        const CheckResult found = extras_of(bodies, {.features = true}, PairOfBodies(0, 1));
        const PairFinding* pair = found.find({0, 1});
        ASSERT_TRUE(pair != nullptr && pair->features);
        const FeatureFinding& features = *pair->features;
        EXPECT_EQ(features.of, FeatureFinding::Of::Polytopes);
        const std::size_t corners = gaps == 0 ? 4 : gaps == 1 ? 2 : 1;
        EXPECT_EQ(corners_of(features.a), corners);
        EXPECT_EQ(corners_of(features.b), corners);
        for (const Vec3d& corner : features.a.outline) {
            EXPECT_EQ(corner.x, 1);
        }
        const Vec3d gap{low.x - 1, std::max(0.0, low.y - 1), std::max(0.0, low.z - 1)};
        EXPECT_NEAR(features.length, length(gap), 1e-12);
        EXPECT_NEAR(length(features.point_b - features.point_a), length(gap), 1e-12);
        ++seen[gaps];
    }
    EXPECT_GT(*std::ranges::min_element(seen), cases / 4);
}

TEST(PairExtras, FeaturesOfBoxesThatOverlapAreThoseThatPartThem) {
    const std::vector<CheckedBody> bodies{checked_box({0, 0, 0}, {1, 1, 1}),
                                          checked_box({0.9, 0.2, 0.3}, {2, 0.7, 0.8})};
    const CheckResult found = extras_of(bodies, {.features = true}, PairOfBodies(0, 1));
    const PairFinding* pair = found.find({0, 1});
    ASSERT_TRUE(pair != nullptr && pair->features);
    EXPECT_EQ(pair->features->of, FeatureFinding::Of::Penetration);
    EXPECT_NEAR(pair->features->length, 0.1, 1e-12);
}

TEST(PairExtras, FeaturesOfOtherMeshesAreThoseOfTheNearestTriangles) {
    Mesh dented = box_mesh({0, 0, 0}, {1, 1, 1});
    dented.positions[7] = {0.6, 0.6, 0.6}; // no longer convex
    const auto finding = [&](Vec3d low) {
        const std::vector<CheckedBody> bodies{
            {std::make_shared<const Mesh>(dented), {}, {{0, 0, 0}, {1, 1, 1}}, true},
            checked_box(low, low + Vec3d{1, 1, 1})};
        const CheckResult found = extras_of(bodies, {.features = true}, PairOfBodies(0, 1));
        const PairFinding* pair = found.find({0, 1});
        return pair == nullptr ? nullptr : pair->features;
    };
    const auto corner = finding({-1.5, -1.25, -1.125});
    ASSERT_NE(corner, nullptr);
    EXPECT_EQ(corner->of, FeatureFinding::Of::Triangles);
    EXPECT_EQ(corner->a.name, "vertex 0");
    EXPECT_EQ(corner->b.name, "vertex 7");
    const auto edge = finding({-1.5, -1.25, 0.25});
    ASSERT_NE(edge, nullptr);
    EXPECT_EQ(edge->a.name, "edge 0-4");
    EXPECT_EQ(corners_of(edge->b), edge->b.name.starts_with("edge") ? 2U : 1U);
    EXPECT_EQ(finding({0.25, 0.25, 0.25}), nullptr); // they overlap, and are not both convex
}

} // namespace
} // namespace impinge::viewer
