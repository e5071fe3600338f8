// SPDX-License-Identifier: Apache-2.0
//
// Which way the normals of a closed part point, by the sign of the volume it encloses.
#pragma once

#include "impinge/context.hpp"
#include "impinge/predicates.hpp"
#include "mesh/topology.hpp"

#include <span>
#include <vector>

namespace impinge::inline v0 {

/// For every component the exact sign of its volume: +1 normals outward, -1 inward, 0 none (flat,
/// or lobes that cancel). Volumes are integrals over the surface, so the answer means something
/// only for balanced components. Degenerate faces add nothing. A few ns per triangle; components
/// whose volume rounding could hide are summed again without rounding, a microsecond per triangle.
/// Means nothing once the context is cancelled.
std::vector<Sign> volume_signs(std::span<const Vec3d> positions,
                               std::span<const TriangleIndices> triangles,
                               const Components& components, const Context& context = Context(1));

/// Of a mesh that is not empty, taken as one component, read where it lies.
struct WholeVolume {
    Sign sign = 0;
    /// False if the ends of every edge have different coordinates; true for sure if not.
    bool may_have_short_edge = false;
};
WholeVolume volume_of_whole(const MeshView& mesh, const Context& context);

} // namespace impinge::inline v0
