// SPDX-License-Identifier: Apache-2.0
//
// The connected parts of a surface, and the rims of its holes, with their boxes.
#pragma once

#include "exact/world_mesh.hpp"

#include <vector>

namespace impinge::inline v0 {

class SurfaceParts {
  public:
    struct Part {
        Box3 box;
        std::uint32_t first_triangle = 0;
    };

    /// `components`: how many there are if that is known, so that 1 costs next to nothing; else 0.
    SurfaceParts(const WorldMesh& mesh, std::size_t components);

    /// In the order of their first triangles.
    [[nodiscard]] const std::vector<Part>& list() const { return parts_; }
    [[nodiscard]] std::uint32_t part_of(std::size_t triangle) const {
        return part_of_.empty() ? 0 : part_of_[triangle];
    }

  private:
    std::vector<std::uint32_t> part_of_; ///< empty if all are of one
    std::vector<Part> parts_;
};

/// The boxes of the rims of its holes: open edges, joined where they share an end.
std::vector<Box3> boxes_of_rims(const WorldMesh& mesh);

} // namespace impinge::inline v0
