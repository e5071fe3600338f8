// SPDX-License-Identifier: Apache-2.0
//
// Thin spikes that fall between pixels: boxes around them (proxies) are drawn in their place, and
// the exact engine decides about those that come near the other body.
#pragma once

#include "impinge/collide.hpp"
#include "impinge/raster.hpp"

#include <optional>
#include <span>
#include <vector>

namespace impinge::inline v0::imagespace {

struct Spiked {
    const Body& body;
    std::span<const std::vector<std::uint32_t>> spikes; ///< those of the mesh
    const raster::Geometry* geometry = nullptr; ///< the mesh on the device; made if not given
};

/// Which spikes of one body could meet the other, in ascending order: those whose proxies, in some
/// pixel of the view, overlap what lies between the nearest and the farthest surface of the other
/// body. All coverage is conservative, so that the rest is proved not to meet it within the window.
Expected<std::vector<std::size_t>> spikes_near(raster::Device& device, const raster::View& view,
                                               const Spiked& spiked, const Spiked& other);

/// Whether a spike of one body reaches into the other. Each spike is put into a box a pixel wider
/// than itself, which is drawn against the nearest and farthest depths of the other body, with
/// conservative coverage: spikes whose boxes do not meet the other body's depths are apart from it.
/// The exact engine decides about the triangles of the others. Nothing if no spike crosses.
///
/// The answer is exact: Crossing with the pairs of spikes that cross the other body, or, where
/// their triangles only touch it or a spike is a closed shell of its own, the answer about the
/// whole bodies if they overlap. An open spike that lies within the other body without crossing it
/// needs no proof: what it is connected to either crosses the other body where it is thick enough
/// for the pixels, or lies within it too, which the pixels see as well.
Expected<std::optional<Interference>> spike_contacts(raster::Device& device,
                                                     const raster::View& view, const Spiked& a,
                                                     const Spiked& b, const Context& context);

} // namespace impinge::inline v0::imagespace
