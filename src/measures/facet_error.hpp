// SPDX-License-Identifier: Apache-2.0
//
// How far the facets of a mesh may stand off the curved surface that they stand for: an estimate,
// for bodies whose makers do not say.
//
// An edge looks smooth where its two triangles bend by less than 30 degrees. If both are facets of
// an arc, inscribed, of width w across the edge and turned by the angle t, the arc bulges over each
// of them by w / 2 * tan(t / 4): the chord error. The width of a triangle is its height over the
// edge, which is that of the strip it halves, and the narrower of the two counts, since a facet may
// border on a flat wall. Chamfers look like facets; so this explains depths and never excuses them.
#pragma once

#include "impinge/mesh.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

class FacetErrors {
  public:
    /// Reads all triangles once; keeps nothing of the mesh. Positions must be finite.
    explicit FacetErrors(const MeshView& mesh);

    /// The largest chord error at smooth edges of these triangles, in the frame of the mesh; 0 if
    /// there is no smooth edge.
    [[nodiscard]] double at(std::span<const std::uint32_t> triangles) const;

  private:
    std::vector<double> of_triangle_; ///< at its smooth edges
};

} // namespace impinge::inline v0
