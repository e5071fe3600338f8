// SPDX-License-Identifier: Apache-2.0
//
// Penetration depth: the face of the Minkowski difference that is nearest to the origin, found by
// EPA, and the place of contact once the bodies have been moved apart along its normal (the contact
// polygon, clipped as Sutherland and Hodgman do).
#include "base/no_throw.hpp"
#include "convex/convex_pair.hpp"
#include "convex/penetration/exhaustive_way_out.hpp"
#include "convex/penetration/expanding_polytope.hpp"
#include "convex/penetration/minkowski_difference.hpp"

#include <algorithm>
#include <vector>

namespace impinge::inline v0 {
namespace {

using Polygon = std::vector<Vec3d>;

/// One of the two bodies and its vertices in A's frame, moved to the contact.
struct Placed {
    const MinkowskiDifference& difference;
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
Vec3d crossing_of_edges(const MinkowskiDifference& difference, const WayOut& way_out) {
    const std::uint32_t edge_a = way_out.features.a.index;
    const std::uint32_t edge_b = way_out.features.b.index;
    const Vec3d p = difference.a().vertices[difference.a().edges[edge_a].tail];
    const Vec3d along_a = difference.a().edge_vectors[edge_a];
    const Vec3d q = difference.vertex_of_b(difference.b().edges[edge_b].tail);
    const Vec3d side = cross(difference.edge_of_b(edge_b), way_out.direction);
    const double way = dot(q - p, side) / dot(along_a, side);
    return p + along_a * std::clamp(way, 0.0, 1.0);
}

/// Where the two bodies touch once B has been moved along the way out: a point of A, in A's frame.
/// In the middle of the contact where that is an edge or a face.
Vec3d contact_place(const MinkowskiDifference& difference, const WayOut& way_out) {
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

std::span<const std::uint32_t> edges_at(const PolytopeData& polytope, std::uint32_t vertex) {
    const std::uint32_t first = polytope.vertex_first[vertex];
    return std::span(polytope.vertex_edges)
        .subspan(first, polytope.vertex_first[vertex + 1] - first);
}

/// The edge between two vertices, or none.
std::optional<std::uint32_t> edge_between(const PolytopeData& polytope, std::uint32_t p,
                                          std::uint32_t q) {
    for (const std::uint32_t index : edges_at(polytope, p)) {
        const PolytopeEdge& edge = polytope.edges[index];
        if (edge.tail == q || edge.head == q) {
            return index;
        }
    }
    return std::nullopt;
}

using Corners = std::array<DifferencePoint, 3>;
using Vertices = std::array<std::uint32_t, 3>;

/// The face that has all of these corners, some of them twice; none if they are all one.
std::optional<std::uint32_t> face_over(const PolytopeData& polytope, const Vertices& corners) {
    if (corners[0] == corners[1] && corners[1] == corners[2]) {
        return std::nullopt;
    }
    for (const std::uint32_t index : edges_at(polytope, corners[0])) {
        const PolytopeEdge& edge = polytope.edges[index];
        const std::uint32_t face = edge.tail == corners[0] ? edge.left : edge.right;
        const std::uint32_t first = polytope.face_first[face];
        const auto around =
            std::span(polytope.face_corners).subspan(first, polytope.face_first[face + 1] - first);
        if (std::all_of(corners.begin(), corners.end(), [&](std::uint32_t corner) {
                return std::find(around.begin(), around.end(), corner) != around.end();
            })) {
            return face;
        }
    }
    return std::nullopt;
}

/// A face of the difference with these corners is one of A, one of B, or made of two edges.
WayOut way_out_over(const MinkowskiDifference& difference, const Corners& corners) {
    const Vertices in_a{corners[0].a, corners[1].a, corners[2].a};
    const Vertices in_b{corners[0].b, corners[1].b, corners[2].b};
    WayOut best;
    if (const auto face = face_over(difference.a(), in_a)) {
        consider_face_of_a(difference, *face, best);
    }
    if (const auto face = face_over(difference.b(), in_b)) {
        consider_face_of_b(difference, *face, best);
    }
    for (std::size_t i = 0; i < 3; ++i) {
        const auto edge_a = edge_between(difference.a(), in_a[i], in_a[(i + 1) % 3]);
        for (std::size_t j = 0; edge_a && j < 3; ++j) {
            if (const auto edge_b = edge_between(difference.b(), in_b[j], in_b[(j + 1) % 3])) {
                consider_edges(difference, *edge_a, *edge_b, best);
            }
        }
    }
    return best;
}

/// The shortest way out by a polytope that grows from within; if that does not end in a proof, by
/// looking at all ways.
WayOut shortest_way_out(const MinkowskiDifference& difference) {
    ExpandingPolytope inner(difference);
    if (const auto corners = inner.nearest_face()) {
        const WayOut found = way_out_over(difference, *corners);
        if (found.depth <= inner.depth() + 2 * difference.tolerance()) {
            return found;
        }
    }
    return exhaustive_way_out(difference);
}

/// Where the two touch once B has been moved, a point of A. Where edges or faces are so nearly
/// parallel that the place found lies on one of them alone, closest features know better.
Vec3d touching_point(const ConvexPair& pair, const MinkowskiDifference& difference,
                     const WayOut& way_out, const Vec3d& moved) {
    const Vec3d place = contact_place(difference, way_out);
    const double outside = difference.height_above(place, way_out.direction * way_out.depth);
    if (outside <= 0x1p10 * difference.tolerance()) {
        return apply(pair.pose_a, place);
    }
    Rigid parted = pair.pose_b;
    parted.translation = parted.translation + moved;
    return closest_features(ConvexPair{pair.a, pair.b, pair.pose_a, parted}, {}).point_a;
}

} // namespace

Penetration penetration(const ConvexPair& pair) {
    const MinkowskiDifference difference(pair);
    const WayOut way_out = shortest_way_out(difference);
    if (!(way_out.depth > 0)) {
        return {};
    }
    const Vec3d direction = out_of_frame(pair.pose_a, way_out.direction);
    const double depth = way_out.depth * pair.pose_a.scale;
    const Vec3d point_a = touching_point(pair, difference, way_out, direction * depth);
    return {.depth = depth,
            .direction = direction,
            .point_a = point_a,
            .point_b = point_a - direction * depth,
            .features = way_out.features};
}

Expected<Penetration> penetration(const ConvexBody& a, const ConvexBody& b) {
    return no_throw([&]() -> Expected<Penetration> {
        for (const Rigid* pose : {&a.pose, &b.pose}) {
            if (const Status status = check_convex_pose(*pose); !status) {
                return status.error();
            }
        }
        return penetration(ConvexPair{a.shape.data(), b.shape.data(), a.pose, b.pose});
    });
}

} // namespace impinge::inline v0
