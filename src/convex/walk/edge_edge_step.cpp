// SPDX-License-Identifier: Apache-2.0
#include "convex/walk/steps.hpp"
#include "convex/walk/voronoi.hpp"

namespace impinge::inline v0 {
namespace {

struct Crossing {
    Vec3d point;       ///< of the segment of X closest to an edge of Y, in Y's frame
    Vec3d vector;      ///< of that segment, in Y's frame
    Vec3d vector_in_x; ///< the same as X has it
};

/// Whether the segment comes closer to Y over the face on one side of the edge. Within rounding of
/// the plane between, the point says nothing; then it does if it descends where it enters.
bool closer_over_face(const WalkSide& of_y, std::uint32_t face, std::uint32_t side, double depth,
                      const Crossing& crossing) {
    if (depth > of_y.slack || depth < -of_y.slack) {
        return depth > 0;
    }
    const double entering = dot(of_y.shape.face_sides[side].normal, crossing.vector);
    const double climbing = climb(of_y, face, crossing.vector_in_x);
    return (entering > 0 && climbing < 0) || (entering < 0 && climbing > 0);
}

/// The face beside an edge of Y that is closer to the segment than the edge; no_feature if none is.
std::uint32_t closer_face(const WalkSide& of_y, std::uint32_t edge_index,
                          const Crossing& crossing) {
    const PolytopeEdge& edge = of_y.shape.edges[edge_index];
    const SideDepths depths = side_depths(of_y.shape, edge, crossing.point);
    const bool left = closer_over_face(of_y, edge.left, edge.left_side, depths.left, crossing);
    const bool right = closer_over_face(of_y, edge.right, edge.right_side, depths.right, crossing);
    if (left && (!right || depths.left >= depths.right)) {
        return edge.left;
    }
    return right ? edge.right : no_feature;
}

} // namespace

StepEnd step_edge_edge(const WalkSide& of_x, const WalkSide& of_y, PairStep& pair) {
    const Segment edge_x = edge_segment(of_x.shape, pair.x.index);
    const Segment edge_y = edge_segment(of_y.shape, pair.y.index);
    const Segment x_in_y{of_x.to_other(edge_x.tail), of_x.to_other.turned(edge_x.vector)};
    const SegmentParameters at = closest_parameters(x_in_y, edge_y);
    pair.point_x = edge_x.at(at.first);
    pair.point_y = edge_y.at(at.second);
    pair.measured = true;

    const PolytopeFeature x = edge_or_end(of_x.shape, pair.x, at.first);
    const PolytopeFeature y = edge_or_end(of_y.shape, pair.y, at.second);
    if (x != pair.x || y != pair.y) {
        pair.x = x;
        pair.y = y;
        return StepEnd::Moved;
    }
    std::uint32_t face =
        closer_face(of_y, pair.y.index, {x_in_y.at(at.first), x_in_y.vector, edge_x.vector});
    if (face != no_feature) {
        pair.y = {FeatureKind::Face, face};
        return StepEnd::Moved;
    }
    face = closer_face(
        of_x, pair.x.index,
        {of_y.to_other(pair.point_y), of_y.to_other.turned(edge_y.vector), edge_y.vector});
    if (face != no_feature) {
        pair.x = {FeatureKind::Face, face};
        return StepEnd::Moved;
    }
    return StepEnd::Closest;
}

} // namespace impinge::inline v0
