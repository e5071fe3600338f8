// SPDX-License-Identifier: Apache-2.0
#include "convex/closest_features/steps.hpp"

#include "convex/closest_features/voronoi.hpp"

namespace impinge::inline v0 {
namespace {

/// Exchanges a vertex for the edge from it that leads furthest in a direction, if one leads
/// forward.
bool leaves_vertex(const PolytopeData& shape, PolytopeFeature& feature, Vec3d direction) {
    const std::uint32_t edge = steepest_edge(shape, feature.index, direction);
    if (edge != no_feature) {
        feature = {FeatureKind::Edge, edge};
    }
    return edge != no_feature;
}

} // namespace

// --- a vertex and anything, two faces
// ---------------------------------------------------------------

StepEnd step_vertex_vertex(const WalkSide& of_x, const WalkSide& of_y, PairStep& pair) {
    pair.point_x = of_x.shape.vertices[pair.x.index];
    pair.point_y = of_y.shape.vertices[pair.y.index];
    pair.measured = true;
    const Vec3d to_y = of_y.to_other(pair.point_y) - pair.point_x;
    if (leaves_vertex(of_x.shape, pair.x, to_y)) {
        return StepEnd::Moved;
    }
    const Vec3d to_x = of_x.to_other(pair.point_x) - pair.point_y;
    return leaves_vertex(of_y.shape, pair.y, to_x) ? StepEnd::Moved : StepEnd::Closest;
}

StepEnd step_vertex_edge(const WalkSide& of_x, const WalkSide& of_y, PairStep& pair) {
    pair.point_x = of_x.shape.vertices[pair.x.index];
    const Vec3d vertex_in_y = of_x.to_other(pair.point_x);
    const PolytopeEdge& edge = of_y.shape.edges[pair.y.index];
    const EdgeSegment segment = edge_segment(of_y.shape, pair.y.index);
    const double along = dot(vertex_in_y - segment.tail, segment.vector);
    if (along <= 0) {
        pair.y = {FeatureKind::Vertex, edge.tail};
        return StepEnd::Moved;
    }
    if (dot(vertex_in_y - of_y.shape.vertices[edge.head], segment.vector) >= 0) {
        pair.y = {FeatureKind::Vertex, edge.head};
        return StepEnd::Moved;
    }
    pair.point_y = segment.at(along / squared_length(segment.vector));
    pair.measured = true;
    const SideDepths depths = side_depths(of_y.shape, edge, vertex_in_y);
    if (depths.left > 0 || depths.right > 0) {
        pair.y = {FeatureKind::Face, depths.left > depths.right ? edge.left : edge.right};
        return StepEnd::Moved;
    }
    const Vec3d to_y = of_y.to_other(pair.point_y) - pair.point_x;
    return leaves_vertex(of_x.shape, pair.x, to_y) ? StepEnd::Moved : StepEnd::Closest;
}

StepEnd step_vertex_face(const WalkSide& of_x, const WalkSide& of_y, PairStep& pair) {
    pair.point_x = of_x.shape.vertices[pair.x.index];
    const Vec3d vertex_in_y = of_x.to_other(pair.point_x);
    const std::uint32_t side = crossed_side(of_y.shape, pair.y.index, vertex_in_y);
    if (side != no_feature) {
        pair.y = {FeatureKind::Edge, side};
        return StepEnd::Moved;
    }
    const FacePlane& plane = of_y.shape.planes[pair.y.index];
    const double height = height_over(plane, vertex_in_y);
    if (height <= 0) {
        const std::uint32_t facing = face_facing(of_y.shape, vertex_in_y, pair.y.index);
        pair.y.index = facing;
        if (height_over(of_y.shape.planes[facing], vertex_in_y) <= 0) {
            pair.point_y = vertex_in_y;
            pair.measured = true;
            return StepEnd::Common;
        }
        return StepEnd::Moved;
    }
    pair.point_y = vertex_in_y - plane.normal * height;
    pair.measured = true;
    const Vec3d down = -of_y.to_other.turned(plane.normal);
    return leaves_vertex(of_x.shape, pair.x, down) ? StepEnd::Moved : StepEnd::Closest;
}

StepEnd step_face_face(const WalkSide& of_x, const WalkSide& of_y, PairStep& pair) {
    const PolytopeData& shape = of_x.shape;
    const Vec3d up = of_y.to_other.turned(of_y.shape.planes[pair.y.index].normal);
    std::uint32_t lowest = shape.face_corners[shape.face_first[pair.x.index]];
    for (std::uint32_t i = shape.face_first[pair.x.index]; i < shape.face_first[pair.x.index + 1];
         ++i) {
        const std::uint32_t corner = shape.face_corners[i];
        lowest = dot(up, shape.vertices[corner] - shape.vertices[lowest]) < 0 ? corner : lowest;
    }
    pair.x = {FeatureKind::Vertex, lowest};
    return StepEnd::Moved;
}

// --- two edges
// -------------------------------------------------------------------------------------

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
    const EdgeSegment edge_x = edge_segment(of_x.shape, pair.x.index);
    const EdgeSegment edge_y = edge_segment(of_y.shape, pair.y.index);
    const EdgeSegment x_in_y{of_x.to_other(edge_x.tail), of_x.to_other.turned(edge_x.vector)};
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

// --- an edge and a face
// ----------------------------------------------------------------------------

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
    EdgeSegment own;
    EdgeSegment in_y;
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
    const EdgeSegment own = edge_segment(of_x.shape, pair.x.index);
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
