// SPDX-License-Identifier: Apache-2.0
//
// Algorithm 3 of the thesis: identify one interfering object without reading stencil values. A
// fourth pass leaves colours only where they matter.
#include "imagespace/edge_rays/algorithms/edge_algorithms.hpp"

namespace impinge::inline v0::imagespace {
namespace {

/// Pass #4: the edges again, where they lie in some body. Into another target: the ids of this
/// layer are needed to draw the next one.
Expected<raster::Target*> draw_colours(EdgeLayers& layers) {
    auto colours = layers.prepare_single();
    if (!colours) {
        return colours;
    }
    raster::Device& device = layers.frame().device;
    raster::Pass pass = edges_in_some_body();
    pass.ids = {raster::IdSource::Body, raster::IdSource::Edge};
    Status status = device.copy(layers.buffer(), **colours, raster::Plane::Stencil);
    status = status ? device.clear(**colours, {.depth = {}, .stencil = {}}) : status;
    status = status ? draw_edges(layers.frame(), layers.frame().bodies,
                                 {.target = **colours, .pass = pass, .reference = &layers.found()})
                    : status;
    if (!status) {
        return status.error();
    }
    return colours;
}

} // namespace

Status identify_without_stencil(EdgeLayers& layers, EdgeFindings& findings) {
    // Lines 1 to 10: clear the buffers and draw the edges. (Their colours tell the bodies apart.)
    Status status = layers.draw_edges();
    // Lines 11 to 20: add front-facing polygons, subtract back-facing ones.
    status = status ? layers.count_faces() : status;
    status = status ? layers.query_counts() : status;
    if (!status || !layers.anything_counted()) {
        return status;
    }
    // Lines 21 to 27: identify objects.
    const auto colours = draw_colours(layers);
    if (!colours) {
        return colours.error();
    }
    // Lines 28 to 32: whatever has a colour lies in some body.
    ++layers.frame().work.read_backs;
    const auto points = layers.frame().device.collect(**colours, any_edge_point);
    if (!points) {
        return points.error();
    }
    for (const raster::Pixel& point : *points) {
        findings.samples.push_back(sample_of(point, layers.layer()));
    }
    return {};
}

} // namespace impinge::inline v0::imagespace
