// SPDX-License-Identifier: Apache-2.0
//
// The line numbers are those of the thesis.
#include "edge_rays/algorithms/edge_algorithms.hpp"

#include "edge_rays/algorithms/penetrated_bodies.hpp"

#include <algorithm>

namespace impinge::inline v0::imagespace {
namespace {

/// What the algorithms 1, 2, 3 and 5 begin with. Lines 1 to 10: clear the buffers and draw the
/// edges (depths, or colours, which are two id planes: the body and the edge). Lines 11 to 20 or
/// 21: add front-facing polygons, subtract back-facing ones.
Status count_next_layer(EdgeLayers& layers) {
    Status status = layers.draw_edges();
    status = status ? layers.count_faces() : status;
    return status ? layers.query_counts() : status;
}

/// Reads the pixels that pass the test: those of edge points in some body.
Status read_samples(EdgeLayers& layers, const raster::Target& target, const raster::PixelTest& test,
                    EdgeFindings& findings) {
    ++layers.frame().work.read_backs;
    const auto points = layers.frame().device.collect(target, test);
    if (!points) {
        return points.error();
    }
    for (const raster::Pixel& point : *points) {
        findings.samples.push_back(sample_of(point, layers.layer()));
    }
    return {};
}

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

/// Adds the bodies whose query counted something.
Status add_found(const EdgeFrame& frame, std::span<raster::Query* const> queries,
                 std::vector<std::uint32_t>& found) {
    for (std::size_t i = 0; i < queries.size(); ++i) {
        const auto samples = frame.device.result(*queries[i]);
        if (!samples) {
            return samples.error();
        }
        if (*samples > 0) {
            found.push_back(frame.bodies[i].index);
        }
    }
    return {};
}

/// Pass #4 with its queries.
Status query_edges(EdgeLayers& layers, std::vector<std::uint32_t>& penetrating) {
    const EdgeFrame& frame = layers.frame();
    const auto queries = frame.targets.queries(QueryUse::OneStep, frame.bodies.size());
    if (!queries) {
        return queries.error();
    }
    Status status = draw_edges(frame, frame.bodies,
                               {.target = layers.buffer(),
                                .pass = edges_in_some_body(),
                                .reference = &layers.found(),
                                .queries = *queries});
    return status ? add_found(frame, *queries, penetrating) : status;
}

/// Passes #5 to #7 for every body, with their queries.
Status query_faces(EdgeLayers& layers, std::vector<std::uint32_t>& penetrated) {
    const EdgeFrame& frame = layers.frame();
    const auto queries = frame.targets.queries(QueryUse::OneStep, frame.bodies.size());
    if (!queries) {
        return queries.error();
    }
    const auto single = layers.prepare_single();
    if (!single) {
        return single.error();
    }
    const auto pass_of = [&](const raster::Pass& pass) {
        return not_found_before(layers.without_own_body(pass));
    };
    // Queries tell the bodies: with nothing to write, both passes differ in the stencil state
    // alone, which a device changes faster than what it draws into.
    raster::Pass around_points = pass_of(faces_around_points());
    around_points.ids = {raster::IdSource::None, raster::IdSource::None};
    for (std::size_t i = 0; i < frame.bodies.size(); ++i) {
        const std::span body = frame.bodies.subspan(i, 1);
        Status status = draw_faces(frame, body,
                                   {.target = **single,
                                    .pass = pass_of(count_faces_before()),
                                    .reference = &layers.found()});
        status = status ? draw_faces(frame, body,
                                     {.target = **single,
                                      .pass = around_points,
                                      .reference = &layers.found(),
                                      .queries = std::span(*queries).subspan(i, 1)})
                        : status;
        if (!status) {
            return status;
        }
    }
    return add_found(frame, *queries, penetrated);
}

} // namespace

EdgeSample sample_of(const raster::Pixel& pixel, unsigned layer) {
    return {.x = pixel.x,
            .y = pixel.y,
            .depth = pixel.depth,
            .layer = layer,
            .body = body_of_name(pixel.id_0),
            .edge = pixel.id_1};
}

Status detect_interference(EdgeLayers& layers, EdgeFindings& findings) {
    if (const Status status = count_next_layer(layers); !status || !layers.anything_counted()) {
        return status;
    }
    // Lines 21 to 26: check for interference, where the pixels are; only a number comes back.
    const auto inside = layers.frame().device.count(layers.buffer(), in_some_body);
    if (!inside) {
        return inside.error();
    }
    findings.interference = findings.interference || *inside > 0;
    return {};
}

Status identify_penetrating(EdgeLayers& layers, EdgeFindings& findings) {
    if (const Status status = count_next_layer(layers); !status || !layers.anything_counted()) {
        return status;
    }
    // Lines 22 to 26: the colours where the stencil value says that a point lies in some body.
    return read_samples(layers, layers.buffer(), in_some_body, findings);
}

Status identify_without_stencil(EdgeLayers& layers, EdgeFindings& findings) {
    if (const Status status = count_next_layer(layers); !status || !layers.anything_counted()) {
        return status;
    }
    // Lines 21 to 27: identify objects.
    const auto colours = draw_colours(layers);
    if (!colours) {
        return colours.error();
    }
    // Lines 28 to 32: whatever has a colour lies in some body.
    return read_samples(layers, **colours, any_edge_point, findings);
}

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

Status identify_by_queries(EdgeLayers& layers, EdgeFindings& findings) {
    if (const Status status = count_next_layer(layers); !status || !layers.anything_counted()) {
        return status;
    }
    // Lines 21 to 28: identify penetrating objects.
    Status status = query_edges(layers, findings.penetrating);
    // Lines 29 to 42: identify penetrated objects.
    status = status ? query_faces(layers, findings.penetrated) : status;
    return status; // lines 43 to 47 are add_found()
}

} // namespace impinge::inline v0::imagespace
