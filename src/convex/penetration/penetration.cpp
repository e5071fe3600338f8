// SPDX-License-Identifier: Apache-2.0
#include "convex/penetration/penetration.hpp"

#include "base/no_throw.hpp"
#include "convex/closest_features.hpp"
#include "convex/convex_pose.hpp"
#include "convex/penetration/contact_place.hpp"
#include "convex/penetration/exhaustive_way_out.hpp"
#include "convex/penetration/expanding_polytope.hpp"

#include <algorithm>

namespace impinge::inline v0 {
namespace {

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
WayOut way_out_over(const Difference& difference, const Corners& corners) {
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
WayOut shortest_way_out(const Difference& difference) {
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
Vec3d touching_point(const ConvexPair& pair, const Difference& difference, const WayOut& way_out,
                     const Vec3d& moved) {
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
    const Difference difference(pair);
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
