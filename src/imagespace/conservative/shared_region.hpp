// SPDX-License-Identifier: Apache-2.0
//
// The conservative search for triangles that meet, shared by the methods that must not miss any.
// Two bodies where they stand, the region in which their boxes (AABBs) overlap, and how it is
// looked at; shared_depths says at which of its pixels they can meet, shared_cells which triangles
// can, and prove_candidates which do.
#pragma once

#include "exact/snapshot_data.hpp"
#include "impinge/raster.hpp"

#include <memory>
#include <optional>

namespace impinge::inline v0::imagespace {

/// A body of a query: in the world for proofs, on the device for candidates.
struct WorldBody {
    std::shared_ptr<const SnapshotData> snapshot;
    const raster::Geometry* geometry = nullptr;
    Box3 own_box; ///< of the triangles, in the frame of the mesh

    [[nodiscard]] const WorldMesh& world() const { return snapshot->mesh(); }
    [[nodiscard]] const Rigid& pose() const { return snapshot->body().pose; }
};

struct SharedRegion {
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

/// How a region is looked at.
struct RegionLens {
    int resolution = 0; ///< pixels along the longer side
    /// The pixel size wanted, instead of a resolution.
    std::optional<double> precision = {};
    /// Without one, near that of the largest walls of the region.
    std::optional<Vec3d> direction = {};
    int most_pixels = 0; ///< that the device can do along a side
};

/// Nothing if the boxes do not overlap. For a body and itself, all of it. Fails if the precision
/// that is wanted takes too many pixels.
Expected<std::optional<SharedRegion>> region_of(const WorldBody& a, const WorldBody& b,
                                                const RegionLens& lens);

/// The region in a view that shows all that both bodies have in common. What doubles make of a
/// point of the world lies within `rounding` of where it is. The boxes overlap.
SharedRegion region_in(const raster::View& view, const WorldBody& a, const WorldBody& b,
                       double rounding);

/// What a search took; milliseconds.
struct SearchCost {
    unsigned draws = 0;
    double drawing = 0;
    double searching = 0; ///< reading depths back, and the processor's search
};

struct SharedTask {
    raster::Device& device;
    const WorldBody& a;
    const WorldBody& b; ///< the same object as `a` for a body and itself
    const Context& context;
    SearchCost& cost; ///< receives what it took

    [[nodiscard]] bool one_body() const { return &a == &b; }
};

} // namespace impinge::inline v0::imagespace
