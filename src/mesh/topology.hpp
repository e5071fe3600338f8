// SPDX-License-Identifier: Apache-2.0
//
// Adjacency: how the triangles of a mesh hang together, edge by edge (open, manifold or not,
// oriented alike or not), and its connected components. Everything here works on WELDED triangles
// (see weld.hpp): corners are equal if and only if their indices are. Welding is never skipped,
// since two parts that share no index may still share an edge in space.
#pragma once

#include "base/buckets.hpp"
#include "impinge/mesh.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// The triangles at one edge: `forward` run through it from the smaller vertex to the larger.
/// A triangle two of whose corners are welded runs through its one edge both ways and is listed on
/// both sides; it has no area and counts as no face of the edge. The low half of an entry is the
/// triangle.
struct EdgeFaces {
    std::uint32_t smaller = 0; ///< the vertices at its ends
    std::uint32_t larger = 0;
    std::span<const std::uint64_t> forward;
    std::span<const std::uint64_t> backward;
};

/// Every edge with its triangles. Built in about 10 ns per edge; reads nothing but its input.
class EdgeTable {
  public:
    EdgeTable(std::span<const TriangleIndices> welded_triangles, std::size_t vertex_count);

    /// Calls visit(EdgeFaces) for every edge, in the order of its vertices.
    template <typename Visit> void for_each_edge(Visit visit) const;
    [[nodiscard]] std::size_t triangle_count() const { return triangle_count_; }

  private:
    // Bucket 2 v + d holds the edges from v to larger vertices, d = 0 forward, 1 backward; an entry
    // is the larger vertex above the triangle. Sorted, which is quick: a handful in each.
    Buckets<std::uint64_t> keys_;
    std::size_t triangle_count_;
};

/// Faces of one edge, the two-way triangles left out.
struct FaceCount {
    std::size_t forward = 0;
    std::size_t backward = 0;
};
FaceCount count_faces(const EdgeFaces& edge);
/// Only of those triangles that are marked; two-way triangles must not be.
FaceCount count_faces(const EdgeFaces& edge, std::span<const std::uint8_t> marked);

// What is wrong with an edge of so many faces.
inline bool is_open(FaceCount faces) { return faces.forward + faces.backward == 1; }
inline bool is_non_manifold(FaceCount faces) { return faces.forward + faces.backward > 2; }
inline bool is_misoriented(FaceCount faces) {
    return faces.forward != faces.backward && !is_open(faces);
}

struct EdgeCensus {
    std::size_t open = 0;         ///< edges of exactly one face
    std::size_t non_manifold = 0; ///< edges of more than two faces
    std::size_t misoriented = 0;  ///< unequally many faces forward and backward, but not open

    friend bool operator==(const EdgeCensus&, const EdgeCensus&) = default;
};
EdgeCensus edge_census(const EdgeTable& table);

/// Parts connected through edges, numbered in the order of their first triangles.
struct Components {
    std::vector<std::uint32_t> of_triangle; ///< may be empty if there is but one
    std::size_t count = 0;

    [[nodiscard]] std::uint32_t of(std::size_t triangle) const {
        return of_triangle.empty() ? 0 : of_triangle[triangle];
    }
};
Components triangle_components(const EdgeTable& table);

/// For every component whether each of its edges is run through equally often both ways.
std::vector<std::uint8_t> balanced_components(const EdgeTable& table, const Components& components);

/// Further faces with the same three corners as an earlier one, in any order.
std::size_t count_duplicates(std::span<const TriangleIndices> welded_triangles,
                             std::size_t vertex_count);

/// Calls visit(EdgeFaces) for every edge of one vertex, `smaller`, given the edges to larger
/// vertices as entries of an EdgeTable, sorted.
template <typename Visit>
void visit_edges_of_vertex(std::uint32_t smaller, std::span<const std::uint64_t> forward,
                           std::span<const std::uint64_t> backward, Visit visit) {
    while (!forward.empty() || !backward.empty()) {
        const std::uint64_t next = std::min(forward.empty() ? ~std::uint64_t{0} : forward[0],
                                            backward.empty() ? ~std::uint64_t{0} : backward[0]);
        const auto take_run = [end = next >> 32](std::span<const std::uint64_t>& keys) {
            std::size_t length = 0;
            while (length < keys.size() && keys[length] >> 32 == end) {
                ++length;
            }
            const auto run = keys.first(length);
            keys = keys.subspan(length);
            return run;
        };
        const auto forward_run = take_run(forward);
        visit(EdgeFaces{smaller, static_cast<std::uint32_t>(next >> 32), forward_run,
                        take_run(backward)});
    }
}

template <typename Visit> void EdgeTable::for_each_edge(Visit visit) const {
    for (std::size_t bucket = 0; bucket < keys_.size(); bucket += 2) {
        visit_edges_of_vertex(static_cast<std::uint32_t>(bucket / 2), keys_[bucket],
                              keys_[bucket + 1], visit);
    }
}

} // namespace impinge::inline v0
