// SPDX-License-Identifier: Apache-2.0
#include "convex/closest_features/voronoi.hpp"

#include <limits>

namespace impinge::inline v0 {
namespace {

double facing_ratio(const PolytopeData& shape, std::uint32_t face, Vec3d point) {
    const FacePlane& plane = shape.planes[face];
    return dot(plane.normal, point - shape.centre) / -height_over(plane, shape.centre);
}

} // namespace

std::uint32_t face_facing(const PolytopeData& shape, Vec3d point, std::uint32_t start) {
    std::uint32_t face = start;
    double ratio = facing_ratio(shape, face, point);
    for (bool rising = true; rising;) {
        rising = false;
        const std::uint32_t here = face;
        for (std::uint32_t i = shape.face_first[here]; i < shape.face_first[here + 1]; ++i) {
            const PolytopeEdge& edge = shape.edges[shape.face_edges[i]];
            const std::uint32_t beyond = edge.left == here ? edge.right : edge.left;
            const double candidate = facing_ratio(shape, beyond, point);
            if (candidate > ratio) {
                ratio = candidate;
                face = beyond;
                rising = true;
            }
        }
    }
    return face;
}

std::uint32_t crossed_side(const PolytopeData& shape, std::uint32_t face, Vec3d point) {
    std::uint32_t found = no_feature;
    double closest = -1; // squared; measured only if the point is beyond two sides
    for (std::uint32_t i = shape.face_first[face]; i < shape.face_first[face + 1]; ++i) {
        if (height_over(shape.face_sides[i], point) > 0) {
            continue;
        }
        const std::uint32_t edge = shape.face_edges[i];
        if (found == no_feature) {
            found = edge;
            continue;
        }
        const auto squared_distance = [&](std::uint32_t e) {
            const EdgeSegment segment = edge_segment(shape, e);
            return squared_length(segment.at(closest_parameter(segment, point)) - point);
        };
        closest = closest < 0 ? squared_distance(found) : closest;
        const double candidate = squared_distance(edge);
        if (candidate < closest) {
            closest = candidate;
            found = edge;
        }
    }
    return found;
}

std::uint32_t closest_side(const PolytopeData& shape, std::uint32_t face,
                           const EdgeSegment& segment) {
    std::uint32_t found = no_feature;
    double closest = std::numeric_limits<double>::infinity();
    for (std::uint32_t i = shape.face_first[face]; i < shape.face_first[face + 1]; ++i) {
        const EdgeSegment side = edge_segment(shape, shape.face_edges[i]);
        const SegmentParameters at = closest_parameters(segment, side);
        const double candidate = squared_length(segment.at(at.first) - side.at(at.second));
        if (candidate < closest) {
            closest = candidate;
            found = shape.face_edges[i];
        }
    }
    return found;
}

PrismPart part_in_prism(const PolytopeData& shape, std::uint32_t face, const EdgeSegment& segment) {
    PrismPart part;
    const Vec3d head = segment.at(1);
    for (std::uint32_t i = shape.face_first[face]; i < shape.face_first[face + 1]; ++i) {
        const double tail_depth = height_over(shape.face_sides[i], segment.tail);
        const double head_depth = height_over(shape.face_sides[i], head);
        if (tail_depth < 0 && head_depth < 0) {
            return {.low = 1, .high = 0};
        }
        if (tail_depth >= 0 && head_depth >= 0) {
            continue;
        }
        const double cut = tail_depth / (tail_depth - head_depth);
        if (tail_depth < 0 && cut > part.low) {
            part.low = cut;
            part.low_edge = shape.face_edges[i];
        } else if (head_depth < 0 && cut < part.high) {
            part.high = cut;
            part.high_edge = shape.face_edges[i];
        }
    }
    return part;
}

} // namespace impinge::inline v0
