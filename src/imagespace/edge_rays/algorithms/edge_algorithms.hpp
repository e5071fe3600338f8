// SPDX-License-Identifier: Apache-2.0
//
// Algorithms 1 to 5 of the thesis, each run once for every layer of edge points. They draw the next
// layer and add what they find in it; after a layer without points there is nothing left to look
// at.
#pragma once

#include "imagespace/edge_rays/algorithms/edge_layers.hpp"

namespace impinge::inline v0::imagespace {

Status detect_interference(EdgeLayers& layers, EdgeFindings& findings);      // algorithm 1
Status identify_penetrating(EdgeLayers& layers, EdgeFindings& findings);     // algorithm 2
Status identify_without_stencil(EdgeLayers& layers, EdgeFindings& findings); // algorithm 3
Status identify_both(EdgeLayers& layers, EdgeFindings& findings);            // algorithm 4
Status identify_by_queries(EdgeLayers& layers, EdgeFindings& findings);      // algorithm 5

/// An edge point as pixels tell it, without the bodies it lies in.
EdgeSample sample_of(const raster::Pixel& pixel, unsigned layer);

} // namespace impinge::inline v0::imagespace
