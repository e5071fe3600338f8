// SPDX-License-Identifier: Apache-2.0
#include "convex/closest_features/certificate.hpp"

#include "convex/convex_pair.hpp"
#include "convex/support.hpp"

namespace impinge::inline v0 {
namespace {

/// The length in A's frame of a unit of B's.
double growth(const PairInFrames& pair) { return length(pair.pose.b_to_a.row_x); }

Vec3d direction_of(Vec3d v) {
    const double norm = length(v);
    return norm > 0 ? v * (1 / norm) : v;
}

bool is_inside_both(const PairInFrames& pair, const WalkResult& found) {
    const double slack = tolerance(pair);
    return highest_plane(pair.a, found.point_a).value <= slack &&
           highest_plane(pair.b, found.point_b).value * growth(pair) <= slack;
}

Vec3d edge_direction(const PairInFrames& pair, const FeaturePair& features, Vec3d between) {
    const bool edge_a = features.a.kind == FeatureKind::Edge;
    const bool edge_b = features.b.kind == FeatureKind::Edge;
    const Vec3d vector_a = edge_a ? direction_of(pair.a.edge_vectors[features.a.index]) : Vec3d{};
    const Vec3d vector_b =
        edge_b ? direction_of(pair.pose.b_to_a.turned(pair.b.edge_vectors[features.b.index]))
               : Vec3d{};
    const Vec3d across = cross(vector_a, vector_b);
    if (squared_length(across) > 1e-12) {
        return dot(across, between) < 0 ? -across : across;
    }
    const Vec3d along = edge_a ? vector_a : vector_b;
    return between - along * dot(between, along);
}

/// Whether all edges from a vertex lead down by far more than rounding, but for the one to
/// `spared`.
bool stands_out(const PolytopeData& shape, std::uint32_t vertex, std::uint32_t spared,
                Vec3d direction) {
    constexpr double clear_slope = 0x1p-36;
    for (std::uint32_t i = shape.vertex_first[vertex]; i < shape.vertex_first[vertex + 1]; ++i) {
        const std::uint32_t neighbour = shape.vertex_neighbours[i];
        const Vec3d step = shape.vertices[neighbour] - shape.vertices[vertex];
        if (neighbour != spared &&
            dot(direction, step) > -clear_slope * length_bound(step) * length_bound(direction)) {
            return false;
        }
    }
    return true;
}

/// How far beyond a point of a feature, to which the direction is perpendicular, the polytope
/// reaches. A polytope lies in the cone that its edges span at a vertex, so neighbours that are
/// clearly lower answer for all; likewise at a face, whose plane is the direction.
double reach_beyond(const PolytopeData& shape, PolytopeFeature feature, Vec3d point,
                    Vec3d direction) {
    bool clear = feature.kind == FeatureKind::Face;
    if (feature.kind == FeatureKind::Vertex) {
        clear = stands_out(shape, feature.index, feature.index, direction);
    } else if (feature.kind == FeatureKind::Edge) {
        const PolytopeEdge& edge = shape.edges[feature.index];
        clear = stands_out(shape, edge.tail, edge.head, direction) &&
                stands_out(shape, edge.head, edge.tail, direction);
    }
    return clear ? 0 : farthest_vertex(shape, direction).value - dot(direction, point);
}

} // namespace

double tolerance(const PairInFrames& pair) {
    const double size =
        pair.a.reach + pair.b.reach * growth(pair) + length(pair.pose.b_to_a.offset);
    return 0x1p-49 * size;
}

Vec3d facing_direction(const PairInFrames& pair, const WalkResult& found) {
    const auto& [a, b] = found.features;
    if (a.kind == FeatureKind::Face) {
        return pair.a.planes[a.index].normal;
    }
    if (b.kind == FeatureKind::Face) {
        return direction_of(-pair.pose.b_to_a.turned(pair.b.planes[b.index].normal));
    }
    return direction_of(edge_direction(pair, found.features, walk_direction(found, pair.pose)));
}

bool is_proved(const PairInFrames& pair, const WalkResult& found, Vec3d facing) {
    if (found.end == WalkEnd::Common) {
        return is_inside_both(pair, found);
    }
    const Vec3d between = walk_direction(found, pair.pose);
    const Vec3d back_in_b = -pair.pose.b_to_a.turned_back(facing);
    const double separation = dot(facing, between) -
                              reach_beyond(pair.a, found.features.a, found.point_a, facing) -
                              reach_beyond(pair.b, found.features.b, found.point_b, back_in_b);
    return length(between) - separation <= tolerance(pair);
}

} // namespace impinge::inline v0
