// SPDX-License-Identifier: Apache-2.0
//
// At which pixels two bodies may meet, seen conservatively.
#pragma once

#include "imagespace/edge_rays/edge_frame.hpp"
#include "imagespace/frame.hpp"

namespace impinge::inline v0::imagespace {

/// The pixels of the target (see View::shown) over which the two bodies come near each other: what
/// one covers in depth overlaps what the other covers. Rounding is allowed for: wherever the bodies
/// have a point in common within the depth range of the view, the pixel it is seen in is listed, by
/// rows, then columns. Nothing at all if the pixels are too small for the floats that are drawn.
Expected<std::optional<std::vector<PixelPlace>>>
near_pixels(const EdgeFrame& frame, const raster::View& view, const EdgeBody& a, const EdgeBody& b);

} // namespace impinge::inline v0::imagespace
