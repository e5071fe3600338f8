// SPDX-License-Identifier: Apache-2.0
//
// Algorithm 5 of the thesis: identify objects using occlusion queries, one for each body in the
// passes #4 and #7. No pixel is read.
#include "imagespace/edge_rays/algorithms/edge_algorithms.hpp"

#include <algorithm>

namespace impinge::inline v0::imagespace {
namespace {

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
    for (std::size_t i = 0; i < frame.bodies.size(); ++i) {
        const std::span body = frame.bodies.subspan(i, 1);
        Status status = draw_faces(frame, body,
                                   {.target = **single,
                                    .pass = pass_of(count_faces_before()),
                                    .reference = &layers.found()});
        status = status ? draw_faces(frame, body,
                                     {.target = **single,
                                      .pass = pass_of(faces_around_points()),
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

Status identify_by_queries(EdgeLayers& layers, EdgeFindings& findings) {
    // Lines 1 to 10: clear the buffers and draw the edges.
    Status status = layers.draw_edges();
    // Lines 11 to 20: add front-facing polygons, subtract back-facing ones.
    status = status ? layers.count_faces() : status;
    status = status ? layers.query_counts() : status;
    if (!status || !layers.anything_counted()) {
        return status;
    }
    // Lines 21 to 28: identify penetrating objects.
    status = query_edges(layers, findings.penetrating);
    // Lines 29 to 42: identify penetrated objects.
    status = status ? query_faces(layers, findings.penetrated) : status;
    return status; // lines 43 to 47 are add_found()
}

} // namespace impinge::inline v0::imagespace
