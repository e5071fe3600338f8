// SPDX-License-Identifier: Apache-2.0
//
// Algorithm 1 of the thesis: detect interference. The pixels are searched where they are; only a
// number comes back.
#include "imagespace/edge_rays/algorithms/edge_algorithms.hpp"

namespace impinge::inline v0::imagespace {

Status detect_interference(EdgeLayers& layers, EdgeFindings& findings) {
    // Lines 1 to 10: clear the buffers and draw the edge depths.
    Status failed = layers.draw_edges();
    // Lines 11 to 20: add front-facing polygons, subtract back-facing ones.
    failed = failed ? failed : layers.count_faces();
    failed = failed ? failed : layers.query_counts();
    if (failed || !layers.anything_counted()) {
        return failed;
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
