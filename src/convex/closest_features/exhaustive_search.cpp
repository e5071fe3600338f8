// SPDX-License-Identifier: Apache-2.0
#include "convex/closest_features/exhaustive_search.hpp"

#include "convex/closest_features/steps.hpp"
#include "convex/closest_features/voronoi.hpp"
#include "convex/support.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace impinge::inline v0 {
namespace {

/// The middle of the part of a segment below all planes.
std::optional<double> middle_inside(const PolytopeData& shape, const EdgeSegment& segment) {
    double low = 0;
    double high = 1;
    const Vec3d head = segment.at(1);
    for (const FacePlane& plane : shape.planes) {
        const double tail_height = height_over(plane, segment.tail);
        const double head_height = height_over(plane, head);
        if (tail_height > 0 && head_height > 0) {
            return {};
        }
        if (tail_height <= 0 && head_height <= 0) {
            continue;
        }
        const double cut = tail_height / (tail_height - head_height);
        (tail_height > 0 ? low : high) = tail_height > 0 ? std::max(low, cut) : std::min(high, cut);
        if (low > high) {
            return {};
        }
    }
    return 0.5 * (low + high);
}

EdgeSegment edge_in_other(const WalkSide& side, std::uint32_t edge) {
    const EdgeSegment own = edge_segment(side.shape, edge);
    return {side.to_other(own.tail), side.to_other.turned(own.vector)};
}

/// One polytope and the features of it that matter.
struct SearchSide : WalkSide {
    std::vector<std::uint32_t> vertices;
    std::vector<std::uint32_t> edges;
    std::vector<std::uint32_t> faces;
};

/// The features that reach a height along a direction.
SearchSide features_reaching(double height, Vec3d direction, const WalkSide& side) {
    SearchSide found{side, {}, {}, {}};
    const PolytopeData& shape = side.shape;
    const auto reaches = [&](std::uint32_t vertex) {
        return !(dot(direction, shape.vertices[vertex]) < height);
    };
    for (std::uint32_t i = 0; i < shape.vertices.size(); ++i) {
        if (reaches(i)) {
            found.vertices.push_back(i);
        }
    }
    for (std::uint32_t i = 0; i < shape.edges.size(); ++i) {
        if (reaches(shape.edges[i].tail) || reaches(shape.edges[i].head)) {
            found.edges.push_back(i);
        }
    }
    for (std::uint32_t i = 0; i < shape.planes.size(); ++i) {
        if (std::any_of(shape.face_corners.begin() + shape.face_first[i],
                        shape.face_corners.begin() + shape.face_first[i + 1], reaches)) {
            found.faces.push_back(i);
        }
    }
    return found;
}

/// An edge of X that passes through Y.
bool find_common(const SearchSide& of_x, const SearchSide& of_y, PairStep& pair) {
    for (const std::uint32_t edge : of_x.edges) {
        const EdgeSegment in_y = edge_in_other(of_x, edge);
        if (const auto middle = middle_inside(of_y.shape, in_y)) {
            pair.point_x = edge_segment(of_x.shape, edge).at(*middle);
            pair.point_y = in_y.at(*middle);
            pair.x = {FeatureKind::Edge, edge};
            pair.y = {FeatureKind::Face, face_facing(of_y.shape, pair.point_y, 0)};
            return true;
        }
    }
    return false;
}

struct Closest {
    PairStep pair;
    double squared_distance = std::numeric_limits<double>::infinity();
    std::uint32_t looked_at = 0;
};

/// All vertices of X over the faces of Y, if closer (in Y's units) than what there is.
void search_vertex_face(const SearchSide& of_x, const SearchSide& of_y, Closest& closest) {
    for (const std::uint32_t vertex : of_x.vertices) {
        const Vec3d point = of_x.to_other(of_x.shape.vertices[vertex]);
        for (const std::uint32_t face : of_y.faces) {
            ++closest.looked_at;
            const FacePlane& plane = of_y.shape.planes[face];
            const double height = height_over(plane, point);
            if (height < 0 || height * height >= closest.squared_distance ||
                crossed_side(of_y.shape, face, point) != no_feature) {
                continue;
            }
            closest.squared_distance = height * height;
            closest.pair = {{FeatureKind::Vertex, vertex},
                            {FeatureKind::Face, face},
                            of_x.shape.vertices[vertex],
                            point - plane.normal * height,
                            true};
        }
    }
}

void search_edge_edge(const SearchSide& of_x, const SearchSide& of_y, Closest& closest) {
    for (const std::uint32_t i : of_x.edges) {
        const EdgeSegment edge_x = edge_in_other(of_x, i);
        for (const std::uint32_t j : of_y.edges) {
            ++closest.looked_at;
            const EdgeSegment edge_y = edge_segment(of_y.shape, j);
            const SegmentParameters at = closest_parameters(edge_x, edge_y);
            const Vec3d point_y = edge_y.at(at.second);
            const double squared = squared_length(edge_x.at(at.first) - point_y);
            if (squared >= closest.squared_distance) {
                continue;
            }
            closest.squared_distance = squared;
            closest.pair = {edge_or_end(of_x.shape, {FeatureKind::Edge, i}, at.first),
                            edge_or_end(of_y.shape, {FeatureKind::Edge, j}, at.second),
                            edge_segment(of_x.shape, i).at(at.first), point_y, true};
        }
    }
}

PairStep mirrored(const PairStep& pair) {
    return {pair.y, pair.x, pair.point_y, pair.point_x, pair.measured};
}

WalkResult result_of(WalkEnd end, const PairStep& pair) {
    return {end, 0, {pair.x, pair.y}, pair.point_x, pair.point_y};
}

struct SearchSides {
    SearchSide a;
    SearchSide b;
};

SearchSides features_that_matter(const PairInFrames& pair, const SearchBound& bound) {
    const WalkSide of_a{pair.a, pair.pose.a_to_b, 0};
    const WalkSide of_b{pair.b, pair.pose.b_to_a, 0};
    const Vec3d back_in_b = -pair.pose.b_to_a.turned_back(bound.direction);
    const double between = dot(bound.direction, pair.pose.b_to_a.offset);
    const double end_of_a = farthest_vertex(pair.a, bound.direction).value;
    const double end_of_b = farthest_vertex(pair.b, back_in_b).value; // backwards, in B's frame
    const double slack = std::isinf(bound.distance)
                             ? bound.distance
                             : (bound.distance + 4 * tolerance(pair)) * length(bound.direction);
    return {features_reaching(between - end_of_b - slack, bound.direction, of_a),
            features_reaching(between - end_of_a - slack, back_in_b, of_b)};
}

} // namespace

WalkResult search_all_features(const PairInFrames& pair, const SearchBound& bound) {
    const auto [of_a, of_b] = features_that_matter(pair, bound);
    PairStep common;
    if (find_common(of_a, of_b, common)) {
        return result_of(WalkEnd::Common, common);
    }
    if (find_common(of_b, of_a, common)) {
        return result_of(WalkEnd::Common, mirrored(common));
    }
    // Distances are compared in A's units.
    Closest from_b;
    search_vertex_face(of_b, of_a, from_b);
    search_edge_edge(of_b, of_a, from_b);
    Closest from_a;
    const double growth_squared = squared_length(pair.pose.b_to_a.row_x);
    from_a.squared_distance = from_b.squared_distance / growth_squared;
    search_vertex_face(of_a, of_b, from_a);
    WalkResult found =
        result_of(WalkEnd::Apart, from_a.pair.measured ? from_a.pair : mirrored(from_b.pair));
    found.steps = from_a.looked_at + from_b.looked_at;
    return found;
}

} // namespace impinge::inline v0
