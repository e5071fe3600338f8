// SPDX-License-Identifier: Apache-2.0
#include "convex/closest_features/certificate.hpp"
#include "convex/closest_features/steps.hpp"
#include "convex/closest_features/voronoi.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

namespace impinge::inline v0 {
namespace {

/// One polytope with the direction to the other and the point closest to it, in its own frame.
struct FacingSide {
    const PolytopeData& shape;
    const FrameChange& to_other;
    Vec3d direction;
    Vec3d point;
    double slack;
};

bool is_flat(const FacingSide& side, std::uint32_t vertex) {
    return dot(side.direction, side.shape.vertices[vertex] - side.point) >= -side.slack;
}

bool is_flat_face(const FacingSide& side, std::uint32_t face) {
    const auto* first = side.shape.face_corners.data() + side.shape.face_first[face];
    const auto* last = side.shape.face_corners.data() + side.shape.face_first[face + 1];
    return std::all_of(first, last, [&](std::uint32_t corner) { return is_flat(side, corner); });
}

std::optional<std::uint32_t> flat_face_beside(const FacingSide& side, std::uint32_t edge) {
    const PolytopeEdge& between = side.shape.edges[edge];
    if (is_flat_face(side, between.left)) {
        return between.left;
    }
    return is_flat_face(side, between.right) ? std::optional(between.right) : std::nullopt;
}

/// What lies flat against the other body around a feature: a face with its edges, or one edge.
struct FlatPart {
    std::optional<std::uint32_t> face;
    std::optional<std::uint32_t> edge;

