// SPDX-License-Identifier: Apache-2.0
//
// The distances of FCL's GJK (libccd's algorithm in double) beside ours. FCL stops when steps get
// small, so it is good to about 1e-6; where it is off by more, the brute force says who is right.
#include "bench/fcl_convex.hpp"
#include "tests/convex/convex_oracle.hpp"
#include "tests/convex/convex_poses.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace impinge::tests {
namespace {

TEST(ClosestFeaturesFcl, FclFindsTheSameDistanceWhereItIsRight) {
    ConvexPoses poses(33);
    std::vector<fcl::Convexd> theirs;
    for (const Polytope& shape : poses.shapes()) {
        theirs.push_back(bench::fcl_convex(shape));
    }
    std::size_t compared = 0;
    std::size_t fcl_off = 0;
    const std::size_t count = scaled(4'000);
    for (std::size_t i = 0; i < count; ++i) {
        const ConvexCase made = poses.next();
        if (made.pose_a.scale != 1 || made.pose_b.scale != 1) {
            continue; // FCL knows no scale
        }
        const Polytope& a = poses.shapes()[made.shape_a];
        const Polytope& b = poses.shapes()[made.shape_b];
        const double ours = closest_features({a, made.pose_a}, {b, made.pose_b})->distance;
        const double other =
            bench::fcl_distance(theirs[made.shape_a], bench::fcl_pose(made.pose_a),
                                theirs[made.shape_b], bench::fcl_pose(made.pose_b));
        const double size = a.radius() + b.radius();
        ++compared;
        if (std::abs(ours - other) > 1e-6 * size) {
            ++fcl_off;
            const OracleSolid solid_a = oracle_solid(a, made.pose_a);
            const OracleSolid solid_b = oracle_solid(b, made.pose_b);
            ASSERT_LE(std::abs(ours - static_cast<double>(oracle_distance(solid_a, solid_b))),
                      1e-8 * size)
                << "case " << i << ": " << ours << ", FCL " << other;
        }
    }
    RecordProperty("compared", static_cast<int>(compared));
    RecordProperty("fcl_off", static_cast<int>(fcl_off));
    if (is_full_run()) {
        EXPECT_GT(compared, count / 3);
        EXPECT_LT(fcl_off, compared / 10);
    }
}

} // namespace
} // namespace impinge::tests
