// SPDX-License-Identifier: Apache-2.0
#include "convex/closest_features.hpp"

#include "base/no_throw.hpp"
#include "convex/convex_pose.hpp"
#include "convex/walk/certificate.hpp"
#include "convex/walk/exhaustive_search.hpp"
#include "convex/walk/flat_features.hpp"

namespace impinge::inline v0 {
namespace {

/// Between the points in the world. The translations are subtracted from each other first, so that
/// nothing is lost far from the origin.
Vec3d world_difference(const ConvexPair& pair, const WalkResult& found) {
    const Vec3d a = out_of_frame(pair.pose_a, found.point_a) * pair.pose_a.scale;
    const Vec3d b = out_of_frame(pair.pose_b, found.point_b) * pair.pose_b.scale;
    return (b - a) + (pair.pose_b.translation - pair.pose_a.translation);
}

ClosestFeatures in_world(const ConvexPair& pair, const WalkResult& found) {
    ClosestFeatures answer;
    answer.penetrating = found.end == WalkEnd::Common;
    answer.features = found.features;
    answer.steps = found.steps;
    answer.point_a = apply(pair.pose_a, found.point_a);
    if (answer.penetrating) {
        answer.point_b = answer.point_a;
    } else {
        answer.point_b = apply(pair.pose_b, found.point_b);
        answer.distance = length(world_difference(pair, found));
    }
    return answer;
}

SearchBound bound_of(const PairInFrames& frames, const WalkResult& found, Vec3d facing) {
    if (found.end == WalkEnd::Common) {
        return {};
    }
    return {length(walk_direction(found, frames.pose)), facing};
}

} // namespace

ClosestFeatures closest_features(const ConvexPair& pair, const FeaturePair& start) {
    const RelativePose pose = relative_pose(pair.pose_a, pair.pose_b);
    const PairInFrames frames{pair.a, pair.b, pose};
    WalkResult found = walk_to_closest(pair.a, pair.b, pose, start);
    Vec3d facing = facing_direction(frames, found);
    const bool proved = is_proved(frames, found, facing);
    if (!proved) {
        const std::uint32_t steps = found.steps;
        found = search_all_features(frames, bound_of(frames, found, facing));
        found.steps += steps;
        facing = facing_direction(frames, found);
    }
    if (found.end != WalkEnd::Common) {
        const bool touching = length(walk_direction(found, pose)) <= tolerance(frames);
        found.end = touching ? WalkEnd::Common : WalkEnd::Apart;
    }
    if (found.end == WalkEnd::Apart) {
        found.features = raise_to_flat(frames, found, facing);
    }
    ClosestFeatures answer = in_world(pair, found);
    answer.searched = !proved;
    return answer;
}

Expected<ClosestFeatures> closest_features(const ConvexBody& a, const ConvexBody& b,
                                           const FeaturePair& start) {
    return no_throw([&]() -> Expected<ClosestFeatures> {
        if (Status status = check_convex_pose(a.pose); !status) {
            return status.error();
        }
        if (Status status = check_convex_pose(b.pose); !status) {
            return status.error();
        }
        return closest_features(ConvexPair{a.shape.data(), b.shape.data(), a.pose, b.pose}, start);
    });
}

} // namespace impinge::inline v0
