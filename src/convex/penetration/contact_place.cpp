// SPDX-License-Identifier: Apache-2.0
#include "convex/penetration/contact_place.hpp"

#include <vector>

namespace impinge::inline v0 {
namespace {

using Polygon = std::vector<Vec3d>;

/// One of the two bodies and its vertices in A's frame, moved to the contact.
struct Placed {
    const Difference& difference;
    bool is_a;
    Vec3d moved;

    [[nodiscard]] const PolytopeData& data() const {
        return is_a ? difference.a() : difference.b();
    }
    [[nodiscard]] Vec3d vertex(std::uint32_t index) const {
        return (is_a ? difference.a().vertices[index] : difference.vertex_of_b(index)) + moved;
    }
    [[nodiscard]] Polygon face(std::uint32_t index) const {
        Polygon corners;
        for (std::uint32_t i = data().face_first[index]; i < data().face_first[index + 1]; ++i) {
            corners.push_back(vertex(data().face_corners[i]));
        }
        return corners;
    }
};

bool is_flat(const Polygon& polygon, Vec3d normal, double height, double tolerance) {
    return std::all_of(polygon.begin(), polygon.end(),
                       [&](Vec3d p) { return std::abs(dot(normal, p) - height) <= tolerance; });
}

/// What of a body lies in a plane that it touches with a vertex: a face, an edge or that vertex.
Polygon part_in_plane(const Placed& body, std::uint32_t vertex, Vec3d normal, double tolerance) {
    const PolytopeData& data = body.data();
    const double height = dot(normal, body.vertex(vertex));
    Polygon largest{body.vertex(vertex)};
    for (std::uint32_t i = data.vertex_first[vertex]; i < data.vertex_first[vertex + 1]; ++i) {
        const PolytopeEdge& edge = data.edges[data.vertex_edges[i]];
        Polygon face = body.face(edge.tail == vertex ? edge.left : edge.right);
        if (is_flat(face, normal, height, tolerance)) {
            return face;
        }
        Polygon segment{body.vertex(edge.tail), body.vertex(edge.head)};
        if (is_flat(segment, normal, height, tolerance)) {
            largest = std::move(segment);
        }
    }
    return largest;
}

/// The part of a polygon on the left of a line in its plane; all of it if nothing would be left.
Polygon left_of(const Polygon& polygon, Vec3d from, Vec3d inward) {
    Polygon kept;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec3d p = polygon[i];
        const Vec3d q = polygon[(i + 1) % polygon.size()];
        const double at_p = dot(inward, p - from);
        const double at_q = dot(inward, q - from);
        if (at_p >= 0) {
            kept.push_back(p);
        }
        if ((at_p > 0 && at_q < 0) || (at_p < 0 && at_q > 0)) {
            kept.push_back(p + (q - p) * (at_p / (at_p - at_q)));
        }
    }
    return kept.empty() ? polygon : kept;
}

Vec3d middle_of(const Polygon& polygon) {
    Vec3d sum;
    for (const Vec3d& p : polygon) {
        sum = sum + p;
    }
    return sum * (1 / static_cast<double>(polygon.size()));
}

/// Where a face meets what the other body has in its plane.
Vec3d middle_of_common_part(const Polygon& face, Polygon part, Vec3d normal) {
    for (std::size_t i = 0; i < face.size(); ++i) {
        const Vec3d side = face[(i + 1) % face.size()] - face[i];
        part = left_of(part, face[i], cross(normal, side));
    }
    return middle_of(part);
}

/// The point of A's edge nearest to the line of B's.
Vec3d crossing_of_edges(const Difference& difference, const WayOut& way_out) {
    const std::uint32_t edge_a = way_out.features.a.index;
    const std::uint32_t edge_b = way_out.features.b.index;
    const Vec3d p = difference.a().vertices[difference.a().edges[edge_a].tail];
    const Vec3d along_a = difference.a().edge_vectors[edge_a];
    const Vec3d q = difference.vertex_of_b(difference.b().edges[edge_b].tail);
    const Vec3d side = cross(difference.edge_of_b(edge_b), way_out.direction);
    const double way = dot(q - p, side) / dot(along_a, side);
    return p + along_a * std::clamp(way, 0.0, 1.0);
}

} // namespace

Vec3d contact_place(const Difference& difference, const WayOut& way_out) {
    const auto& [in_a, in_b] = way_out.features;
    if (in_a.kind == FeatureKind::Edge) {
        return crossing_of_edges(difference, way_out);
    }
    const Vec3d moved = way_out.direction * way_out.depth;
    const double tolerance = difference.tolerance();
    const Placed a{difference, true, {}};
    const Placed b{difference, false, moved};
    if (in_a.kind == FeatureKind::Face) {
        const Polygon part = part_in_plane(b, in_b.index, way_out.direction, tolerance);
        return middle_of_common_part(a.face(in_a.index), part, way_out.direction);
    }
    const Polygon part = part_in_plane(a, in_a.index, way_out.direction, tolerance);
    return middle_of_common_part(b.face(in_b.index), part, -way_out.direction);
}

} // namespace impinge::inline v0
