// SPDX-License-Identifier: Apache-2.0
//
// Which bodies edge points lie in: what boxes tell, then passes #5 to #7, in rounds. The thesis
// names one body for each point, the last one drawn. Here each round names for every point the next
// body it lies in, in ascending order, until as many were named as were counted, or no more are
// found.
#pragma once

#include "edge_rays/algorithms/edge_layers.hpp"
#include "edge_rays/edge_frame.hpp"

namespace impinge::inline v0::imagespace {

/// Those that come near edge points (pixels with bodies in id plane 0) that are not their own, in
/// their order. Open bodies hold nothing.
std::vector<EdgeBody> penetrable_bodies(const EdgeFrame& frame,
                                        std::span<const raster::Pixel> points);

/// No point of the window lies in more bodies than this.
std::size_t most_bodies_around_a_point(const EdgeFrame& frame);

/// The edge points (pixels of the layer's buffer, by rows) that lie in some body, with those
/// bodies.
Expected<std::vector<EdgeSample>> penetrated_rounds(EdgeLayers& layers,
                                                    std::span<const raster::Pixel> pixels);

} // namespace impinge::inline v0::imagespace
