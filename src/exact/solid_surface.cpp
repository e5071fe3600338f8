// SPDX-License-Identifier: Apache-2.0
#include "exact/solid_surface.hpp"

#include "mesh/weld.hpp"

#include <numeric>
#include <utility>

namespace impinge::inline v0 {

SolidSurface::SolidSurface(const Solid& solid)
    : vertices_(solid.mesh.vertices),
      faces_(welded_triangles(solid.mesh.triangles, weld_map(solid.mesh.vertices))) {
    if (solid.normals == Normals::Inward) {
        for (TriangleIndices& f : faces_) {
            std::swap(f[1], f[2]);
        }
    }
    first_.assign(vertices_.size() + 1, 0);
    for (const TriangleIndices& f : faces_) {
        for (const std::uint32_t corner : f) {
            ++first_[corner + 1];
        }
    }
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    incident_.resize(3 * faces_.size());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (std::uint32_t face = 0; face < faces_.size(); ++face) {
        for (const std::uint32_t corner : faces_[face]) {
            incident_[next[corner]++] = face;
        }
    }
}

} // namespace impinge::inline v0
