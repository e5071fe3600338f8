// SPDX-License-Identifier: Apache-2.0
//
// What becomes of a pair after the first look: a closer one, or the word of the exact engine.
#include "exact/result_hash.hpp"
#include "imagespace/edge_rays/edge_query.hpp"
#include "imagespace/edge_rays/refinement/edge_refinement.hpp"

namespace impinge::inline v0::imagespace {
namespace {

/// Of the first of the closer looks: most pairs that are apart are seen to be so, and those that
/// are not cost little.
constexpr int first_resolution = 64;

Status ask_exact(EdgeQuery& query, EdgeRayPair& pair) {
    auto exact = query.scene.collide_exactly(pair.a, pair.b, silent(query.options.context));
    if (!exact) {
        return exact.error();
    }
    pair.interference = std::move(*exact);
    pair.decided_by = DecidedBy::Exact;
    pair.settled = pair.interference.decided();
    ++query.answer.rays.work.asked_exact;
    return {};
}

/// The window of the two bodies alone. Edges are where they are: the own body is excluded.
Expected<Looked> look_closer(EdgeQuery& query, const EdgeRayPair& pair) {
    const std::span<const Box3> boxes = query.scene.boxes();
    const EdgeCluster cluster{{pair.a, pair.b},
                              {{intersection(boxes[pair.a], boxes[pair.b]), pair.a, pair.b}}};
    const auto view = edge_view(
        cluster, boxes, {.resolution = first_resolution, .direction = query.options.direction});
    if (!view) {
        return view.error();
    }
    auto bodies = query.scene.drawn(cluster.bodies);
    if (!bodies) {
        return bodies.error();
    }
    for (EdgeBody& body : *bodies) {
        body.open = query.answer.is_open(body.index);
    }
    const EdgeFrame frame{.device = query.device,
                          .view = *view,
                          .bodies = *bodies,
                          .context = silent(query.options.context),
                          .targets = query.targets,
                          .work = query.answer.rays.work};
    return look_closer(frame, (*bodies)[0], (*bodies)[1], pair.interference.pixel_size);
}

void take(EdgeRayPair& pair, const Looked& looked) {
    const bool found = looked.outcome == CloserLook::Found;
    pair.interference = {};
    pair.interference.verdict = found ? Verdict::Crossing : Verdict::Apart;
    pair.interference.certainty = found ? Certainty::Sampled : Certainty::Conservative;
    pair.interference.pixel_size = found ? looked.pixel_size : 0;
    pair.interference.hash = hash_of(pair.interference);
    pair.decided_by = DecidedBy::Refinement;
    pair.settled = true;
}

Status refine(EdgeQuery& query, EdgeRayPair& pair) {
    if (query.answer.is_beyond_floats(pair)) {
        return ask_exact(query, pair);
    }
    const auto looked = look_closer(query, pair);
    if (!looked) {
        return looked.error();
    }
    if (looked->outcome == CloserLook::Undecided) {
        return ask_exact(query, pair);
    }
    take(pair, *looked);
    return {};
}

Status decide(EdgeQuery& query, EdgeRayPair& pair) {
    const bool confirm = query.options.confirmation == Confirmation::Exact;
    Status status;
    if (pair.interference.verdict == Verdict::Apart &&
        query.options.refinement == Refinement::Undecided) {
        status = refine(query, pair);
    }
    const bool sampled_crossing = pair.interference.verdict == Verdict::Crossing &&
                                  pair.interference.certainty == Certainty::Sampled;
    return status && confirm && sampled_crossing ? ask_exact(query, pair) : status;
}

} // namespace

Status decide_pairs(EdgeQuery& query) {
    std::vector<EdgeRayPair>& pairs = query.answer.rays.pairs;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (query.options.context.cancelled()) {
            break;
        }
        if (Status status = decide(query, pairs[i]); !status) {
            return status;
        }
        query.options.context.report(0.6 + 0.3 * static_cast<double>(i + 1) /
                                               static_cast<double>(pairs.size()));
    }
    return {};
}

} // namespace impinge::inline v0::imagespace
