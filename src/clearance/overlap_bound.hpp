// SPDX-License-Identifier: Apache-2.0
//
// By how much a volume that was summed up over pixels can be wrong.
#pragma once

#include "imagespace/view_rays.hpp"
#include "impinge/context.hpp"

namespace impinge::inline v0::imagespace {

/// The volume common to both bodies differs by no more than this from the one measured, whoever
/// measured it. All of what the bodies have in common must lie in the window; the smaller its
/// pixels, the smaller the bound.
double overlap_volume_bound(const raster::View& view, const RayBody& a, const RayBody& b,
                            double measured_volume, const Context& context);

} // namespace impinge::inline v0::imagespace
