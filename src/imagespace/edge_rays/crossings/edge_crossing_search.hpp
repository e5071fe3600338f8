// SPDX-License-Identifier: Apache-2.0
//
// Which triangles of a surface come near a segment, for many segments.
#pragma once

#include "exact/world_mesh.hpp"
#include "geometry/bvh.hpp"
#include "imagespace/edge_rays/crossings/edge_crossing_place.hpp"

#include <span>
#include <vector>

namespace impinge::inline v0::imagespace {

class NearTriangles {
  public:
    /// For the chosen ones of the segments, and no others. Must not be used when cancelled.
    NearTriangles(const WorldMesh& surface, std::span<const Segment> segments,
                  std::span<const std::size_t> chosen, const Context& context);

    [[nodiscard]] bool is_empty() const { return tree_.is_empty(); }
    /// Every triangle that meets the segment, and some that only come near.
    void find(const Segment& segment, std::vector<std::uint32_t>& near) const;

  private:
    std::vector<std::uint32_t> triangles_;
    Bvh tree_;
};

} // namespace impinge::inline v0::imagespace
