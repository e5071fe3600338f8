// SPDX-License-Identifier: Apache-2.0
//
// The surfaces of two bodies as one set of facets, with everything that meets: facets of A and of
// B, of A and of A, of B and of B. Together they cut space into cells; inside a cell neither
// winding number changes.
#pragma once

#include "base/buckets.hpp"
#include "exact/world_mesh.hpp"
#include "geometry/weighted_point.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// A facet is a triangle with an area. Those of A come first.
using FacetId = std::uint32_t;

struct FacetPair {
    FacetId first = 0;
    FacetId second = 0;
};

/// A straight piece of what two or more facets have in common. It lies in the carrier.
struct FacetLine {
    FacetId carrier = 0;
    WeightedPoint from;
    WeightedPoint to;
};

class Facets {
  public:
    /// `pairs` holds all pairs of a triangle of A and one of B that meet. Holds nothing to rely on
    /// once the context is cancelled.
    Facets(const WorldMesh& a, const WorldMesh& b, std::span<const TrianglePair> pairs,
           const Context& context);

    [[nodiscard]] std::size_t size() const { return a_.triangles.size() + b_.triangles.size(); }
    [[nodiscard]] bool is_of_a(FacetId facet) const { return facet < a_.triangles.size(); }
    [[nodiscard]] FacetId of_a(std::uint32_t triangle) const { return triangle; }
    [[nodiscard]] FacetId of_b(std::uint32_t triangle) const {
        return static_cast<FacetId>(a_.triangles.size()) + triangle;
    }
    [[nodiscard]] Triangle triangle(FacetId facet) const {
        return is_of_a(facet) ? a_.triangle(facet) : b_.triangle(facet - a_.triangles.size());
    }
    /// Pairs of a facet of A and one of B.
    [[nodiscard]] std::span<const FacetPair> pairs_of_both() const { return pairs_of_both_; }
    /// The facets that meet this one in more than a corner or an edge of their common mesh.
    [[nodiscard]] std::span<const FacetId> met_by(FacetId facet) const { return met_[facet]; }
    /// Lines that hold all places where facets meet in more than points: what crossing facets have
    /// in common, and the edges along which others lie or that border a common area.
    [[nodiscard]] const std::vector<FacetLine>& lines() const { return lines_; }
    /// The other edges of those facets of A and of B that meet each other.
    [[nodiscard]] const std::vector<FacetLine>& other_edges() const { return other_edges_; }
    /// One facet of every connected piece of surface on which no line lies.
    [[nodiscard]] const std::vector<FacetId>& free_pieces() const { return free_pieces_; }

  private:
    void list_meetings(std::span<const FacetPair> pairs);
    void add_contact_lines(std::span<const FacetPair> pairs, const Context& context);
    void mark_edges(const FacetPair& pair, const TriangleContact& contact);
    void add_mesh(const WorldMesh& mesh, FacetId first, const Context& context);

    const WorldMesh& a_;
    const WorldMesh& b_;
    std::vector<FacetPair> pairs_of_both_;
    Buckets<FacetId> met_;
    std::vector<FacetLine> lines_;
    std::vector<std::uint8_t> has_line_;
    std::vector<std::uint8_t> meets_other_body_;
    std::vector<std::array<std::uint8_t, 3>> has_line_at_edge_;
    std::vector<FacetLine> other_edges_;
    std::vector<FacetId> free_pieces_;
};

} // namespace impinge::inline v0
