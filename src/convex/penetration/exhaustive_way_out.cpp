// SPDX-License-Identifier: Apache-2.0
#include "convex/penetration/exhaustive_way_out.hpp"

#include <vector>

namespace impinge::inline v0 {
namespace {

constexpr PolytopeFeature vertex(std::uint32_t index) { return {FeatureKind::Vertex, index}; }
constexpr PolytopeFeature edge(std::uint32_t index) { return {FeatureKind::Edge, index}; }
constexpr PolytopeFeature face(std::uint32_t index) { return {FeatureKind::Face, index}; }

/// An edge of the difference's Gauss map: the arc between the normals of two faces.
struct Arc {
    Vec3d left;
    Vec3d right;
    Vec3d pole; ///< along left x right
};

Arc arc_of_a(const PolytopeData& a, std::uint32_t index) {
    const PolytopeEdge& e = a.edges[index];
    return {a.planes[e.left].normal, a.planes[e.right].normal, a.edge_vectors[index]};
}

/// B's normals point the other way in the difference.
Arc arc_of_b(const MinkowskiDifference& difference, std::uint32_t index) {
    const PolytopeEdge& e = difference.b().edges[index];
    return {-difference.normal_of_b(e.left), -difference.normal_of_b(e.right),
            difference.edge_of_b(index)};
}

/// Whether two arcs shorter than half a circle cross, or come so near to it that rounding matters.
bool arcs_cross(const Arc& p, const Arc& q) {
    const double tolerance_p = 1e-12 * length_bound(p.pole);
    const double tolerance_q = 1e-12 * length_bound(q.pole);
    const double q_left = dot(q.left, p.pole);
    const double q_right = dot(q.right, p.pole);
    const double p_left = dot(p.left, q.pole);
    const double p_right = dot(p.right, q.pole);
    // q goes from one side of p's circle to the other, and p from one side of q's.
    const bool rising_q = q_left <= tolerance_p && q_right >= -tolerance_p;
    const bool falling_q = q_left >= -tolerance_p && q_right <= tolerance_p;
    const bool rising_p = p_left <= tolerance_q && p_right >= -tolerance_q;
    const bool falling_p = p_left >= -tolerance_q && p_right <= tolerance_q;
    // Not on opposite sides of the sphere: there both would turn the same way.
    return (rising_q && falling_p) || (falling_q && rising_p);
}

/// The unit normal common to two edges, on A's outer side; nothing for parallel ones.
Vec3d common_normal(const Arc& of_a, const Arc& of_b) {
    const Vec3d n = cross(of_a.pole, of_b.pole);
    const double sine = length(n);
    if (!(sine > 1e-14 * length(of_a.pole) * length(of_b.pole))) {
        return {};
    }
    return n * ((dot(n, of_a.left + of_a.right) < 0 ? -1 : 1) / sine);
}

void consider_arcs(const MinkowskiDifference& difference, const Arc& of_a, std::uint32_t edge_a,
                   const Arc& of_b, std::uint32_t edge_b, WayOut& best) {
    const Vec3d direction = common_normal(of_a, of_b);
    if (direction == Vec3d{}) {
        return;
    }
    // Between the edges: the depth itself if the direction is one of both bodies' borders. Where a
    // face lies as near, its contact says more.
    const Vec3d between = difference.a().vertices[difference.a().edges[edge_a].tail] -
                          difference.vertex_of_b(difference.b().edges[edge_b].tail);
    if (dot(direction, between) < best.depth - difference.tolerance()) {
        const double depth = dot(direction, difference.farthest(direction).place);
        if (depth < best.depth) {
            best = {depth, direction, {edge(edge_a), edge(edge_b)}};
        }
    }
}

} // namespace

void consider_face_of_a(const MinkowskiDifference& difference, std::uint32_t index, WayOut& best) {
    const Vec3d direction = difference.a().planes[index].normal;
    const DifferencePoint farthest = difference.farthest(direction);
    const double depth = dot(direction, farthest.place);
    if (depth < best.depth) {
        best = {depth, direction, {face(index), vertex(farthest.b)}};
    }
}

void consider_face_of_b(const MinkowskiDifference& difference, std::uint32_t index, WayOut& best) {
    const Vec3d direction = -difference.normal_of_b(index);
    const DifferencePoint farthest = difference.farthest(direction);
    const double depth = dot(direction, farthest.place);
    if (depth < best.depth) {
        best = {depth, direction, {vertex(farthest.a), face(index)}};
    }
}

void consider_edges(const MinkowskiDifference& difference, std::uint32_t edge_a,
                    std::uint32_t edge_b, WayOut& best) {
    consider_arcs(difference, arc_of_a(difference.a(), edge_a), edge_a,
                  arc_of_b(difference, edge_b), edge_b, best);
}

WayOut exhaustive_way_out(const MinkowskiDifference& difference) {
    const PolytopeData& a = difference.a();
    const PolytopeData& b = difference.b();
    WayOut best;
    for (std::uint32_t i = 0; i < a.planes.size(); ++i) {
        consider_face_of_a(difference, i, best);
    }
    for (std::uint32_t i = 0; i < b.planes.size(); ++i) {
        consider_face_of_b(difference, i, best);
    }
    std::vector<Arc> arcs_of_b;
    for (std::uint32_t i = 0; i < b.edges.size(); ++i) {
        arcs_of_b.push_back(arc_of_b(difference, i));
    }
    for (std::uint32_t i = 0; i < a.edges.size(); ++i) {
        const Arc arc = arc_of_a(a, i);
        for (std::uint32_t j = 0; j < b.edges.size(); ++j) {
            if (arcs_cross(arc, arcs_of_b[j])) {
                consider_arcs(difference, arc, i, arcs_of_b[j], j, best);
            }
        }
    }
    return best;
}

} // namespace impinge::inline v0
