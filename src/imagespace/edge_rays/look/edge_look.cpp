// SPDX-License-Identifier: Apache-2.0
#include "imagespace/edge_rays/look/edge_look.hpp"

#include "imagespace/edge_rays/algorithms/negative_counts.hpp"

#include <algorithm>
#include <tuple>

namespace impinge::inline v0::imagespace {
namespace {

using Algorithm = Status (*)(EdgeLayers&, EdgeFindings&);

Algorithm function_of(EdgeRayAlgorithm algorithm) {
    switch (algorithm) {
    case EdgeRayAlgorithm::Detect:
        return detect_interference;
    case EdgeRayAlgorithm::IdentifyPenetrating:
        return identify_penetrating;
    case EdgeRayAlgorithm::IdentifyWithoutStencil:
        return identify_without_stencil;
    case EdgeRayAlgorithm::IdentifyBoth:
        return identify_both;
    case EdgeRayAlgorithm::IdentifyByQueries:
        return identify_by_queries;
    }
    return identify_both;
}

void sort_and_unite(std::vector<std::uint32_t>& indices) {
    std::ranges::sort(indices);
    indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
}

} // namespace

EdgeLook::EdgeLook(const EdgeFrame& frame, EdgeRayAlgorithm algorithm)
    : algorithm_(algorithm), frame_(frame), bodies_(frame.bodies), layers_(frame_) {
    frame_.bodies = bodies_.bodies();
}

void EdgeLook::note_points() const {
    EdgeRayWork& work = frame_.work;
    work.layers = std::max(work.layers, layers_.drawn());
    work.edge_points += layers_.points();
    work.hidden_points += layers_.drawn() > 1 ? layers_.points() : 0;
}

Status EdgeLook::name_whole_edges(std::size_t first_sample) {
    for (std::size_t i = first_sample; i < findings_.samples.size(); ++i) {
        EdgeSample& sample = findings_.samples[i];
        const auto edge = bodies_.whole_edge(sample.body, sample.edge);
        if (!edge) {
            return edge.error();
        }
        sample.edge = *edge;
    }
    return {};
}

Status EdgeLook::look_at_layer() {
    if (layers_.drawn() < done_before_) {
        return layers_.draw_edges();
    }
    const std::size_t samples = findings_.samples.size();
    Status status = function_of(algorithm_)(layers_, findings_);
    if (!status || layers_.points() == 0) {
        return status;
    }
    note_points();
    status = name_whole_edges(samples);
    if (status && layers_.counts_fit() && layers_.anything_counted()) {
        status = name_negative(layers_, findings_);
    }
    return status;
}

/// Whether there are points behind the first layer.
Status EdgeLook::look_for_hidden() {
    Status status = layers_.draw_edges();
    findings_.hidden_left = layers_.points() > 0;
    return status;
}

bool EdgeLook::runs_in_circles() const {
    std::size_t edges = 0;
    for (const EdgeBody& body : frame_.bodies) {
        edges += 3 * body.mesh.triangle_count();
    }
    return layers_.drawn() > edges;
}

bool EdgeLook::is_told() const {
    return findings_.interference && algorithm_ == EdgeRayAlgorithm::Detect;
}

Status EdgeLook::run() {
    while (!frame_.context.cancelled()) {
        if (frame_.hidden_points == HiddenPoints::Ignored && layers_.drawn() == 1) {
            return look_for_hidden();
        }
        Status status = look_at_layer();
        if (status && runs_in_circles()) {
            return Error{ErrorCode::Unsupported,
                         "edge rays: the device does not draw an edge at the same depth twice"};
        }
        if (!status || is_told() || layers_.points() == 0) {
            return status;
        }
        if (worth_narrowing()) {
            const auto finished = narrow();
            if (!finished) {
                return finished.error();
            }
            if (*finished) {
                return {};
            }
        } else if (points_then_ == 0) {
            points_then_ = layers_.points();
        }
    }
    findings_.partial = true;
    return {};
}

EdgeFindings EdgeLook::findings() && {
    for (const EdgeSample& sample : findings_.samples) {
        findings_.penetrating.push_back(sample.body);
        append_to(findings_.penetrated, sample.penetrated);
    }
    append_to(findings_.seen, layers_.seen());
    for (auto* bodies : {&findings_.penetrating, &findings_.penetrated, &findings_.seen}) {
        sort_and_unite(*bodies);
    }
    findings_.interference = findings_.interference || !findings_.penetrating.empty();
    const auto place = [](const EdgeSample& sample) {
        return std::tuple(sample.layer, sample.y, sample.x);
    };
    if (!std::ranges::is_sorted(findings_.samples, {}, place)) { // areas came one after the other
        std::ranges::sort(findings_.samples, {}, place);
    }
    return std::move(findings_);
}

} // namespace impinge::inline v0::imagespace
