// SPDX-License-Identifier: Apache-2.0
//
// Verdicts from closest features, and what they are proved by, against collide() and loops over all
// vertices and planes in long double.
#include "convex/convex_pair.hpp"
#include "convex/support.hpp"
#include "convex/verdict/local_proofs.hpp"
#include "impinge/collide.hpp"
#include "tests/convex/convex_oracle.hpp"
#include "tests/convex/cycling_cases.hpp"
#include "tests/convex/visit_poses.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

namespace impinge::tests {
namespace {

std::optional<Verdict> claimed_by(ConvexVerdict verdict) {
    switch (verdict) {
    case ConvexVerdict::Apart:
        return Verdict::Apart;
    case ConvexVerdict::Crossing:
        return Verdict::Crossing;
    case ConvexVerdict::AInsideB:
        return Verdict::AInsideB;
    case ConvexVerdict::BInsideA:
        return Verdict::BInsideA;
    case ConvexVerdict::Unsure:
        break;
    }
    return std::nullopt;
}

ConvexPair pair_of(const ConvexBody& a, const ConvexBody& b) {
    return {a.shape.data(), b.shape.data(), a.pose, b.pose};
}

Verdict asked_of_collide(const ConvexBody& a, const ConvexBody& b) {
    return collide({a.shape.mesh(), a.pose}, {b.shape.mesh(), b.pose})->verdict;
}

/// A verdict that is not Unsure must be that of collide().
bool agrees(ConvexVerdict verdict, Verdict exact) {
    const auto claimed = claimed_by(verdict);
    return !claimed || *claimed == exact;
}

PolytopeFeature some_feature(Random& random, const Polytope& shape) {
    const std::vector<PolytopeFeature> features = all_features(shape);
    return features[random.below(features.size())];
}

TEST(WalkedVerdict, AComparisonWithCollideRefusesAWrongVerdict) {
    EXPECT_FALSE(agrees(ConvexVerdict::Apart, Verdict::Touching));
    EXPECT_FALSE(agrees(ConvexVerdict::Crossing, Verdict::Same));
    EXPECT_FALSE(agrees(ConvexVerdict::AInsideB, Verdict::BInsideA));
    EXPECT_TRUE(agrees(ConvexVerdict::Unsure, Verdict::Touching));
}

/// How often the features told, where the linear program could tell.
struct Share {
    std::size_t told = 0;
    std::size_t of = 0;

