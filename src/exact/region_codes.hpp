// SPDX-License-Identifier: Apache-2.0
//
// Second stage: the region of interest, the common part of the two bodies' boxes, as a grid of
// small integers. Every vertex is turned once into three 16-bit codes along the axes of the region;
// from then on triangles are compared by these.
//
// The code is a non-decreasing function of the coordinate, also after rounding, so boxes that
// overlap in space overlap in codes: nothing that meets is ever lost, whatever the scale.
#pragma once

#include "exact/codes.hpp"
#include "exact/world_mesh.hpp"

#include <cstdint>
#include <vector>

namespace impinge::inline v0 {

/// The box of a triangle in codes, and its index.
struct CodedTriangle {
    Codes low;
    Codes high;
    std::uint32_t index;
};

/// Whether the triangle's box reaches into the region.
inline bool reaches_region(const CodedTriangle& t) {
    constexpr Codes lowest_inside{below_region + 1, below_region + 1, below_region + 1, 0};
    constexpr Codes highest_inside{above_region - 1, above_region - 1, above_region - 1, 0};
    return all_at_most(lowest_inside, t.high) && all_at_most(t.low, highest_inside);
}

/// A mesh seen through the codes of its vertices.
class CodedMesh {
  public:
    CodedMesh(const WorldMesh& mesh, const Box3& region, const Context& context);

    [[nodiscard]] std::size_t size() const { return triangles_.size(); }
    [[nodiscard]] CodedTriangle operator[](std::size_t index) const {
        const Codes p = codes_[triangles_[index][0]];
        const Codes q = codes_[triangles_[index][1]];
        const Codes r = codes_[triangles_[index][2]];
        return {lowest(lowest(p, q), r), highest(highest(p, q), r),
                static_cast<std::uint32_t>(index)};
    }

  private:
    std::vector<Codes> codes_;
    std::span<const TriangleIndices> triangles_;
};

/// The triangles whose boxes reach into the region, in their order in the mesh.
std::vector<CodedTriangle> cull(const WorldMesh& mesh, const Box3& region, const Context& context);

} // namespace impinge::inline v0
