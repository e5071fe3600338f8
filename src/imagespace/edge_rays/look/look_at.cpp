// SPDX-License-Identifier: Apache-2.0
#include "imagespace/edge_rays/look/edge_look.hpp"

#include <algorithm>

namespace impinge::inline v0::imagespace {
namespace {

/// Whether the edges of some body are held against the faces of any.
bool anything_to_find(const EdgeFrame& frame) {
    const std::size_t fewest = frame.own_body == OwnBody::Excluded ? 2 : 1;
    const auto closed = [](const EdgeBody& body) { return !body.open; };
    return frame.bodies.size() >= fewest && std::ranges::any_of(frame.bodies, closed);
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

Expected<EdgeFindings> look_at(const EdgeFrame& frame, EdgeRayAlgorithm algorithm) {
    if (!anything_to_find(frame)) {
        return EdgeFindings{};
    }
    EdgeLook look(frame, algorithm);
    if (!look.counts_fit() && algorithm != EdgeRayAlgorithm::IdentifyBoth) {
        return Error{ErrorCode::Unsupported,
                     "edge rays: 128 bodies or more may lie around one point, which only the "
                     "algorithm that identifies both bodies can tell apart"};
    }
    if (Status status = look.run(); !status) {
        return status.error();
    }
    const bool may_cancel = look.counts_may_cancel() && algorithm != EdgeRayAlgorithm::IdentifyBoth;
    EdgeFindings findings = std::move(look).findings();
    findings.may_cancel = may_cancel;
    return findings;
}

} // namespace impinge::inline v0::imagespace
