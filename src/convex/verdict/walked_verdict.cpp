// SPDX-License-Identifier: Apache-2.0
//
// A verdict from the closest features (section 3 of Cohen, Lin, Manocha and Ponamgi 1995): the walk
// of Lin and Canny finds them, and what they say is proved from their neighbourhood, so that a
// frame costs as much as bodies have moved, not as they have faces. Where bodies overlap, the
// features are the faces in whose cones (the pseudo-Voronoi regions of the interior) the common
// point of the last frame lies.
//
// Changed: the paper trusts the walk, which rounding may send in circles or stop too early; here it
// proposes, and what is not proved is left open.
#include "convex/closest_features/certificate.hpp"
#include "convex/closest_features/walk.hpp"
#include "convex/convex_pair.hpp"
#include "convex/verdict/local_proofs.hpp"

namespace impinge::inline v0 {
namespace {

class WalkedQuestion {
  public:
    WalkedQuestion(const ConvexPair& pair, ConvexMemory& memory, double rounding)
        : pair_(pair), memory_(memory), rounding_(rounding) {}

    ConvexVerdict answer() {
        const ConvexVerdict verdict =
            is_overlap(memory_.last) ? at_the_common_point() : ConvexVerdict::Unsure;
        return verdict == ConvexVerdict::Unsure ? at_the_closest_features() : verdict;
    }

  private:
    /// Of the last frame.
    ConvexVerdict at_the_common_point() {
        const Vec3d centre_a = apply(pair_.pose_a, pair_.a.centre);
        const Vec3d centre_b = apply(pair_.pose_b, pair_.b.centre);
        const Vec3d point = memory_.witness + (centre_a + centre_b) * 0.5;
        const CommonPoint common = point_in_cones(pair_, point, memory_.features, rounding_);
        if (!common.proved) {
            return ConvexVerdict::Unsure;
        }
        memory_.features = {{FeatureKind::Face, common.face_a}, {FeatureKind::Face, common.face_b}};
        const Vec3d along = centre_b - centre_a;
        memory_.last = reach_past_each_other(pair_, along, rounding_)
                           ? ConvexVerdict::Crossing
                           : overlap_verdict(pair_, along, common, rounding_);
        return memory_.last;
    }

    ConvexVerdict at_the_closest_features() {
        const RelativePose relative = relative_pose(pair_.pose_a, pair_.pose_b);
        const WalkResult found = walk_to_closest(pair_.a, pair_.b, relative, memory_.features);
        memory_.features = found.features;
        if (found.end == WalkEnd::Common) {
            return ConvexVerdict::Unsure; // on the surface of one of them: that proves nothing
        }
        const Vec3d facing =
            out_of_frame(pair_.pose_a, facing_direction({pair_.a, pair_.b, relative}, found));
        if (!features_separate(pair_, found.features, facing, rounding_)) {
            return ConvexVerdict::Unsure;
        }
        memory_.last = ConvexVerdict::Apart;
        memory_.witness = facing;
        return ConvexVerdict::Apart;
    }

    const ConvexPair& pair_;
    ConvexMemory& memory_;
    double rounding_;
};

} // namespace

ConvexVerdict walked_verdict(const ConvexPair& pair, ConvexMemory& memory) {
    const double of_a = rounding_of(pair.a, pair.pose_a);
    const double of_b = rounding_of(pair.b, pair.pose_b);
    if (!has_safe_magnitude(pair.a, of_a) || !has_safe_magnitude(pair.b, of_b)) {
        return ConvexVerdict::Unsure;
    }
    return WalkedQuestion(pair, memory, of_a + of_b + pair.extra_margin).answer();
}

} // namespace impinge::inline v0
