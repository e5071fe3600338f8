// SPDX-License-Identifier: Apache-2.0
//
// The walk to the closest features of two polytopes through their Voronoi regions: Lin-Canny (Lin
// and Canny 1991; section 3.2 of Cohen, Lin, Manocha and Ponamgi 1995), with clipped edges as in
// V-Clip (Mirtich 1998). Nothing is allocated and nothing proved: who needs a proof takes the
// direction between the points, or the common point, and checks it against all vertices or planes.
#pragma once

#include "convex/convex_pair.hpp"
#include "convex/polytope_data.hpp"

namespace impinge::inline v0 {

enum class WalkEnd : std::uint8_t {
    Apart,  ///< each point lies in the Voronoi region of the other's feature
    Common, ///< a point of both was met
    Cycled  ///< rounding led back to a pair seen before; the points are those of that pair
};

struct WalkResult {
    WalkEnd end = WalkEnd::Apart;
    std::uint32_t steps = 0; ///< feature pairs looked at
    FeaturePair features;
    Vec3d point_a; ///< on feature a, in A's frame
    Vec3d point_b; ///< on feature b, in B's frame; when Common, the same point
};

/// A start with a feature the polytope does not have, and the default one (vertex 0 and vertex 0),
/// means: begin where the bodies face each other.
WalkResult walk_to_closest(const PolytopeData& a, const PolytopeData& b, const RelativePose& pose,
                           const FeaturePair& start);

/// From A's point to B's in A's frame: where the bodies are apart, a direction that separates them.
inline Vec3d walk_direction(const WalkResult& found, const RelativePose& pose) {
    return pose.b_to_a(found.point_b) - found.point_a;
}

} // namespace impinge::inline v0
