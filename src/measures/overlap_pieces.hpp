// SPDX-License-Identifier: Apache-2.0
//
// The surface of what two solids have in common, in pieces: whole triangles, and of each face that
// meets the other solid what lies in it, as polygons with holes.
#pragma once

#include "measures/cut_surfaces.hpp"
#include "measures/inside_triangles.hpp"
#include "measures/overlap_surface.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

struct OverlapPiece {
    Owner owner = Owner::First;
    std::uint32_t face = 0;
    std::uint32_t first_loop = 0;
    std::uint32_t end_loop = 0;
    std::uint32_t shell = 0; ///< pieces of one number form a closed surface
};

/// What goes from one node to the next of its loop.
struct LoopNode {
    Node node = 0;
    bool is_contact = false; ///< the way to the next
};

/// Loops of nodes: those around a piece run counter-clockwise seen from outside, those around holes
/// clockwise.
class OverlapPieces {
  public:
    /// What is given must outlive it.
    OverlapPieces(const CutSurfaces& cut, const std::array<InsideTriangles, 2>& inside);

    [[nodiscard]] std::span<const LoopNode> loop(std::uint32_t loop) const {
        return {nodes_.data() + loop_start_[loop], loop_start_[loop + 1] - loop_start_[loop]};
    }
    [[nodiscard]] OverlapSurface surface() const;

  private:
    void add_face(Owner owner, std::uint32_t face);
    void add_piece(Owner owner, std::uint32_t face, std::span<const std::vector<LoopNode>> loops,
                   std::span<const std::size_t> chosen);
    void join_shells();

    const CutSurfaces& cut_;
    const std::array<InsideTriangles, 2>& inside_;
    std::array<std::vector<std::uint32_t>, 2> shell_of_group_;
    std::vector<OverlapPiece> pieces_;
    std::vector<LoopNode> nodes_;
    std::vector<std::uint32_t> loop_start_{0};
    std::size_t shell_count_ = 0;
    std::vector<RimPiece> rim_; ///< of the face at hand
};

} // namespace impinge::inline v0
