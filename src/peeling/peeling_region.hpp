// SPDX-License-Identifier: Apache-2.0
//
// Two bodies where they stand, the region in which their boxes (AABBs) overlap, and how it is
// looked at.
#pragma once

#include "exact/world_mesh.hpp"
#include "impinge/peeling.hpp"

#include <optional>

namespace impinge::inline v0::imagespace {

/// A body of a query: in the world for proofs, on the device for candidates.
struct PeeledBody {
    WorldMesh world;
    const raster::Geometry* geometry = nullptr;
    Rigid pose;
    Box3 own_box; ///< of the triangles, in the frame of the mesh
};

struct PeelingRegion {
    Box3 box;          ///< what both boxes have in common
    raster::View view; ///< around the region; depths reach from the first to the last point of both
    bool b_is_farther = true;
    /// What is drawn lies within this of where it is, in world units.
    double drawn_error = 0;
    /// What doubles make of a point of the world in the window lies within this of where it is.
    double rounding = 0;
    /// Floats can draw it: a pixel is larger than what they leave out.
    bool drawable = true;
};

/// Nothing if the boxes do not overlap. For a body and itself, all of it. Fails if the precision
/// that is wanted takes more than `most_pixels` along a side.
Expected<std::optional<PeelingRegion>> region_of(const PeeledBody& a, const PeeledBody& b,
                                                 const PeelingOptions& options, int most_pixels);

/// The same view with depths of the region alone: what lies before it has depth 0, what lies behind
/// it depth 1.
raster::View depths_of_region(const PeelingRegion& region);

/// Refuses options that make no sense, or that the device cannot do.
Status check_peeling_options(const PeelingOptions& options, const raster::Device& device);

} // namespace impinge::inline v0::imagespace
