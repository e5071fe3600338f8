// SPDX-License-Identifier: Apache-2.0
#include "convex/walk/steps.hpp"
#include "convex/walk/voronoi.hpp"

namespace impinge::inline v0 {
namespace {

/// To the end of the part that is lower over the face, or as low.
void descend(const WalkSide& of_x, const WalkSide& of_y, Vec3d edge_vector, const PrismPart& part,
             PairStep& pair) {
    const bool to_tail = climb(of_y, pair.y.index, edge_vector) >= 0;
    const std::uint32_t border = to_tail ? part.low_edge : part.high_edge;
    if (border != no_feature) {
        pair.y = {FeatureKind::Edge, border};
    } else {
        const PolytopeEdge& ends = of_x.shape.edges[pair.x.index];
        pair.x = {FeatureKind::Vertex, to_tail ? ends.tail : ends.head};
    }
}

/// An edge of X in both frames.
struct EdgeInFrames {
    Segment own;
    Segment in_y;
};

StepEnd meet_at(const EdgeInFrames& edge, double parameter, PairStep& pair) {
    pair.point_x = edge.own.at(parameter);
    pair.point_y = edge.in_y.at(parameter);
    pair.measured = true;
    return StepEnd::Common;
}

/// Below the face: the point either lies in Y or outside another face, with which the walk goes on.
StepEnd go_on_below(const WalkSide& of_y, const EdgeInFrames& edge, double parameter,
                    PairStep& pair) {
    const Vec3d point = edge.in_y.at(parameter);
    pair.y.index = face_facing(of_y.shape, point, pair.y.index);
    const bool outside = height_over(of_y.shape.planes[pair.y.index], point) > 0;
    return outside ? StepEnd::Moved : meet_at(edge, parameter, pair);
}

} // namespace

StepEnd step_edge_face(const WalkSide& of_x, const WalkSide& of_y, PairStep& pair) {
    const Segment own = edge_segment(of_x.shape, pair.x.index);
    const EdgeInFrames edge{own, {of_x.to_other(own.tail), of_x.to_other.turned(own.vector)}};
    const PrismPart part = part_in_prism(of_y.shape, pair.y.index, edge.in_y);
    if (part.low > part.high) {
        pair.y = {FeatureKind::Edge, closest_side(of_y.shape, pair.y.index, edge.in_y)};
        return StepEnd::Moved;
    }
    const FacePlane& plane = of_y.shape.planes[pair.y.index];
    const double low_height = height_over(plane, edge.in_y.at(part.low));
    const double high_height = height_over(plane, edge.in_y.at(part.high));
    if (low_height > 0 && high_height > 0) {
        descend(of_x, of_y, own.vector, part, pair);
        return StepEnd::Moved;
    }
    if (low_height < 0 && high_height < 0) {
        return go_on_below(of_y, edge, low_height > high_height ? part.low : part.high, pair);
    }
    const double way = low_height == high_height ? 0 : low_height / (low_height - high_height);
    return meet_at(edge, part.low + (part.high - part.low) * way, pair);
}

} // namespace impinge::inline v0