    [[nodiscard]] bool empty() const { return !face && !edge; }
    [[nodiscard]] std::span<const std::uint32_t> edges(const PolytopeData& shape) const {
        if (face) {
            return std::span(shape.face_edges)
                .subspan(shape.face_first[*face],
                         shape.face_first[*face + 1] - shape.face_first[*face]);
        }
        return edge ? std::span(&*edge, 1) : std::span<const std::uint32_t>{};
    }
};

FlatPart flat_around_edge(const FacingSide& side, std::uint32_t edge) {
    const auto face = flat_face_beside(side, edge);
    return {.face = face, .edge = face ? std::nullopt : std::optional(edge)};
}

FlatPart flat_part(const FacingSide& side, PolytopeFeature feature) {
    if (feature.kind == FeatureKind::Face) {
        return {.face = feature.index, .edge = {}};
    }
    if (feature.kind == FeatureKind::Edge) {
        return flat_around_edge(side, feature.index);
    }
    FlatPart part;
    const std::uint32_t last = side.shape.vertex_first[feature.index + 1];
    for (std::uint32_t i = side.shape.vertex_first[feature.index]; i < last && !part.face; ++i) {
        if (is_flat(side, side.shape.vertex_neighbours[i])) {
            part = flat_around_edge(side, side.shape.vertex_edges[i]);
        }
    }
    return part;
}

std::vector<Vec3d> corners_in_other(const FacingSide& side, std::uint32_t face) {
    std::vector<Vec3d> corners;
    for (std::uint32_t i = side.shape.face_first[face]; i < side.shape.face_first[face + 1]; ++i) {
        corners.push_back(side.to_other(side.shape.vertices[side.shape.face_corners[i]]));
    }
    return corners;
}

/// The part of a polygon on the inner side of a plane.
std::vector<Vec3d> cut_off(const std::vector<Vec3d>& polygon, const FacePlane& plane) {
    std::vector<Vec3d> kept;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec3d next = polygon[(i + 1) % polygon.size()];
        const double depth = height_over(plane, polygon[i]);
        const double next_depth = height_over(plane, next);
        if (depth >= 0) {
            kept.push_back(polygon[i]);
        }
        if ((depth < 0) != (next_depth < 0)) {
            kept.push_back(polygon[i] + (next - polygon[i]) * (depth / (depth - next_depth)));
        }
    }
    return kept;
}

double area(const std::vector<Vec3d>& polygon) {
    Vec3d twice;
    for (std::size_t i = 2; i < polygon.size(); ++i) {
        twice = twice + cross(polygon[i - 1] - polygon[0], polygon[i] - polygon[0]);
    }
    return 0.5 * length(twice);
}

bool share_area(const FacingSide& of_x, std::uint32_t face_x, const FacingSide& of_y,
                std::uint32_t face_y) {
    std::vector<Vec3d> polygon = corners_in_other(of_x, face_x);
    for (std::uint32_t i = of_y.shape.face_first[face_y]; i < of_y.shape.face_first[face_y + 1];
         ++i) {
        polygon = cut_off(polygon, of_y.shape.face_sides[i]);
    }
    return area(polygon) > of_y.slack * of_y.shape.radius;
}

bool holds_point(const FacingSide& side, const EdgeSegment& edge) {
    const Vec3d nearest = edge.at(closest_parameter(edge, side.point));
    return length(nearest - side.point) <= side.slack;
}

/// An edge of X through its closest point that runs along a face of Y.
std::optional<std::uint32_t> edge_along(const FacingSide& of_x, const FlatPart& part_x,
                                        const FacingSide& of_y, std::uint32_t face) {
    for (const std::uint32_t edge : part_x.edges(of_x.shape)) {
        const EdgeSegment own = edge_segment(of_x.shape, edge);
        const EdgeSegment segment{of_x.to_other(own.tail), of_x.to_other.turned(own.vector)};
        const PrismPart part = part_in_prism(of_y.shape, face, segment);
        if (holds_point(of_x, own) &&
            (part.high - part.low) * length(segment.vector) > of_y.slack) {
            return edge;
        }
    }
    return {};
}

bool run_side_by_side(const FacingSide& of_x, std::uint32_t edge_x, const FacingSide& of_y,
                      std::uint32_t edge_y) {
    const EdgeSegment own = edge_segment(of_x.shape, edge_x);
    const EdgeSegment x{of_x.to_other(own.tail), of_x.to_other.turned(own.vector)};
    const EdgeSegment y = edge_segment(of_y.shape, edge_y);
    const double from = closest_parameter(y, x.tail);
    const double to = closest_parameter(y, x.at(1));
    const double shared = std::abs(to - from) * length(y.vector);
    const double turn = length(cross(x.vector, y.vector)) / length(x.vector); // over edge y
    return shared > of_y.slack && turn <= of_y.slack;
}

FeaturePair face_and(FeatureKind kind, std::uint32_t face, std::uint32_t other) {
    return {{FeatureKind::Face, face}, {kind, other}};
}

FeaturePair mirrored(const FeaturePair& pair) { return {pair.b, pair.a}; }

} // namespace

FeaturePair raise_to_flat(const PairInFrames& pair, const WalkResult& found, Vec3d facing) {
    const double slack = tolerance(pair);
    const FacingSide of_a{pair.a, pair.pose.a_to_b, facing, found.point_a, slack};
    const Vec3d back = -pair.pose.b_to_a.turned_back(facing);
    const double back_length = length(back);
    const FacingSide of_b{pair.b, pair.pose.b_to_a, back * (1 / back_length), found.point_b,
                          slack / back_length};
    const FlatPart a = flat_part(of_a, found.features.a);
    const FlatPart b = flat_part(of_b, found.features.b);
    if (a.empty() || b.empty()) {
        return found.features;
    }
    if (a.face && b.face && share_area(of_a, *a.face, of_b, *b.face)) {
        return face_and(FeatureKind::Face, *a.face, *b.face);
    }
    if (b.face) {
        if (const auto edge = edge_along(of_a, a, of_b, *b.face)) {
            return mirrored(face_and(FeatureKind::Edge, *b.face, *edge));
        }
    }
    if (a.face) {
        if (const auto edge = edge_along(of_b, b, of_a, *a.face)) {
            return face_and(FeatureKind::Edge, *a.face, *edge);
        }
    }
    if (a.edge && b.edge && run_side_by_side(of_a, *a.edge, of_b, *b.edge)) {
        return {{FeatureKind::Edge, *a.edge}, {FeatureKind::Edge, *b.edge}};
    }
    return found.features;
}

} // namespace impinge::inline v0
