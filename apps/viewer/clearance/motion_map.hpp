// SPDX-License-Identifier: Apache-2.0
//
// The clearance maps of all frames of a motion in one, as `impinge map --sequence` draws them one
// by one: seen along a direction that is glued to A, each pixel with the smallest clearance it ever
// had.
#pragma once

#include "clearance/clearance_types.hpp"

#include <span>

namespace impinge::viewer {

struct MotionMaps {
    /// The view is that of the first frame. Pixels, and what is told of the largest and smallest of
    /// them, are of the whole motion; contact_area is that of the pixels whose smallest clearance
    /// is in the contact band; volumes are those of the closest frame.
    imagespace::ClearanceMap map;
    MotionMap motion;
};

/// Fails as ClearanceSession does. If the context is cancelled, what comes back is of no use.
Expected<MotionMaps> motion_map(raster::Device& device, const std::array<Body, 2>& bodies,
                                std::span<const PairPoses> poses,
                                const imagespace::ClearanceOptions& options,
                                const Context& context);

/// For each vertex of A the value of its pixel, if it is on the side of A that looks along the view
/// towards B; NaN elsewhere. A stands where the map saw it.
std::vector<float> values_on_a(const imagespace::ClearanceMap& map, const Body& a, Vec3d to_b);

} // namespace impinge::viewer
