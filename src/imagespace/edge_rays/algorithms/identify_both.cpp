// SPDX-License-Identifier: Apache-2.0
//
// Algorithm 4 of the thesis: identify both interfering objects. Unlike there, each point names all
// bodies it lies in.
#include "imagespace/edge_rays/algorithms/edge_algorithms.hpp"
#include "imagespace/edge_rays/algorithms/penetrated_rounds.hpp"

namespace impinge::inline v0::imagespace {

Status identify_both(EdgeLayers& layers, EdgeFindings& findings) {
    // Lines 1 to 10: clear the buffers and draw the edges with their colours.
    Status status = layers.draw_edges();
    // Lines 11 to 21: add front-facing polygons, subtract back-facing ones.
    if (layers.counts_fit()) {
        status = status ? layers.count_faces() : status;
    }
    if (layers.counts_tell()) {
        status = status ? layers.query_counts() : status;
    }
    if (!status || !layers.anything_counted()) {
        return status;
    }
    // Lines 22 to 28: the penetrating objects. Their colours are there since pass #1, and the
    // objects around them are counted in a buffer of their own, so that nothing needs to be reset.
    ++layers.frame().work.read_backs;
    const auto points = layers.frame().device.collect(
        layers.buffer(), layers.counts_tell() ? in_some_body : any_edge_point);
    if (!points) {
        return points.error();
    }
    // Lines 29 to 50: the penetrated objects.
    auto samples = penetrated_rounds(layers, *points);
    if (!samples) {
        return samples.error();
    }
    for (EdgeSample& sample : *samples) {
        findings.samples.push_back(std::move(sample));
    }
    return {};
}

} // namespace impinge::inline v0::imagespace
