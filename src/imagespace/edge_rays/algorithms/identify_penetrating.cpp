// SPDX-License-Identifier: Apache-2.0
//
// Algorithm 2 of the thesis: identify one interfering object. The colours are two id planes: the
// body and the edge.
#include "imagespace/edge_rays/algorithms/edge_algorithms.hpp"

namespace impinge::inline v0::imagespace {

Status identify_penetrating(EdgeLayers& layers, EdgeFindings& findings) {
    // Lines 1 to 10: clear the buffers and draw the edges with their colours.
    Status status = layers.draw_edges();
    // Lines 11 to 21: add front-facing polygons, subtract back-facing ones.
    status = status ? layers.count_faces() : status;
    status = status ? layers.query_counts() : status;
    if (!status || !layers.anything_counted()) {
        return status;
    }
    // Lines 22 to 26: the colours where the stencil value says that a point lies in some body.
    ++layers.frame().work.read_backs;
    const auto points = layers.frame().device.collect(layers.buffer(), in_some_body);
    if (!points) {
        return points.error();
    }
    for (const raster::Pixel& point : *points) {
        findings.samples.push_back(sample_of(point, layers.layer()));
    }
    return {};
}

} // namespace impinge::inline v0::imagespace