    void count(bool by_features, bool at_all) {
        told += by_features ? 1 : 0;
        of += at_all ? 1 : 0;
    }
    [[nodiscard]] double value() const {
        return static_cast<double>(told) / static_cast<double>(of);
    }
};

TEST(WalkedVerdict, IsThatOfCollideOnEveryHardPoseAndFromAnyMemory) {
    std::array<Share, static_cast<std::size_t>(PoseFamily::Count)> shares;
    std::array<std::size_t, 5> seen{};
    Random random(81);
    ConvexMemory of_others;
    const std::size_t count = scaled(20'000);
    visit_poses(
        81, count, [&](std::size_t i, const ConvexBody& a, const ConvexBody& b, PoseFamily family) {
            const ConvexPair pair = pair_of(a, b);
            const Verdict exact = asked_of_collide(a, b);
            EXPECT_TRUE(agrees(walked_verdict(pair, of_others), exact)) << i;
            ConvexMemory own;
            own.features = {some_feature(random, a.shape), some_feature(random, b.shape)};
            const ConvexVerdict first = convex_verdict(pair, own, ConvexSearch::ClosestFeatures);
            const ConvexVerdict again = walked_verdict(pair, own); // as in the next frame
            EXPECT_TRUE(agrees(first, exact)) << i;
            EXPECT_TRUE(agrees(again, exact)) << i;
            of_others.last = own.last;
            of_others.witness = own.witness;
            shares[static_cast<std::size_t>(family)].count(again != ConvexVerdict::Unsure,
                                                           first != ConvexVerdict::Unsure);
            ++seen[static_cast<std::size_t>(again)];
        });
    if (is_full_run()) {
        for (const std::size_t verdicts : seen) {
            EXPECT_GT(verdicts, count / 60);
        }
        EXPECT_GT(shares[static_cast<std::size_t>(PoseFamily::Anywhere)].value(), 0.98);
        for (const Share& share : shares) {
            EXPECT_GT(share.value(), 0.5) << &share - shares.data();
        }
    }
}

TEST(WalkedVerdict, TheSearchEndsWhereTheLinearProgramDoes) {
    std::size_t unsure = 0;
    const std::size_t count = scaled(10'000);
    visit_poses(82, count,
                [&](std::size_t i, const ConvexBody& a, const ConvexBody& b, PoseFamily) {
                    ConvexMemory one;
                    ConvexMemory other;
                    const ConvexVerdict by_program = *convex_verdict(a, b, one);
                    const ConvexVerdict by_features =
                        *convex_verdict(a, b, other, ConvexSearch::ClosestFeatures);
                    if (by_program == ConvexVerdict::Unsure) {
                        ++unsure;
                    } else {
                        EXPECT_EQ(by_features, by_program) << i;
                    }
                });
    if (is_full_run()) {
        EXPECT_GT(unsure, count / 10);
        EXPECT_LT(unsure, count / 2);
    }
}

TEST(WalkedVerdict, StaysRightWhileBodiesPassThroughEachOther) {
    ConvexPoses poses(83);
    Random random(83);
    Share share;
    std::array<std::size_t, 5> seen{};
    for (std::size_t flight = 0; flight < scaled(150); ++flight) {
        const ConvexCase made = poses.next(PoseFamily::Anywhere);
        const ConvexBody a{poses.shapes()[made.shape_a], made.pose_a};
        const Vec3d axis = random.in_box({-1, -1, -1}, {1, 1, 1});
        const Vec3d away = random.in_box({-3, -3, -3}, {3, 3, 3});
        ConvexMemory memory;
        for (int step = -20; step <= 20; ++step) {
            Rigid turned = compose(made.pose_b, rotation(axis, 0.05 * step));
            turned.translation = made.pose_a.translation + away * (0.05 * step);
            const ConvexBody b{poses.shapes()[made.shape_b], turned};
            const ConvexVerdict walked = walked_verdict(pair_of(a, b), memory);
            const ConvexVerdict verdict =
                walked != ConvexVerdict::Unsure ? walked : *convex_verdict(a, b, memory);
            EXPECT_TRUE(agrees(verdict, asked_of_collide(a, b))) << flight << ' ' << step;
            share.count(walked != ConvexVerdict::Unsure, true);
            ++seen[static_cast<std::size_t>(walked)];
        }
    }
    if (is_full_run()) {
        EXPECT_GT(share.value(), 0.75);
        EXPECT_GT(seen[static_cast<std::size_t>(ConvexVerdict::Apart)], share.of * 3 / 10);
        EXPECT_GT(seen[static_cast<std::size_t>(ConvexVerdict::Crossing)], share.of / 10);
    }
}

TEST(WalkedVerdict, WalksThatGoInCirclesDoNotMisleadIt) {
    std::size_t starts = 0;
    std::size_t told = 0;
    for (const Placed& placed : cycling_cases()) {
        const Polytope shape_a = polytope_of(placed.a);
        const Polytope shape_b = polytope_of(placed.b);
        const ConvexBody a{shape_a};
        const ConvexBody b{shape_b, placed.pose};
        const Verdict exact = asked_of_collide(a, b);
        const std::vector<PolytopeFeature> features_b = all_features(shape_b);
        for (const PolytopeFeature& feature_a : all_features(shape_a)) {
            for (const PolytopeFeature& feature_b : features_b) {
                ConvexMemory memory;
                memory.features = {feature_a, feature_b};
                const ConvexVerdict verdict = walked_verdict(pair_of(a, b), memory);
                ASSERT_TRUE(agrees(verdict, exact))
                    << to_string(exact) << ", case " << &placed << " start " << starts;
                ++starts;
                told += verdict != ConvexVerdict::Unsure ? 1 : 0;
            }
        }
    }
    EXPECT_GT(starts, 5000U);
    EXPECT_GT(told, starts * 3 / 10); // the others touch, or are the same
    EXPECT_LT(told, starts * 9 / 10);
}

/// To any vertex, in long double.
Long highest_of_all(const PolytopeData& shape, Vec3d d) {
    Long highest = -std::numeric_limits<Long>::infinity();
    for (const Vec3d& p : shape.vertices) {
        highest = std::max(highest, Long(p.x) * d.x + Long(p.y) * d.y + Long(p.z) * d.z);
    }
    return highest;
}

/// Across faces and edges too, so that several vertices are equally high.
Vec3d some_direction(Random& random, const PolytopeData& shape) {
    const Vec3d any = random.in_box({-2, -2, -2}, {2, 2, 2});
    switch (random.below(4)) {
    case 0:
        return shape.planes[random.below(shape.planes.size())].normal;
    case 1: {
        const Vec3d edge = shape.edge_vectors[random.below(shape.edge_vectors.size())];
        return any - edge * (dot(any, edge) / squared_length(edge));
    }
    case 2:
        return any * 1e-150;
    default:
        return any;
    }
}

TEST(LocalProofs, NoVertexIsHigherThanAClimbAllows) {
    ConvexPoses poses(84);
    Random random(84);
    std::size_t clear = 0;
    const std::size_t count = scaled(20'000);
    for (std::size_t i = 0; i < count; ++i) {
        const PolytopeData& shape = poses.shapes()[random.below(poses.shapes().size())].data();
        const Vec3d d = some_direction(random, shape);
        const Summit summit =
            climb(shape, d, static_cast<std::uint32_t>(random.below(shape.vertices.size())));
        const double height_error = 3 * unit_roundoff * length_bound(d) * shape.reach;
        const Long above = highest_of_all(shape, d) - Long(summit.height);
        ASSERT_LE(above, Long(summit.hidden) + height_error) << i;
        ASSERT_LT(summit.hidden, 1e-9 * length_bound(d) * shape.reach) << i;
        clear += summit.hidden == 0 ? 1 : 0;
    }
    EXPECT_GT(clear, count * 3 / 10);
    EXPECT_LT(clear, count * 7 / 10);
}

TEST(LocalProofs, OnlyWhatIsApartIsSeparated) {
    ConvexPoses poses(85);
    Random random(85);
    std::size_t separated = 0;
    std::size_t by_scan = 0;
    std::size_t past_each_other = 0;
    std::size_t past_climbed = 0;
    // Fewer have shares that chance moves past what is asserted.
    const std::size_t count = std::max<std::size_t>(scaled(20'000), 2'000);
    for (std::size_t i = 0; i < count; ++i) {
        const ConvexCase made = poses.next();
        const ConvexBody a{poses.shapes()[made.shape_a], made.pose_a};
        const ConvexBody b{poses.shapes()[made.shape_b], made.pose_b};
        const ConvexPair pair = pair_of(a, b);
        const FeaturePair features = closest_features(a, b)->features;
        const FeaturePair start = random.below(2) == 0 ? features
                                                       : FeaturePair{some_feature(random, a.shape),
                                                                     some_feature(random, b.shape)};
        const ClosestFeatures closest = *closest_features(a, b);
        const Vec3d direction = random.below(2) == 0 ? closest.point_b - closest.point_a
                                                     : random.in_box({-1, -1, -1}, {1, 1, 1});
        const double rounding = rounding_of(pair.a, pair.pose_a) + rounding_of(pair.b, pair.pose_b);
        if (features_separate(pair, start, direction, rounding)) {
            ++separated;
            ASSERT_EQ(asked_of_collide(a, b), Verdict::Apart) << i;
        }
        const Slabs slabs = slabs_along(pair, direction, rounding);
        by_scan += slabs.b.min - slabs.a.max > slabs.error ? 1 : 0;
        const bool past =
            slabs.b.min - slabs.a.min > slabs.error && slabs.b.max - slabs.a.max > slabs.error;
        const bool past_by_climbs = reach_past_each_other(pair, direction, rounding);
        ASSERT_LE(past_by_climbs, past) << i;
        past_each_other += past ? 1 : 0;
        past_climbed += past_by_climbs ? 1 : 0;
    }
    EXPECT_GT(by_scan, count / 5);
    EXPECT_LE(separated, by_scan);
    EXPECT_GT(separated, by_scan * 98 / 100);
    EXPECT_GT(past_each_other, count * 3 / 10);
    EXPECT_LT(past_each_other, count * 7 / 10);
    EXPECT_GT(past_climbed, past_each_other * 9 / 10);
}

/// Mostly in one of the two, if not in both.
Vec3d between_vertices(Random& random, const ConvexBody& a, const ConvexBody& b) {
    const auto one_of = [&](const ConvexBody& body) {
        const std::span<const Vec3d> vertices = body.shape.vertices();
        return apply(body.pose, vertices[random.below(vertices.size())]);
    };
    Vec3d point = one_of(b);
    for (int i = 0; i < 3; ++i) {
        const Vec3d other = one_of(random.below(8) == 0 ? a : b);
        point = point + (other - point) * random.uniform(0, 1);
    }
    return point;
}

TEST(LocalProofs, APointInConesLiesInBothBodies) {
    ConvexPoses poses(86);
    Random random(86);
    std::size_t inside = 0;
    std::size_t by_scan = 0;
    std::size_t outside = 0;
    const std::size_t count = scaled(10'000);
    for (std::size_t i = 0; i < count; ++i) {
        const ConvexCase made = poses.next(i % 4 == 0   ? PoseFamily::Anywhere
                                           : i % 4 == 1 ? PoseFamily::Coincident
                                                        : PoseFamily::Nested);
        const ConvexBody a{poses.shapes()[made.shape_a], made.pose_a};
        const ConvexBody b{poses.shapes()[made.shape_b], made.pose_b};
        const ConvexPair pair = pair_of(a, b);
        const Vec3d point = between_vertices(random, a, b);
        const double rounding = rounding_of(pair.a, pair.pose_a) + rounding_of(pair.b, pair.pose_b);
        const FeaturePair start{some_feature(random, a.shape), some_feature(random, b.shape)};
        const bool local = point_in_cones(pair, point, start, rounding).proved;
        const Long out = std::max(outside_by(oracle_solid(a.shape, a.pose), point),
                                  outside_by(oracle_solid(b.shape, b.pose), point));
        if (local) {
            ASSERT_LT(out, -Long(rounding)) << i;
        }
        inside += local ? 1 : 0;
        outside += out > 0 ? 1 : 0;
        by_scan += check_common_point(pair, point, rounding).proved ? 1 : 0;
    }
    EXPECT_GT(by_scan, count / 5);
    EXPECT_GT(outside, count * 3 / 10);
    EXPECT_LE(inside, by_scan);
    EXPECT_GT(inside, by_scan * 9 / 10);
}

TEST(WalkedVerdict, IsUnsureOfPosesBeyondTheRangeOfItsBounds) {
    const Polytope box = polytope_of(scenes::box({0, 0, 0}, {1, 1, 1}));
    for (const double scale : {1e-300, 1e-200, 1e200, 1e300}) {
        const Rigid small{.scale = scale};
        Rigid apart = small;
        apart.translation = {3 * scale, 0, 0};
        ConvexMemory memory;
        EXPECT_EQ(walked_verdict(pair_of({box, small}, {box, apart}), memory),
                  ConvexVerdict::Unsure);
    }
}

} // namespace
} // namespace impinge::tests
