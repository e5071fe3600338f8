// SPDX-License-Identifier: Apache-2.0
//
// Which bodies edge points lie in: passes #5 to #7, in rounds. The thesis names one body for each
// point, the last one drawn. Here each round names for every point the next body it lies in, in
// ascending order, until as many were named as were counted, or no
// more are found.
#pragma once

#include "imagespace/edge_rays/algorithms/edge_layers.hpp"

namespace impinge::inline v0::imagespace {

/// The edge points (pixels of the layer's buffer, by rows) that lie in some body, with those
/// bodies.
Expected<std::vector<EdgeSample>> penetrated_rounds(EdgeLayers& layers,
                                                    std::span<const raster::Pixel> pixels);

} // namespace impinge::inline v0::imagespace
