// SPDX-License-Identifier: Apache-2.0
//
// Section 6 on the device: the layers of an area are peeled front to back, and who owns each is
// accumulated as bits in the stencil planes of two targets that are drawn into in turn.
#pragma once

#include "imagespace/layers/layer_areas.hpp"
#include "imagespace/layers/layer_codes.hpp"
#include "imagespace/layers/layer_watch.hpp"

namespace impinge::inline v0::imagespace {

/// How a pixel came out of peeling.
enum class Peeled : std::uint8_t {
    Open, ///< not looked at to the end: an overlap was found elsewhere, or the query cancelled
    Apart,
    Overlap,
    /// Its layers could not be told one by one: several have the same depth, there are more than
    /// can be counted, or a driver lost one of a pair.
    ForRays,
};

/// For each pixel of the area, in its order. The places are those the area's pixels refer to.
Expected<std::vector<Peeled>> peel(const Frame& frame, const LayerArea& area,
                                   std::span<const PixelPlace> places, LayerWatch& watch);

} // namespace impinge::inline v0::imagespace
