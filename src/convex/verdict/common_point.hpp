// SPDX-License-Identifier: Apache-2.0
//
// Proof that two bodies overlap: a point that lies in both, deeper than rounding reaches.
//
// Let P be a polytope moved by its pose without rounding. apply() moves each point of its surface
// by at most e. A point c deeper in P than e is passed by no point of the surface on the way from
// P's to that of the world triangles, so these wind around c once, as P does: c is inside. A point
// p of the polytope's own frame is as deep as its distance below all stored planes, less
// plane_error (polytope_data.hpp says why).
//
// A body sees a point of the world where the transposed rotation puts it, which is not quite the
// inverse; how far from it apply() brings that place back is measured and taken off the depth.
#pragma once

#include "convex/convex_pair.hpp"
#include "convex/support.hpp"

namespace impinge::inline v0 {

/// A point of both bodies, as the scans over their planes see it.
struct CommonPoint {
    bool proved = false;
    std::uint32_t face_a = 0; ///< whose plane it lies least deep under
    std::uint32_t face_b = 0;
};

/// Whether a point of the world is inside both bodies. `rounding` is that of both bodies, and what
/// else may have moved their vertices.
CommonPoint check_common_point(const ConvexPair& pair, const Vec3d& world, double rounding);

/// Whether planes of the polytope tell inside from outside at all.
inline bool has_sound_planes(const PolytopeData& polytope) {
    return polytope.centre_depth > polytope.plane_error;
}

} // namespace impinge::inline v0
