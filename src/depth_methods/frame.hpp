// SPDX-License-Identifier: Apache-2.0
//
// What a method works on: two bodies seen along one direction on one device. The names are those of
// the paper: A is the body whose depth maps are made, B the one that is counted against them.
#pragma once

#include "imagespace/solid_body.hpp"
#include "impinge/depth_methods.hpp"

namespace impinge::inline v0::imagespace {

/// Counts what a query did.
struct PassLog {
    unsigned renderings = 0;
    unsigned draws = 0; ///< of a body; its two sides one after the other are one
    PhaseTimes milliseconds;
};

/// The depth maps of A: made when first needed, kept from query to query while A is seen in the
/// same way.
struct DepthMaps {
    /// Depth: ZmaxA. Stencil: the masks of the query under way.
    std::unique_ptr<raster::Target> far;
    /// Depth: ZminA. Stencil: what is known of A (see masks.hpp).
    std::unique_ptr<raster::Target> near;
    /// What is asked about B alone (and how many surfaces A has), of the query under way.
    std::unique_ptr<raster::Target> b;
    bool has_far = false;
    bool has_near = false;
    std::optional<bool> pi_convex; ///< A is pi-convex or absent at every pixel; if found out

    /// A is seen in another way from now on. Targets are kept for the next maps.
    void forget() {
        has_far = false;
        has_near = false;
        pi_convex.reset();
    }
};

/// When Findings::cases are wanted: reading them back takes time.
enum class Places : std::uint8_t {
    IfLeftOver,    ///< if no overlap was found and pixels are left over
    IfOverlapping, ///< and if an overlap was found
    Always,
    WithLayers, ///< and the numbers of layers of both bodies, for which B is drawn once more
};

struct Frame {
    raster::Device& device;
    raster::View view; ///< orthographic
    Side a;
    Side b;
    EqualDepths equal_depths = EqualDepths::Apart;
    Inspection inspection = Inspection::EachPass;
    Extent extent = Extent::FirstOverlap;
    Places places = Places::IfLeftOver;
    Timing timing = Timing::Total;
    Context context = {};
    DepthMaps& maps; ///< of A, made when first needed and kept
    PassLog& log;
};

} // namespace impinge::inline v0::imagespace
