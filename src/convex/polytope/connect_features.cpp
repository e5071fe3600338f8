// SPDX-License-Identifier: Apache-2.0
//
// A half of an edge is known by its place in face_corners: it runs from that corner to the next one
// of the face.
#include "convex/polytope/assemble_polytope.hpp"

#include <algorithm>

namespace impinge::inline v0 {
namespace {

struct HalfEdge {
    std::uint32_t smaller = 0;
    std::uint32_t larger = 0;
    std::uint32_t place = 0;
    std::uint32_t face = 0;

    friend auto operator<=>(const HalfEdge&, const HalfEdge&) = default;
};

std::uint32_t next_around_face(const PolytopeData& polytope, std::uint32_t face,
                               std::uint32_t place) {
    return place + 1 == polytope.face_first[face + 1] ? polytope.face_first[face] : place + 1;
}

std::uint32_t previous_around_face(const PolytopeData& polytope, std::uint32_t face,
                                   std::uint32_t place) {
    return (place == polytope.face_first[face] ? polytope.face_first[face + 1] : place) - 1;
}

/// The two halves of each edge side by side, edges in the order of their vertices.
std::vector<HalfEdge> sorted_half_edges(const PolytopeData& polytope) {
    std::vector<HalfEdge> halves;
    halves.reserve(polytope.face_corners.size());
    for (std::uint32_t face = 0; face + 1 < polytope.face_first.size(); ++face) {
        for (std::uint32_t i = polytope.face_first[face]; i < polytope.face_first[face + 1]; ++i) {
            const std::uint32_t from = polytope.face_corners[i];
            const std::uint32_t to = polytope.face_corners[next_around_face(polytope, face, i)];
            halves.push_back({std::min(from, to), std::max(from, to), i, face});
        }
    }
    std::sort(halves.begin(), halves.end());
    return halves;
}

/// Edges turn counter-clockwise around a vertex: behind the half that leaves it comes, across the
/// face on its left, the one that arrives there.
void connect_vertices(PolytopeData& polytope, const std::vector<HalfEdge>& halves) {
    const std::size_t vertex_count = polytope.vertices.size();
    std::vector<HalfEdge> leaving(vertex_count);
    std::vector<std::uint32_t> twin(halves.size()); // as an index of halves, by place
    for (std::uint32_t i = 0; i < halves.size(); ++i) {
        twin[halves[i].place] = i ^ 1u;
        leaving[polytope.face_corners[halves[i].place]] = halves[i];
    }
    polytope.vertex_first.assign(1, 0);
    for (std::uint32_t vertex = 0; vertex < vertex_count; ++vertex) {
        const HalfEdge start = leaving[vertex];
        HalfEdge at = start;
        do {
            polytope.vertex_edges.push_back(polytope.face_edges[at.place]);
            polytope.vertex_neighbours.push_back(at.smaller == vertex ? at.larger : at.smaller);
            at = halves[twin[previous_around_face(polytope, at.face, at.place)]];
        } while (at != start);
        polytope.vertex_first.push_back(static_cast<std::uint32_t>(polytope.vertex_edges.size()));
    }
}

} // namespace

void connect_features(PolytopeData& polytope) {
    const std::vector<HalfEdge> halves = sorted_half_edges(polytope);
    polytope.face_edges.resize(halves.size());
    for (std::uint32_t i = 0; i < halves.size(); i += 2) {
        const bool rises = polytope.face_corners[halves[i].place] == halves[i].smaller;
        polytope.face_edges[halves[i].place] = i / 2;
        polytope.face_edges[halves[i + 1].place] = i / 2;
        const HalfEdge& left = halves[rises ? i : i + 1];
        const HalfEdge& right = halves[rises ? i + 1 : i];
        polytope.edges.push_back(
            {left.smaller, left.larger, left.face, right.face, left.place, right.place});
    }
    connect_vertices(polytope, halves);
}

} // namespace impinge::inline v0
