// SPDX-License-Identifier: Apache-2.0
//
// Algorithms 1 to 5 of the thesis, each run once for every layer of edge points. They draw the next
// layer and add what they find in it; after a layer without points there is nothing left to look
// at.
#pragma once

#include "edge_rays/algorithms/edge_layers.hpp"

namespace impinge::inline v0::imagespace {

/// Algorithm 1: whether any body is penetrated.
Status detect_interference(EdgeLayers& layers, EdgeFindings& findings);
/// Algorithm 2: identify one interfering object, the penetrating one.
Status identify_penetrating(EdgeLayers& layers, EdgeFindings& findings);
/// Algorithm 3: the same without reading stencil values. A fourth pass leaves colours only where
/// they matter.
Status identify_without_stencil(EdgeLayers& layers, EdgeFindings& findings);
/// Algorithm 4: identify both interfering objects. Unlike in the thesis, each point names all
/// bodies it lies in.
Status identify_both(EdgeLayers& layers, EdgeFindings& findings);
/// Algorithm 5: identify objects using occlusion queries, one for each body in the passes #4 and
/// #7. No pixel is read.
Status identify_by_queries(EdgeLayers& layers, EdgeFindings& findings);

/// An edge point as pixels tell it, without the bodies it lies in.
EdgeSample sample_of(const raster::Pixel& pixel, unsigned layer);

} // namespace impinge::inline v0::imagespace
