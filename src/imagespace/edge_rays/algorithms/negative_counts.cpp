// SPDX-License-Identifier: Apache-2.0
#include "imagespace/edge_rays/algorithms/negative_counts.hpp"

#include <algorithm>

namespace impinge::inline v0::imagespace {
namespace {

/// At how many points of the layer the body alone counts negative.
Expected<std::uint64_t> negative_points(const EdgeLayers& layers, raster::Target& single,
                                        const EdgeBody& body) {
    const EdgeFrame& frame = layers.frame();
    const auto query = frame.targets.queries(QueryUse::OneStep, 1);
    if (!query) {
        return query.error();
    }
    EdgeDraw draw{.target = single,
                  .pass = not_found_before(layers.without_own_body(count_faces_before())),
                  .reference = &layers.found()};
    Status status =
        frame.device.clear(single, {.depth = {}, .stencil = in_none, .id_0 = {}, .id_1 = {}});
    status = status ? draw_faces(frame, std::span(&body, 1), draw) : status;
    draw.pass = not_found_before(layers.without_own_body(faces_at_negative_counts()));
    draw.queries = *query;
    status = status ? draw_faces(frame, std::span(&body, 1), draw) : status;
    if (!status) {
        return status.error();
    }
    return frame.device.result(*query->front());
}

} // namespace

void add_negative(std::vector<UnsoundBody>& bodies, std::uint32_t body, std::uint64_t rays) {
    const auto place = std::ranges::lower_bound(bodies, body, {}, &UnsoundBody::body);
    if (place != bodies.end() && place->body == body) {
        place->rays += rays;
    } else {
        bodies.insert(place, {body, UnsoundBody::Fault::Negative, rays});
    }
}

Status name_negative(EdgeLayers& layers, EdgeFindings& findings) {
    const EdgeFrame& frame = layers.frame();
    const auto negative = frame.device.count(layers.buffer(), counted_negative);
    if (!negative) {
        return negative.error();
    }
    if (*negative == 0) {
        return {};
    }
    const auto single = layers.prepare_single();
    if (!single) {
        return single.error();
    }
    for (const EdgeBody& body : frame.bodies) {
        const auto points = negative_points(layers, **single, body);
        if (!points) {
            return points.error();
        }
        if (*points > 0) {
            add_negative(findings.negative, body.index, *points);
        }
    }
    return {};
}

} // namespace impinge::inline v0::imagespace
