// SPDX-License-Identifier: Apache-2.0
//
// The surfaces of two solids near each other, and how they cut each other: which edges
// pass through which triangles, and which corners lie in the other solid. Exact, of bodies shifted
// as shifted_signs.hpp says.
#pragma once

#include "base/buckets.hpp"
#include "exact/verdict/surface.hpp"
#include "impinge/collide.hpp"
#include "impinge/context.hpp"
#include "measures/shifted_signs.hpp"

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// Some faces of a solid, normals outwards. Corners with equal coordinates are one; they are
/// numbered in lexicographic order, so that nothing depends on how the mesh numbers them.
struct LocalSurface {
    std::vector<Vec3d> corners;
    std::vector<TriangleIndices> faces;  ///< with three different corners, in the order of corners
    std::vector<std::uint32_t> triangle; ///< of the mesh, by face
    std::vector<std::uint32_t> vertex;   ///< one of the mesh, by corner

    [[nodiscard]] Triangle shape(std::uint32_t face) const {
        const auto& [a, b, c] = faces[face];
        return {{corners[a], corners[b], corners[c]}};
    }
};

LocalSurface local_surface(const Solid& solid, std::span<const std::uint32_t> triangles);

/// An edge, from the corner with the lower number to the other.
struct LocalEdge {
    std::uint32_t low = 0;
    std::uint32_t high = 0;

    friend auto operator<=>(const LocalEdge&, const LocalEdge&) = default;
};

/// Where an edge of one body passes through a face of the other.
struct Passage {
    LocalEdge edge;
    std::uint32_t face = 0;
    bool enters = false; ///< going from low to high one gets into the other body
    Vec3d point{};

    friend bool operator==(const Passage& p, const Passage& q) {
        return p.edge == q.edge && p.face == q.face;
    }
    friend auto operator<=>(const Passage& p, const Passage& q) {
        const auto by_edge = p.edge <=> q.edge;
        return by_edge != 0 ? by_edge : p.face <=> q.face;
    }
};

/// A point of the cut surfaces: a corner or a passage of either body, by number.
using Node = std::uint32_t;

/// A directed piece of the rim of what lies of a face in the other body, which is to its left seen
/// from outside.
struct RimPiece {
    Node from = 0;
    Node to = 0;
    bool is_contact = false; ///< runs along a face of the other body
};

class CutSurfaces {
  public:
    /// The surfaces hold all faces that meet the other body; the pairs that meet are given by their
    /// numbers there. The surfaces must outlive it. Means nothing once the context is cancelled.
    CutSurfaces(std::array<Solid, 2> solids, const std::array<LocalSurface, 2>& surfaces,
                std::span<const std::array<std::uint32_t, 2>> pairs, const Context& context);

    [[nodiscard]] const LocalSurface& surface(Owner owner) const {
        return surfaces_[static_cast<std::size_t>(owner)];
    }
    [[nodiscard]] Vec3d position(Node node) const;
    [[nodiscard]] std::size_t node_count() const { return passage_start_[2]; }
    [[nodiscard]] Node corner_node(Owner owner, std::uint32_t corner) const {
        return corner_start_[static_cast<std::size_t>(owner)] + corner;
    }
    [[nodiscard]] bool is_corner(Node node) const { return node < passage_start_[0]; }
    [[nodiscard]] Owner owner_of_corner(Node node) const {
        return node < corner_start_[1] ? Owner::First : Owner::Second;
    }
    /// The rim of what lies of the face in the other body, in no particular order; nothing if
    /// nothing of it does. Appends.
    void rim_of(Owner owner, std::uint32_t face, std::vector<RimPiece>& rim) const;

    [[nodiscard]] bool is_inside(Owner owner, std::uint32_t corner) const {
        return inside_[static_cast<std::size_t>(owner)][corner] != 0;
    }
    /// False if corners wind around the other body more than once: it overlaps itself.
    [[nodiscard]] bool is_plain() const { return is_plain_; }

  private:
    void find_passages(std::span<const std::array<std::uint32_t, 2>> pairs, const Context& context);
    void find_inside(Owner owner, const Solid& solid_of_other, const Context& context);
    void order_along_edges(Owner owner);

    const std::array<LocalSurface, 2>& surfaces_;
    std::array<std::uint32_t, 2> corner_start_{};
    std::array<std::uint32_t, 3> passage_start_{}; ///< and the end
    std::array<std::vector<Passage>, 2> passages_;
    std::array<Buckets<RimPiece>, 2> contacts_; ///< by face
    std::array<std::vector<std::uint8_t>, 2> inside_;
    /// Edges with passages, and the parts of each that lie in the other body.
    std::array<std::vector<LocalEdge>, 2> cut_edges_;
    std::array<std::vector<std::uint32_t>, 2> cut_edge_start_;
    std::array<std::vector<RimPiece>, 2> cut_edge_parts_;
    bool is_plain_ = true;
};

} // namespace impinge::inline v0
