// SPDX-License-Identifier: Apache-2.0
//
// Bodies through a rendering pass: the window around them, and the planes that the pass leaves.
#pragma once

#include "image/image_planes.hpp"
#include "input/loaded_body.hpp"

#include <span>
#include <vector>

namespace impinge::cli {

/// From above, a little to the left, as `impinge image` looks unless told otherwise.
inline constexpr Vec3d image_direction{-0.55, 1, -0.5};

/// The corners of all triangles where they stand.
std::vector<Vec3d> points_of(std::span<const LoadedBody> bodies);

/// What the pass leaves of the bodies, numbered in their order. The view shows its whole window.
Expected<Planes> draw_planes(raster::Device& device, const NamedPass& pass,
                             const raster::View& view, std::span<const LoadedBody> bodies);

} // namespace impinge::cli
