// SPDX-License-Identifier: Apache-2.0
//
// Boxes around spikes are drawn in their place.
#pragma once

#include "imagespace/proof/confirm.hpp"

#include <vector>

namespace impinge::inline v0::imagespace {

/// Which spikes of one body could meet the other, in ascending order: those whose proxies, in some
/// pixel of the view, overlap what lies between the nearest and the farthest surface of the other
/// body. All coverage is conservative, so that the rest is proved not to meet it within the window.
Expected<std::vector<std::size_t>> spikes_near(raster::Device& device, const raster::View& view,
                                               const Spiked& spiked, const Spiked& other);

} // namespace impinge::inline v0::imagespace
