// SPDX-License-Identifier: Apache-2.0
#include "convex/verdict/local_proofs.hpp"

#include "convex/closest_features/voronoi.hpp"
#include "math/measures.hpp"

namespace impinge::inline v0 {
namespace {

/// More than the roundings of computing a bound.
constexpr double rounded_up = 1 + 0x1p-30;

/// What neighbours that are higher by `rise`, as computed, can hide.
double hidden_above(const PolytopeData& polytope, const Vec3d& direction, double rise) {
    const double highest = rise + 8 * unit_roundoff * length_bound(direction) * polytope.reach;
    return highest <= 0 ? 0 : rounded_up * 2 * polytope.radius * highest / polytope.slope;
}

/// A vertex of a feature.
std::uint32_t vertex_at(const PolytopeData& shape, PolytopeFeature feature) {
    switch (feature.kind) {
    case FeatureKind::Vertex:
        break;
    case FeatureKind::Edge:
        return shape.edges[feature.index].tail;
    case FeatureKind::Face:
        return shape.face_corners[shape.face_first[feature.index]];
    }
    return feature.index;
}

/// A face at a feature; the first one if the polytope has no such feature.
std::uint32_t face_at(const PolytopeData& shape, PolytopeFeature feature) {
    switch (feature.kind) {
    case FeatureKind::Vertex:
        return feature.index < shape.vertices.size()
                   ? shape.edges[shape.vertex_edges[shape.vertex_first[feature.index]]].left
                   : 0;
    case FeatureKind::Edge:
        return feature.index < shape.edges.size() ? shape.edges[feature.index].left : 0;
    case FeatureKind::Face:
        break;
    }
    return feature.index < shape.planes.size() ? feature.index : 0;
}

bool keeps_all_sides(const PolytopeData& shape, std::uint32_t face, const Vec3d& point,
                     double margin) {
    for (std::uint32_t i = shape.face_first[face]; i < shape.face_first[face + 1]; ++i) {
        if (!(height_over(shape.face_sides[i], point) >= margin)) {
            return false;
        }
    }
    return true;
}

/// How deep a point surely lies in the polytope, by the ball around the centre or the cone of the
/// face; negative if these do not tell.
double depth_in_cone(const PolytopeData& shape, std::uint32_t face, const Vec3d& point) {
    constexpr double unknown = -1;
    const double hidden = 256 * unit_roundoff * shape.reach;
    const double ball = shape.centre_depth - shape.plane_error;
    const Vec3d from_centre = point - shape.centre;
    const double in_ball = ball - length(from_centre) - hidden;
    if (in_ball > 0) {
        return in_ball;
    }
    const FacePlane& plane = shape.planes[face];
    const double part = dot(plane.normal, from_centre) / -height_over(plane, shape.centre);
    const Vec3d on_plane = shape.centre + from_centre * (1 / part);
    const bool told = part > 0 && part < 1 && largest_magnitude(on_plane) <= 2 * shape.reach &&
                      keeps_all_sides(shape, face, on_plane, hidden);
    return told ? (1 - part) * ball - std::abs(height_over(plane, on_plane)) -
                      rounded_up * shape.plane_error - hidden
                : unknown;
}

/// Whether the cone of that face proves that a point of the world is in the body deeper than
/// `needed`.
bool is_in_cone(const PolytopeData& shape, const Rigid& pose, std::uint32_t face,
                const PlacedPoint& point, double needed) {
    return has_sound_planes(shape) && is_near(shape, point.in_body) &&
           shrinks * pose.scale * depth_in_cone(shape, face, point.in_body) - point.off > needed;
}

} // namespace

Summit climb(const PolytopeData& polytope, const Vec3d& direction, std::uint32_t start) {
    Summit summit{.vertex = start, .height = dot(direction, polytope.vertices[start])};
    for (;;) {
        double highest = -std::numeric_limits<double>::infinity();
        std::uint32_t best = summit.vertex;
        for (std::uint32_t i = polytope.vertex_first[summit.vertex];
             i < polytope.vertex_first[summit.vertex + 1]; ++i) {
            const std::uint32_t neighbour = polytope.vertex_neighbours[i];
            const double height = dot(direction, polytope.vertices[neighbour]);
            best = height > highest ? neighbour : best;
            highest = std::max(highest, height);
        }
        if (!(highest > summit.height)) {
            summit.hidden = hidden_above(polytope, direction, highest - summit.height);
            return summit;
        }
        summit.vertex = best;
        summit.height = highest;
    }
}

bool reach_past_each_other(const ConvexPair& pair, const Vec3d& direction, double rounding) {
    const Vec3d in_a = into_frame(pair.pose_a, direction);
    const Vec3d in_b = into_frame(pair.pose_b, direction);
    const Summit top_of_a = climb(pair.a, in_a, vertex_towards(pair.a, in_a));
    const Summit bottom_of_b = climb(pair.b, -in_b, vertex_towards(pair.b, -in_b));
    // One vertex is enough of a body that reaches past the other.
    const double bottom_of_a = dot(in_a, pair.a.vertices[vertex_towards(pair.a, -in_a)]);
    const double top_of_b = dot(in_b, pair.b.vertices[vertex_towards(pair.b, in_b)]);
    const double scale_a = pair.pose_a.scale;
    const double scale_b = pair.pose_b.scale;
    const double shift = dot(direction, pair.pose_b.translation - pair.pose_a.translation);
    const double a_past_b = (shift - bottom_of_b.height * scale_b) - bottom_of_a * scale_a;
    const double b_past_a = (shift + top_of_b * scale_b) - top_of_a.height * scale_a;
    const double hidden_a = rounded_up * scale_a * top_of_a.hidden;
    const double hidden_b = rounded_up * scale_b * bottom_of_b.hidden;
    return a_past_b > slab_error(direction, rounding, hidden_b) &&
           b_past_a > slab_error(direction, rounding, hidden_a);
}

bool features_separate(const ConvexPair& pair, const FeaturePair& features, const Vec3d& direction,
                       double rounding) {
    const Vec3d in_a = into_frame(pair.pose_a, direction);
    const Vec3d in_b = into_frame(pair.pose_b, -direction);
    const Summit end_of_a = climb(pair.a, in_a, vertex_at(pair.a, features.a));
    const Summit end_of_b = climb(pair.b, in_b, vertex_at(pair.b, features.b));
    const double shift = dot(direction, pair.pose_b.translation - pair.pose_a.translation);
    const double gap =
        (shift - end_of_b.height * pair.pose_b.scale) - end_of_a.height * pair.pose_a.scale;
    const double hidden =
        rounded_up * (pair.pose_a.scale * end_of_a.hidden + pair.pose_b.scale * end_of_b.hidden);
    return gap > slab_error(direction, rounding, hidden);
}

CommonPoint point_in_cones(const ConvexPair& pair, const Vec3d& world, const FeaturePair& features,
                           double rounding) {
    const PlacedPoint in_a = place_in_body(pair.pose_a, world);
    const PlacedPoint in_b = place_in_body(pair.pose_b, world);
    CommonPoint found{.face_a = face_facing(pair.a, in_a.in_body, face_at(pair.a, features.a)),
                      .face_b = face_facing(pair.b, in_b.in_body, face_at(pair.b, features.b))};
    const double needed = 2 * rounding; // for the place of the point, and for the surface
    found.proved = is_in_cone(pair.a, pair.pose_a, found.face_a, in_a, needed) &&
                   is_in_cone(pair.b, pair.pose_b, found.face_b, in_b, needed);
    return found;
}

} // namespace impinge::inline v0
