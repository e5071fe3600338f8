// SPDX-License-Identifier: Apache-2.0
//
// How far the floats reach that devices draw with. A device keeps a body as floats relative to the
// middle of its box: the larger the body is against the pixels, the less they show. Where they show
// nothing any more, rays are cast in double precision instead.
#pragma once

#include "imagespace/projection/collision_zone.hpp"

namespace impinge::inline v0::imagespace {

/// No pixel that is drawn is smaller than this share of the size of both bodies together.
inline constexpr double smallest_drawn_pixel = 0x1p-20;

/// The size of both bodies together, along the axes of the view.
double seen_extent(const raster::View& view, const Placed& a, const Placed& b);

/// Whether floats hold coordinates of this size relative to the middle of the box, and how many
/// pixels there are to a unit, without running out at either end. A single point always fits.
bool fits_floats(const Box3& own_box);

/// Whether the pixels of the view are too small for the floats of these bodies, or the
/// bodies too large or small for any.
bool is_beyond_floats(const raster::View& view, const Placed& a, const Placed& b);

/// How far a point of a drawn triangle may lie from the triangle: by rounding to the grid of the
/// device, and to floats on the way there. (What a device adds between the corners is its own
/// affair: docs/methods/raster.md.)
double drawn_error(const raster::View& view, const Placed& body);

/// The same view with distances measured from another point, near what is looked at: so that
/// doubles do not lose there what they need elsewhere.
raster::View seen_from(const raster::View& view, Vec3d eye);

} // namespace impinge::inline v0::imagespace
