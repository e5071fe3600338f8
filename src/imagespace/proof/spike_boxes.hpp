// SPDX-License-Identifier: Apache-2.0
//
// The boxes that stand for spikes.
#pragma once

#include "imagespace/projection/projection.hpp"

#include <span>

namespace impinge::inline v0::imagespace {

/// Around the triangles, along their principal axes, with a pixel's width to spare on every side.
OrientedBox proxy_of(const Body& body, std::span<const std::uint32_t> spike, double pixel_size);

/// With outward normals, where it stands in the world.
Mesh mesh_of(const OrientedBox& volume);

/// Whether its projection comes near the pixels of the view. Saves draws.
bool is_in_window(const raster::View& view, const OrientedBox& volume);

} // namespace impinge::inline v0::imagespace
