// SPDX-License-Identifier: Apache-2.0
//
// From the closed parts of an overlap's surface to its regions.
#pragma once

#include "impinge/context.hpp"
#include "impinge/overlap.hpp"
#include "measures/overlap_pair.hpp"
#include "measures/overlap_shells.hpp"
#include "measures/overlap_surface.hpp"

#include <array>
#include <vector>

namespace impinge::inline v0 {

struct CutOverlap {
    const OverlapPair& pair;
    const OverlapSurface& surface;
    const std::vector<OverlapShell>& shells;
    Vec3d origin; ///< about which the shells were measured
};

/// `depth_to` are the surfaces that depths are measured to: meshes of the bodies' borders, in the
/// order of the pair. Means nothing once the context is cancelled.
std::vector<OverlapRegion> overlap_regions(const CutOverlap& cut,
                                           const std::array<const WorldMesh*, 2>& depth_to,
                                           const OverlapOptions& options, const Context& context);

/// No point of the pieces that are not listed, for want of a volume beyond rounding, is deeper.
double depth_of_unlisted(const CutOverlap& cut, const std::array<const WorldMesh*, 2>& depth_to,
                         double harmless, const Context& context);

} // namespace impinge::inline v0
