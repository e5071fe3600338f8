// SPDX-License-Identifier: Apache-2.0
//
// One step of the walk for each kind of feature pair. X and Y are the two polytopes, X the one with
// the feature of lower dimension; `x` and `y` the features looked at.
//
// A step either finds that the closest points of the pair lie in the Voronoi regions of each
// other's feature, or exchanges one feature for a neighbour. To a feature of lower dimension it
// goes only if that is as close, to one of higher dimension only if that is closer: in exact
// arithmetic no pair comes twice. The one exception is a feature below a face but outside the
// polytope (see face_facing), after which distances begin anew.
#pragma once

#include "convex/convex_pair.hpp"
#include "convex/polytope_data.hpp"

namespace impinge::inline v0 {

struct WalkSide {
    const PolytopeData& shape;
    const FrameChange& to_other;
    double slack; ///< what rounding can hide in a position of the other body in this frame
};

enum class StepEnd : std::uint8_t { Moved, Closest, Common };

struct PairStep {
    PolytopeFeature x;
    PolytopeFeature y;
    Vec3d point_x; ///< in X's frame; meaningless unless `measured`
    Vec3d point_y; ///< in Y's frame
    bool measured = false;
};

/// How fast a segment of X climbs over a face of Y. Always by these operations, so that the steps
/// agree on its sign.
inline double climb(const WalkSide& of_y, std::uint32_t face, Vec3d vector_in_x) {
    return dot(of_y.to_other.turned(of_y.shape.planes[face].normal), vector_in_x);
}

StepEnd step_vertex_vertex(const WalkSide& of_x, const WalkSide& of_y, PairStep& pair);
StepEnd step_vertex_edge(const WalkSide& of_x, const WalkSide& of_y, PairStep& pair);
StepEnd step_vertex_face(const WalkSide& of_x, const WalkSide& of_y, PairStep& pair);
StepEnd step_edge_edge(const WalkSide& of_x, const WalkSide& of_y, PairStep& pair);
StepEnd step_edge_face(const WalkSide& of_x, const WalkSide& of_y, PairStep& pair);
/// Two faces are only where a walk begins: goes on with the corner of x lowest over y.
StepEnd step_face_face(const WalkSide& of_x, const WalkSide& of_y, PairStep& pair);

} // namespace impinge::inline v0
