// SPDX-License-Identifier: Apache-2.0
//
// What boxes tell about the bodies edge points can lie in.
#pragma once

#include "imagespace/edge_rays/edge_frame.hpp"

namespace impinge::inline v0::imagespace {

/// Those that come near edge points (pixels with bodies in id plane 0) that are not their own, in
/// their order. Open bodies hold nothing.
std::vector<EdgeBody> penetrable_bodies(const EdgeFrame& frame,
                                        std::span<const raster::Pixel> points);

/// No point of the window lies in more bodies than this.
std::size_t most_bodies_around_a_point(const EdgeFrame& frame);

} // namespace impinge::inline v0::imagespace
