// SPDX-License-Identifier: Apache-2.0
//
// A closer look at two bodies of which no edge point was found inside the other, and at which
// pixels they may meet: conservative rasterisation.
#pragma once

#include "edge_rays/edge_frame.hpp"
#include "imagespace/pixel_areas.hpp"

namespace impinge::inline v0::imagespace {

/// The pixels of the target (see View::shown) over which the two bodies come near each other: what
/// one covers in depth overlaps what the other covers. Rounding is allowed for: wherever the bodies
/// have a point in common within the depth range of the view, the pixel it is seen in is listed, by
/// rows, then columns. Nothing at all if the pixels are too small for the floats that are drawn.
Expected<std::optional<std::vector<PixelPlace>>>
near_pixels(const EdgeFrame& frame, const raster::View& view, const EdgeBody& a, const EdgeBody& b);

enum class CloserLook : std::uint8_t {
    Found,     ///< an edge point of one lies in the other
    Apart,     ///< at no pixel do the two come near each other in depth: proved
    Undecided, ///< neither, with the smallest pixels worth drawing
};

struct Looked {
    CloserLook outcome = CloserLook::Undecided;
    double pixel_size = 0; ///< of the last look
};

/// The pair as the caller's frame shows it, orthographically; its view is the first one tried.
/// Every further look halves the pixels and shows only areas that the look before left undecided.
/// Edge points are looked for once the pixels are no larger than those that showed none.
/// Undecided also when cancelled.
Expected<Looked> look_closer(const EdgeFrame& frame, const EdgeBody& a, const EdgeBody& b,
                             double pixel_size_before);

} // namespace impinge::inline v0::imagespace
