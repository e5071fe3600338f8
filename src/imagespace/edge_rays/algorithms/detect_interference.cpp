// SPDX-License-Identifier: Apache-2.0
//
// Algorithm 1 of the thesis: detect interference. The pixels are searched where they are; only a
// number comes back.
#include "imagespace/edge_rays/algorithms/edge_algorithms.hpp"

namespace impinge::inline v0::imagespace {

Status detect_interference(EdgeLayers& layers, EdgeFindings& findings) {
    // Lines 1 to 10: clear the buffers and draw the edge depths.
    Status status = layers.draw_edges();
    // Lines 11 to 20: add front-facing polygons, subtract back-facing ones.
    status = status ? layers.count_faces() : status;
    status = status ? layers.query_counts() : status;
    if (!status || !layers.anything_counted()) {
        return status;
    }
    // Lines 21 to 26: check for interference.
    const auto inside = layers.frame().device.count(layers.buffer(), in_some_body);
    if (!inside) {
        return inside.error();
    }
    findings.interference = findings.interference || *inside > 0;
    return {};
}

} // namespace impinge::inline v0::imagespace
