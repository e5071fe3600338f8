// SPDX-License-Identifier: Apache-2.0
//
// The depth maps of A: made when first needed, kept from query to query while A is seen in the same
// way.
#pragma once

#include "imagespace/frame.hpp"

#include <optional>

namespace impinge::inline v0::imagespace {

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

/// Makes the target unless there is one of this size. A new one holds no map.
Status need_target(raster::Device& device, std::unique_ptr<raster::Target>& target,
                   const raster::View& view);

/// The number of a body's surfaces at every pixel, into DepthMaps::b.
Status count_surfaces_of(const Frame& frame, const Side& side);

/// Whether A is pi-convex or absent at every pixel, of maps that have ZmaxA.
Expected<bool> is_a_pi_convex(const Frame& frame);
/// Whether B has two surfaces or none at every pixel; it is drawn for it.
Expected<bool> is_b_pi_convex(const Frame& frame);

} // namespace impinge::inline v0::imagespace
