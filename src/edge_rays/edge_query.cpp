// SPDX-License-Identifier: Apache-2.0
//
// The stages of a query: the first look, at every cluster through its windows; then closer looks at
// pairs, and the exact engine.
#include "edge_rays/edge_query.hpp"

#include "edge_rays/algorithms/unsound_bodies.hpp"
#include "edge_rays/look/edge_look.hpp"
#include "edge_rays/look/look_closer.hpp"
#include "exact/result_hash.hpp"

#include <algorithm>

namespace impinge::inline v0::imagespace {
namespace {

/// The software device draws what lies outside the target fast, but planes cost memory.
constexpr int largest_window = 1024;

/// A cluster on the device.
struct PlacedCluster {
    std::vector<EdgeBody> bodies;
    std::vector<EdgeWindow> windows;
    double edge_offset = 0;
};

EdgeWindowOptions window_options(const EdgeRayOptions& options) {
    return {.resolution = options.resolution,
            .precision = options.precision,
            .direction = options.direction,
            .projection = options.projection,
            .own_body = options.own_body,
            .edge_offset = options.edge_offset};
}

EdgeFrame frame_of(EdgeQuery& query, const raster::View& view, std::span<const EdgeBody> bodies,
                   double edge_offset) {
    return {.device = query.device,
            .view = view,
            .bodies = bodies,
            .own_body = query.options.own_body,
            .edge_offset = edge_offset,
            .hidden_points = query.options.hidden_points,
            .early_exit = query.options.early_exit,
            .context = silent(query.context),
            .targets = query.targets,
            .work = query.answer.rays.work};
}

/// Those of the cluster that a window shows. Both are sorted.
std::vector<EdgeBody> shown_bodies(const PlacedCluster& placed, const EdgeWindow& window) {
    std::vector<EdgeBody> shown;
    std::ranges::copy_if(placed.bodies, std::back_inserter(shown), [&](const EdgeBody& body) {
        return std::ranges::binary_search(window.bodies, body.index);
    });
    return shown;
}

/// Only where the counts of several bodies are added up does it matter who crosses itself.
Status find_self_crossing(EdgeQuery& query, std::span<EdgeBody> bodies) {
    const std::size_t own = query.options.own_body == OwnBody::Excluded ? 1 : 0;
    if (bodies.size() <= own + 1) {
        return {};
    }
    for (EdgeBody& body : bodies) {
        const auto crosses = query.scene.crosses_itself(body.index, silent(query.context));
        if (!crosses) {
            return crosses.error();
        }
        body.crosses_itself = *crosses;
    }
    return {};
}

Expected<PlacedCluster> place(EdgeQuery& query, const EdgeCluster& cluster) {
    const EdgeWindowOptions options = window_options(query.options);
    const auto view = edge_view(cluster, query.scene.boxes(), options);
    if (!view) {
        return view.error();
    }
    auto bodies = query.scene.drawn(cluster.bodies);
    if (!bodies) {
        return bodies.error();
    }
    if (const Status status = find_self_crossing(query, *bodies); !status) {
        return status.error();
    }
    const double offset = edge_offset_in(*view, options);
    const int largest = std::min(largest_window, query.device.info().max_size);
    return PlacedCluster{std::move(*bodies), edge_windows(cluster, *view, offset, largest), offset};
}

/// Before anything is said to lie in a body: a body that is open in one piece of the window is so
/// in all of them.
Status find_open(EdgeQuery& query, PlacedCluster& placed) {
    for (const EdgeWindow& window : placed.windows) {
        std::vector<EdgeBody> unknown = shown_bodies(placed, window);
        std::erase_if(unknown, [&](const EdgeBody& body) {
            return query.scene.known_closed(body.index) || query.answer.is_open(body.index);
        });
        if (unknown.empty() || query.context.cancelled()) {
            continue;
        }
        const auto open = open_bodies(frame_of(query, window.view, unknown, placed.edge_offset));
        if (!open) {
            return open.error();
        }
        query.answer.add_open(*open);
    }
    for (EdgeBody& body : placed.bodies) {
        body.open = query.answer.is_open(body.index);
        if (!body.open && query.scene.turned(body.index)) {
            query.answer.add_turned(body.index);
        }
    }
    return {};
}

Status look(EdgeQuery& query, const PlacedCluster& placed) {
    for (const EdgeWindow& window : placed.windows) {
        if (query.context.cancelled()) {
            return {};
        }
        const std::vector<EdgeBody> bodies = shown_bodies(placed, window);
        const EdgeFrame frame = frame_of(query, window.view, bodies, placed.edge_offset);
        const auto findings = look_at(frame, query.options.algorithm);
        if (!findings) {
            return findings.error();
        }
        ++frame.work.windows;
        if (Status status = query.answer.add(frame, *findings); !status) {
            return status;
        }
    }
    return {};
}

} // namespace

Context silent(const Context& context) {
    Context inner = context;
    inner.set_progress({});
    return inner;
}

Status look_at_clusters(EdgeQuery& query, std::span<const EdgeCluster> clusters) {
    std::size_t done = 0;
    for (const EdgeCluster& cluster : clusters) {
        if (query.context.cancelled()) {
            break;
        }
        auto placed = place(query, cluster);
        if (!placed) {
            return placed.error();
        }
        Status status = find_open(query, *placed);
        status = status ? look(query, *placed) : status;
        if (!status) {
            return status;
        }
        ++done;
        query.context.report(0.6 * static_cast<double>(done) /
                             static_cast<double>(clusters.size()));
    }
    return {};
}

namespace {

/// Of the first of the closer looks: most pairs that are apart are seen to be so, and those that
/// are not cost little.
constexpr int first_resolution = 64;

Status ask_exact(EdgeQuery& query, EdgeRayPair& pair) {
    auto exact = query.scene.collide_exactly(pair.a, pair.b, silent(query.context));
    if (!exact) {
        return exact.error();
    }
    pair.interference = std::move(*exact);
    pair.decided_by = EdgeRayDecidedBy::Exact;
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
                          .context = silent(query.context),
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
    pair.decided_by = EdgeRayDecidedBy::Refinement;
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
        query.options.refinement == EdgeRayRefinement::Undecided) {
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
        if (query.context.cancelled()) {
            break;
        }
        if (Status status = decide(query, pairs[i]); !status) {
            return status;
        }
        query.context.report(0.6 +
                             0.3 * static_cast<double>(i + 1) / static_cast<double>(pairs.size()));
    }
    return {};
}

} // namespace impinge::inline v0::imagespace
