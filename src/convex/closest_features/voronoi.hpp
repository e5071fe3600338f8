// SPDX-License-Identifier: Apache-2.0
//
// Questions about the Voronoi regions of one polytope, in its own frame. A plane between two
// regions is evaluated by the same operations from either side, so that they never both claim or
// both disown a point.
#pragma once

#include "convex/polytope_data.hpp"
#include "impinge/vec3.hpp"

#include <algorithm>

namespace impinge::inline v0 {

// --- closest points of segments, by their parameters ---------------------------------------------

struct EdgeSegment {
    Vec3d tail;
    Vec3d vector; ///< head - tail

    [[nodiscard]] constexpr Vec3d at(double parameter) const { return tail + vector * parameter; }
};

/// Of the point of a segment closest to p, in [0, 1].
inline double closest_parameter(const EdgeSegment& segment, Vec3d p) {
    const double along = dot(p - segment.tail, segment.vector);
    return std::clamp(along / squared_length(segment.vector), 0.0, 1.0);
}

struct SegmentParameters {
    double first = 0;
    double second = 0;
};

/// Parallel segments that face each other: the middle of the part they share.
inline double parallel_parameter(const EdgeSegment& first, const EdgeSegment& second) {
    const double one = closest_parameter(first, second.tail);
    return 0.5 * (one + closest_parameter(first, second.at(1)));
}

/// Through the cross product of the vectors: where they are nearly parallel the parameters are
/// uncertain, but only along directions in which the distance hardly changes (see
/// docs/methods/closest-features.md).
inline SegmentParameters closest_parameters(const EdgeSegment& first, const EdgeSegment& second) {
    const Vec3d normal = cross(first.vector, second.vector);
    const double squared_normal = squared_length(normal);
    const double lengths = squared_length(first.vector) * squared_length(second.vector);
    SegmentParameters found;
    if (squared_normal <= 1e-30 * lengths) {
        found.first = parallel_parameter(first, second);
    } else {
        const Vec3d between = second.tail - first.tail;
        found.first =
            std::clamp(dot(cross(between, second.vector), normal) / squared_normal, 0.0, 1.0);
    }
    found.second = closest_parameter(second, first.at(found.first));
    if (found.second == 0 || found.second == 1) {
        found.first = closest_parameter(first, second.at(found.second));
    }
    return found;
}

// --- regions -------------------------------------------------------------------------------------

inline constexpr std::uint32_t no_feature = ~std::uint32_t{0};

inline double height_over(const FacePlane& plane, Vec3d p) {
    return dot(plane.normal, p) - plane.offset;
}

inline EdgeSegment edge_segment(const PolytopeData& shape, std::uint32_t edge) {
    return {shape.vertices[shape.edges[edge].tail], shape.edge_vectors[edge]};
}

/// The end of the edge at which a clamped parameter stands; the edge itself if at none.
inline PolytopeFeature edge_or_end(const PolytopeData& shape, PolytopeFeature edge,
                                   double parameter) {
    if (parameter > 0 && parameter < 1) {
        return edge;
    }
    const PolytopeEdge& ends = shape.edges[edge.index];
    return {FeatureKind::Vertex, parameter <= 0 ? ends.tail : ends.head};
}

/// The edge from a vertex that leads furthest in a direction; no_feature if none leads forward.
/// Of a direction to a point: the point lies in the vertex's region.
inline std::uint32_t steepest_edge(const PolytopeData& shape, std::uint32_t vertex,
                                   Vec3d direction) {
    const Vec3d here = shape.vertices[vertex];
    double furthest = 0;
    std::uint32_t found = no_feature;
    for (std::uint32_t i = shape.vertex_first[vertex]; i < shape.vertex_first[vertex + 1]; ++i) {
        const double gain = dot(direction, shape.vertices[shape.vertex_neighbours[i]] - here);
        if (gain > furthest) {
            furthest = gain;
            found = shape.vertex_edges[i];
        }
    }
    return found;
}

/// How far a point lies beyond an edge's region in the prism over the face on either side.
struct SideDepths {
    double left = 0;
    double right = 0;
};

inline SideDepths side_depths(const PolytopeData& shape, const PolytopeEdge& edge, Vec3d p) {
    return {height_over(shape.face_sides[edge.left_side], p),
            height_over(shape.face_sides[edge.right_side], p)};
}

/// The face whose cone from the centre holds a point (the pseudo-Voronoi regions of the interior
/// are those cones): walked to from face to face, the ratio of the point's to the face's distance
/// from the centre along the normal rises to its only maximum. A point is outside the polytope
/// exactly if it is above that face.
std::uint32_t face_facing(const PolytopeData& shape, Vec3d point, std::uint32_t start);

/// The edge of a face closest to a point in the plane's prism direction, among those the point is
/// beyond; no_feature if it is beyond none.
std::uint32_t crossed_side(const PolytopeData& shape, std::uint32_t face, Vec3d point);

/// The edge of a face closest to a segment.
std::uint32_t closest_side(const PolytopeData& shape, std::uint32_t face,
                           const EdgeSegment& segment);

/// The part of a segment in the prism over a face, and the edges that cut it off.
struct PrismPart {
    double low = 0;
    double high = 1;
    std::uint32_t low_edge = no_feature;
    std::uint32_t high_edge = no_feature;
};

PrismPart part_in_prism(const PolytopeData& shape, std::uint32_t face, const EdgeSegment& segment);

} // namespace impinge::inline v0
