// SPDX-License-Identifier: Apache-2.0
//
// How the region in which two bodies can meet is looked at layer by layer.
#pragma once

#include "imagespace/conservative/shared_region.hpp"
#include "impinge/peeling.hpp"

namespace impinge::inline v0::imagespace {

/// The same view with depths of the region alone: what lies before it has depth 0, what lies behind
/// it depth 1.
raster::View depths_of_region(const SharedRegion& region);

/// Refuses options that make no sense, or that the device cannot do.
Status check_peeling_options(const PeelingOptions& options, const raster::Device& device);

} // namespace impinge::inline v0::imagespace
