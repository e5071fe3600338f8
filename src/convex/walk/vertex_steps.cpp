// SPDX-License-Identifier: Apache-2.0
#include "convex/walk/steps.hpp"
#include "convex/walk/voronoi.hpp"

namespace impinge::inline v0 {

StepEnd step_vertex_vertex(const WalkSide& of_x, const WalkSide& of_y, PairStep& pair) {
    pair.point_x = of_x.shape.vertices[pair.x.index];
    pair.point_y = of_y.shape.vertices[pair.y.index];
    pair.measured = true;
    const Vec3d to_y = of_y.to_other(pair.point_y) - pair.point_x;
    std::uint32_t edge = steepest_edge(of_x.shape, pair.x.index, to_y);
    if (edge != no_feature) {
        pair.x = {FeatureKind::Edge, edge};
        return StepEnd::Moved;
    }
    const Vec3d to_x = of_x.to_other(pair.point_x) - pair.point_y;
    edge = steepest_edge(of_y.shape, pair.y.index, to_x);
    if (edge != no_feature) {
        pair.y = {FeatureKind::Edge, edge};
        return StepEnd::Moved;
    }
    return StepEnd::Closest;
}

StepEnd step_vertex_edge(const WalkSide& of_x, const WalkSide& of_y, PairStep& pair) {
    pair.point_x = of_x.shape.vertices[pair.x.index];
    const Vec3d vertex_in_y = of_x.to_other(pair.point_x);
    const PolytopeEdge& edge = of_y.shape.edges[pair.y.index];
    const Segment segment = edge_segment(of_y.shape, pair.y.index);
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
    const std::uint32_t closer = steepest_edge(of_x.shape, pair.x.index, to_y);
    if (closer != no_feature) {
        pair.x = {FeatureKind::Edge, closer};
        return StepEnd::Moved;
    }
    return StepEnd::Closest;
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
    const std::uint32_t lower = steepest_edge(of_x.shape, pair.x.index, down);
    if (lower != no_feature) {
        pair.x = {FeatureKind::Edge, lower};
        return StepEnd::Moved;
    }
    return StepEnd::Closest;
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

} // namespace impinge::inline v0
