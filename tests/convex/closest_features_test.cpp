// SPDX-License-Identifier: Apache-2.0
#include "convex/closest_features/exhaustive_search.hpp"
#include "convex/convex_pair.hpp"
#include "tests/convex/convex_oracle.hpp"
#include "tests/convex/convex_poses.hpp"
#include "tests/convex/cycling_cases.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

namespace impinge::tests {
namespace {

constexpr double distance_bound = 1e-14; // of the size; 1e-12 is asked for
constexpr double place_bound = 2e-13;    // the oracle's planes of slivers are no better

/// Two bodies of ConvexPoses with all that answers are measured against.
struct Trial {
    const Polytope& shape_a;
    const Polytope& shape_b;
    ConvexBody a;
    ConvexBody b;
    OracleSolid solid_a;
    OracleSolid solid_b;
    double size; ///< the largest number on the way
    double distance;

    Trial(const Polytope& first, const Rigid& first_pose, const Polytope& second,
          const Rigid& second_pose)
        : shape_a(first), shape_b(second), a{first, first_pose}, b{second, second_pose},
          solid_a(oracle_solid(first, first_pose)), solid_b(oracle_solid(second, second_pose)),
          size(std::max({solid_a.size, solid_b.size, first.data().reach * first_pose.scale,
                         second.data().reach * second_pose.scale})),
          distance(static_cast<double>(oracle_distance(solid_a, solid_b))) {}
    Trial(const ConvexPoses& poses, const ConvexCase& made)
        : Trial(poses.shapes()[made.shape_a], made.pose_a, poses.shapes()[made.shape_b],
                made.pose_b) {}
};

/// How far a point is from the feature it should lie on, in the world.
double off_feature(const ConvexBody& body, PolytopeFeature feature, Vec3d point) {
    const auto world = [&](std::uint32_t vertex) {
        return apply(body.pose, body.shape.vertices()[vertex]);
    };
    if (feature.kind == FeatureKind::Vertex) {
        return length(world(feature.index) - point);
    }
    if (feature.kind == FeatureKind::Edge) {
        const auto [tail, head] = body.shape.edge(feature.index);
        const Vec3d along = world(head) - world(tail);
        const double way =
            std::clamp(dot(point - world(tail), along) / squared_length(along), 0.0, 1.0);
        return length(world(tail) + along * way - point);
    }
    const Vec3d normal = body.shape.face_normal(feature.index);
    const Vec3d upward = Vec3d{dot(body.pose.row_x, normal), dot(body.pose.row_y, normal),
                               dot(body.pose.row_z, normal)};
    return std::abs(dot(upward, point - world(body.shape.face(feature.index)[0])));
}

/// An empty sentence if the answer is right.
std::string complaint(const Trial& trial, const ClosestFeatures& found) {
    const auto off = [&](double amount, double bound) { return !(amount <= bound * trial.size); };
    if (found.penetrating ? found.distance != 0 : !(found.distance > 0)) {
        return "penetrating and distance disagree";
    }
    if (off(std::abs(found.distance - trial.distance), distance_bound)) {
        return "distance " + std::to_string(found.distance) + " instead of " +
               std::to_string(trial.distance);
    }
    const Long outside = std::max(outside_by(trial.solid_a, found.point_a),
                                  outside_by(trial.solid_b, found.point_b));
    if (off(static_cast<double>(outside), place_bound)) {
        return "a point is no point of its body";
    }
    if (off(std::abs(length(found.point_b - found.point_a) - found.distance), distance_bound)) {
        return "the points are not the distance apart";
    }
    if (!found.penetrating && (off(off_feature(trial.a, found.features.a, found.point_a), 1e-14) ||
                               off(off_feature(trial.b, found.features.b, found.point_b), 1e-14))) {
        return "a point does not lie on its feature";
    }
    return {};
}

PolytopeFeature any_feature(Random& random, const Polytope& shape) {
    const auto kind = static_cast<FeatureKind>(random.below(3));
    const std::size_t count = kind == FeatureKind::Vertex ? shape.vertex_count()
                              : kind == FeatureKind::Edge ? shape.edge_count()
                                                          : shape.face_count();
    return {kind, static_cast<std::uint32_t>(random.below(count))};
}

FeatureKind kind_of(PolytopeFeature feature) { return feature.kind; }

TEST(ClosestFeatures, AgreeWithBruteForceInEveryPositionAndFromAnyStart) {
    ConvexPoses poses(20261);
    Random random(1);
    std::size_t penetrating = 0;
    std::size_t searched = 0;
    std::map<std::pair<FeatureKind, FeatureKind>, std::size_t> kinds;
    const std::size_t count = scaled(30'000);
    for (std::size_t i = 0; i < count; ++i) {
        const ConvexCase made = poses.next();
        const Trial trial(poses, made);
        const auto found = closest_features(trial.a, trial.b);
        ASSERT_TRUE(found.has_value());
        ASSERT_EQ(complaint(trial, *found), "")
            << "case " << i << ", family " << static_cast<int>(made.family);
        const FeaturePair start{any_feature(random, trial.shape_a),
                                any_feature(random, trial.shape_b)};
        const auto other = closest_features(trial.a, trial.b, start);
        ASSERT_EQ(complaint(trial, *other), "")
            << "case " << i << " from a random start, family " << static_cast<int>(made.family);
        penetrating += found->penetrating ? 1 : 0;
        searched += found->searched ? 1 : 0;
        ++kinds[{kind_of(found->features.a), kind_of(found->features.b)}];
    }
    if (is_full_run()) {
        EXPECT_GT(penetrating, count * 3 / 10);
        EXPECT_LT(penetrating, count * 7 / 10);
        EXPECT_GT(searched, count / 200); // the hard families are there to cause it
        EXPECT_LT(searched, count / 10);
        EXPECT_EQ(kinds.size(), 9u);
    }
}

TEST(ClosestFeatures, WalkAloneIsRightWherePositionsAreNotDegenerate) {
    ConvexPoses poses(7);
    std::size_t steps = 0;
    std::size_t cycled = 0;
    const std::size_t count = scaled(5'000);
    for (std::size_t i = 0; i < count; ++i) {
        const Trial trial(poses, poses.next(PoseFamily::Anywhere));
        const RelativePose pose = relative_pose(trial.a.pose, trial.b.pose);
        const WalkResult found =
            walk_to_closest(trial.shape_a.data(), trial.shape_b.data(), pose, {});
        cycled += found.end == WalkEnd::Cycled ? 1 : 0;
        ASSERT_EQ(found.end == WalkEnd::Common, found.end != WalkEnd::Cycled && trial.distance == 0)
            << "case " << i;
        steps += found.steps;
    }
    EXPECT_LT(steps, count * 10);
    // One of about 75,000 was seen: a walk that notices it has come round, and leaves it to the
    // search.
    EXPECT_LE(cycled, count / 20'000);
}

/// In the world.
double distance_of(const WalkResult& found, const Trial& trial, const RelativePose& pose) {
    return found.end == WalkEnd::Common ? 0
                                        : length(walk_direction(found, pose)) * trial.a.pose.scale;
}

TEST(ClosestFeatures, SearchOverAllFeaturesAgreesWithBruteForceWithAndWithoutABound) {
    ConvexPoses poses(99);
    Random random(99);
    std::size_t all = 0;
    std::size_t bounded = 0;
    for (std::size_t i = 0; i < scaled(3'000); ++i) {
        const Trial trial(poses, poses.next());
        const RelativePose pose = relative_pose(trial.a.pose, trial.b.pose);
        const PairInFrames frames{trial.shape_a.data(), trial.shape_b.data(), pose};
        const WalkResult found = search_all_features(frames);
        ASSERT_NEAR(distance_of(found, trial, pose), trial.distance, distance_bound * trial.size)
            << i;
        // Any direction will do, and any distance that is not too small.
        const Vec3d tilt = random.in_box({-0.1, -0.1, -0.1}, {0.1, 0.1, 0.1});
        const double known = length(walk_direction(found, pose)) * random.uniform(1, 1.1);
        const WalkResult again =
            search_all_features(frames, {known, facing_direction(frames, found) + tilt});
        ASSERT_NEAR(distance_of(again, trial, pose), trial.distance, distance_bound * trial.size)
            << i;
        all += found.steps;
        bounded += again.steps;
    }
    EXPECT_LT(bounded, all / 2);
}

TEST(ClosestFeatures, EveryStartEndsAtTheSameDistance) {
    std::size_t starts = 0;
    for (const Placed& placed : cycling_cases()) {
        const Polytope a_shape = polytope_of(placed.a);
        const Polytope b_shape = polytope_of(placed.b);
        const Trial trial(a_shape, {}, b_shape, placed.pose);
        const std::vector<PolytopeFeature> features_b = all_features(trial.shape_b);
        for (const PolytopeFeature& a : all_features(trial.shape_a)) {
            for (const PolytopeFeature& b : features_b) {
                const auto found = closest_features(trial.a, trial.b, {a, b});
                ASSERT_EQ(complaint(trial, *found), "")
                    << "case " << &placed << " start " << starts;
                ++starts;
            }
        }
    }
    EXPECT_GT(starts, 5000u);
}

struct Expectation {
    const char* name;
    Rigid pose;
    FeatureKind a;
    FeatureKind b;
    double distance;
};

TEST(ClosestFeatures, ParallelFeaturesAreReportedWithTheHighestDimension) {
    using enum FeatureKind;
    const Polytope cube = polytope_of(scenes::box({-1, -1, -1}, {1, 1, 1}));
    const Rigid eighth = rotation_degrees({0, 0, 1}, 45);
    const auto moved = [](Rigid pose, Vec3d offset) {
        pose.translation = offset;
        return pose;
    };
    const double diagonal = std::sqrt(2.0);
    const std::array<Expectation, 9> table{{
        {"faces over each other", translation({0.5, 0.25, 4}), Face, Face, 2},
        {"equal faces over each other", translation({0, 0, 4}), Face, Face, 2},
        {"faces turned against each other", moved(eighth, {0, 0, 4}), Face, Face, 2},
        {"faces over each other in a line", translation({2, 0, 4}), Edge, Face, 2},
        {"faces over each other in a point", translation({2, 2, 4}), Vertex, Vertex, 2},
        {"parallel edges", translation({4, 4, 0.5}), Edge, Edge, 2 * diagonal},
        {"parallel edges end to end", translation({4, 4, 2}), Vertex, Vertex, 2 * diagonal},
        {"an edge along a face", moved(eighth, {2 + diagonal, 0, 0}), Face, Edge, 1},
        {"corner to corner", translation({3, 3, 3}), Vertex, Vertex, std::sqrt(3.0)},
    }};
    for (const Expectation& row : table) {
        const auto found = closest_features({cube, {}}, {cube, row.pose});
        ASSERT_TRUE(found.has_value());
        EXPECT_FALSE(found->penetrating) << row.name;
        EXPECT_EQ(found->features.a.kind, row.a) << row.name;
        EXPECT_EQ(found->features.b.kind, row.b) << row.name;
        EXPECT_NEAR(found->distance, row.distance, 4e-15) << row.name;
        const auto again = closest_features({cube, {}}, {cube, row.pose}, found->features);
        EXPECT_EQ(again->features, found->features) << row.name;
        EXPECT_LE(again->steps, 8u) << row.name;
    }
}

TEST(ClosestFeatures, TouchingBodiesPenetrateAtDistanceZero) {
    const Polytope cube = polytope_of(scenes::box({-1, -1, -1}, {1, 1, 1}));
    for (const Vec3d offset : {Vec3d{2, 0, 0}, Vec3d{2, 2, 0}, Vec3d{2, 2, 2}, Vec3d{2, 0.5, 2}}) {
        const auto found = closest_features({cube, {}}, {cube, translation(offset)});
        EXPECT_TRUE(found->penetrating);
        EXPECT_EQ(found->distance, 0);
        EXPECT_EQ(found->point_a, found->point_b);
    }
}

TEST(ClosestFeatures, AWrongAnswerIsNotProved) {
    ConvexPoses poses(5);
    Random random(5);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < scaled(2'000); ++i) {
        const Trial trial(poses, poses.next(PoseFamily::Anywhere));
        const RelativePose pose = relative_pose(trial.a.pose, trial.b.pose);
        const PairInFrames frames{trial.shape_a.data(), trial.shape_b.data(), pose};
        const auto vertex_a =
            static_cast<std::uint32_t>(random.below(trial.shape_a.vertex_count()));
        const auto vertex_b =
            static_cast<std::uint32_t>(random.below(trial.shape_b.vertex_count()));
        WalkResult claim{
            .features = {{FeatureKind::Vertex, vertex_a}, {FeatureKind::Vertex, vertex_b}},
            .point_a = trial.shape_a.vertices()[vertex_a],
            .point_b = trial.shape_b.vertices()[vertex_b]};
        const double distance = length(walk_direction(claim, pose)) * trial.a.pose.scale;
        if (distance > trial.distance + 1e-12 * trial.size) {
            ++wrong;
            ASSERT_FALSE(is_proved(frames, claim, facing_direction(frames, claim))) << i;
        }
        claim.end = WalkEnd::Common;
        if (distance > 1e-12 * trial.size) {
            claim.point_b = pose.a_to_b(claim.point_a);
            const bool inside =
                outside_by(trial.solid_b, apply(trial.a.pose, claim.point_a)) < 1e-13 * trial.size;
            ASSERT_EQ(is_proved(frames, claim, {}), inside) << i;
        }
    }
    EXPECT_GT(wrong, scaled(2'000) / 2);
}

TEST(ClosestFeatures, SlowMotionTakesFewStepsWhateverTheNumberOfFaces) {
    const Polytope a = polytope_of(scenes::random_polytope({.triangles = 400, .seed = 1}));
    const Polytope b = polytope_of(scenes::random_polytope({.triangles = 400, .seed = 2}));
    FeaturePair closest;
    std::size_t steps = 0;
    for (int frame = 0; frame < 720; ++frame) {
        Rigid pose = rotation_degrees({1, 2, 3}, frame);
        pose.translation = apply(rotation_degrees({1, -1, 0}, frame * 0.5), {0, 0, 2.3});
        const auto found = closest_features({a, {}}, {b, pose}, closest);
        closest = found->features;
        steps += frame > 0 ? found->steps : 0;
    }
    EXPECT_LT(steps, 720u * 2);
}

TEST(ClosestFeatures, FeaturesOfAnotherPolytopeAreNoHarmAsAStart) {
    const Polytope cube = polytope_of(scenes::box({-1, -1, -1}, {1, 1, 1}));
    const FeaturePair nonsense{{FeatureKind::Face, 4'000'000'000}, {FeatureKind::Edge, 12}};
    const auto found = closest_features({cube, {}}, {cube, translation({4, 0, 0})}, nonsense);
    EXPECT_EQ(found->distance, 2);
}

TEST(ClosestFeatures, RowsThatAreNearlyOrthonormalChangeTheDistanceAsLittle) {
    ConvexPoses poses(11);
    Random random(11);
    const auto skewed = [&random](Rigid pose) {
        const double skew = 3e-10;
        pose.row_x = pose.row_x + random.in_box({-skew, -skew, -skew}, {skew, skew, skew});
        pose.row_y = pose.row_y + random.in_box({-skew, -skew, -skew}, {skew, skew, skew});
        return pose;
    };
    for (std::size_t i = 0; i < scaled(1'000); ++i) {
        ConvexCase made = poses.next(PoseFamily::Anywhere);
        made.pose_a = skewed(made.pose_a);
        made.pose_b = skewed(made.pose_b);
        const Trial trial(poses, made);
        const auto found = closest_features(trial.a, trial.b);
        ASSERT_TRUE(found.has_value());
        ASSERT_NEAR(found->distance, trial.distance, 1e-8 * trial.size);
        ASSERT_FALSE(found->searched);
    }
}

TEST(ClosestFeatures, PosesThatAreNoRotationsAreRefused) {
    const Polytope cube = polytope_of(scenes::box({-1, -1, -1}, {1, 1, 1}));
    Rigid skewed;
    skewed.row_x.y = 1e-6;
    const Rigid shrunk{.scale = 0};
    const Rigid lost = translation({std::numeric_limits<double>::quiet_NaN(), 0, 0});
    for (const Rigid& pose : {skewed, shrunk, lost}) {
        EXPECT_FALSE(closest_features({cube, pose}, {cube, {}}).has_value());
        EXPECT_FALSE(closest_features({cube, {}}, {cube, pose}).has_value());
    }
}

} // namespace
} // namespace impinge::tests
