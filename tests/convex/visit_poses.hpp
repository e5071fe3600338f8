// SPDX-License-Identifier: Apache-2.0
//
// Runs a check on many seeded pairs of bodies.
#pragma once

#include "tests/convex/convex_poses.hpp"

#include <cstddef>

namespace impinge::tests {

/// visit(number, a, b, family) for each of `count` cases.
template <typename Visit> void visit_poses(std::uint64_t seed, std::size_t count, Visit visit) {
    ConvexPoses poses(seed);
    for (std::size_t i = 0; i < count; ++i) {
        const ConvexCase made = poses.next();
        const ConvexBody a{poses.shapes()[made.shape_a], made.pose_a};
        const ConvexBody b{poses.shapes()[made.shape_b], made.pose_b};
        visit(i, a, b, made.family);
    }
}

} // namespace impinge::tests
