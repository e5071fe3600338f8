// SPDX-License-Identifier: Apache-2.0
#include "peeling/peeling_query.hpp"

#include "exact/collide.hpp"
#include "exact/result_hash.hpp"
#include "exact/verdict/judge.hpp"
#include "imagespace/conservative/complete_pairs.hpp"
#include "imagespace/solid_body.hpp"
#include "peeling/surface_layers.hpp"
#include "peeling/triangle_ids.hpp"

#include <algorithm>

namespace impinge::inline v0::imagespace {
namespace {

/// All that a query has found out before anything is proved.
struct Proposal {
    std::vector<Candidate> candidates;
    PeelingReport report;
};

Expected<std::vector<Candidate>> all_candidates(const PeelingTask& task,
                                                const SharedRegion& region) {
    SearchCost cost;
    auto candidates = conservative_candidates(
        SharedTask{task.device, task.a, task.b, task.context, cost}, region);
    task.report.draws += cost.draws;
    task.report.milliseconds.device += cost.drawing;
    task.report.milliseconds.read_back += cost.searching;
    return candidates;
}

Expected<std::vector<Candidate>> sampled_candidates(const PeelingTask& task,
                                                    const SharedRegion& region) {
    task.report.epsilon = close_distance(region, task.options.steepest_slope);
    const auto found = close_surfaces(task, region, task.report.epsilon);
    if (!found) {
        return found.error();
    }
    task.report.layers = found->layers;
    task.report.stages = (found->layers + layers_per_stage - 1) / layers_per_stage;
    Stopwatch watch;
    auto candidates = triangles_of(found->ids, task.options.ids, task.a.world(), task.b.world());
    task.report.milliseconds.proof += watch.lap();
    return candidates;
}

/// `boxes` is the time since the query began.
Expected<Proposal> propose(raster::Device& device, const WorldBody& a, const WorldBody& b,
                           const PeelingOptions& options, const Context& context, Stopwatch boxes) {
    Proposal proposal;
    const PeelingTask task{device, a, b, options, context, proposal.report};
    const auto region = region_of(a, b, options.resolution, options.direction);
    if (!region) {
        return region.error();
    }
    proposal.report.milliseconds.boxes = boxes.lap();
    if (!*region || context.cancelled()) {
        return proposal;
    }
    proposal.report.view = (*region)->view;
    proposal.report.pixel_size = raster::pixel_size((*region)->view);
    // Where floats would not do, nothing is drawn, and every pixel is searched by the processor.
    const bool conservative = options.search == PeelingSearch::Conservative || !(*region)->drawable;
    auto candidates =
        conservative ? all_candidates(task, **region) : sampled_candidates(task, **region);
    if (!candidates) {
        return candidates.error();
    }
    proposal.candidates = std::move(*candidates);
    proposal.report.candidates = proposal.candidates.size();
    return proposal;
}

Expected<WorldBody> placed(const DeviceMesh& mesh, const Body& body, const BodyName& name,
                           const Context& context) {
    return placed_body(body, name, mesh.geometry.get(), mesh.box, context);
}

template <typename Pairs> void count_kinds(Pairs& result) {
    for (const TrianglePair& pair : result.pairs) {
        ++(pair.kind == PairKind::Crossing ? result.crossing_pairs : result.touching_pairs);
    }
}

/// Whether a body, for all that surfaces tell, may lie in the other.
Decision open_or_final(const WorldBody& a, const WorldBody& b, const FoundPairs& found,
                       OpenMeshes meant, const Context& context) {
    const auto surface = [](const WorldBody& body) {
        return OpenOrSolid{{.mesh = body.world()}, Inside::Unknown};
    };
    return meant == OpenMeshes::Surfaces
               ? Decision::Final
               : judge_open(surface(a), surface(b), found.pairs, meant, context).decision;
}

/// What pixels say of surfaces. Nothing but a crossing is proved by less than all pairs.
Interference judge_sampled(const WorldBody& a, const WorldBody& b, FoundPairs found,
                           const PeelingReport& report, OpenMeshes meant, const Context& context) {
    Interference result;
    result.verdict = judge_surfaces(found.pairs);
    result.compared = Compared::Surfaces;
    if (result.verdict != Verdict::Crossing && report.view) {
        result.certainty = Certainty::Sampled;
        result.pixel_size = report.pixel_size;
        if (!context.cancelled()) {
            result.decision = open_or_final(a, b, found, meant, context);
        }
    }
    result.partial = context.cancelled();
    if (result.partial && result.verdict != Verdict::Crossing) {
        result.certainty = Certainty::Sampled;
        result.decision = Decision::Cancelled;
    }
    result.pairs = std::move(found.pairs);
    count_kinds(result);
    result.hash = hash_of(result);
    return result;
}

/// With all pairs at hand the exact engine's own judgement is made, for solids as for surfaces.
Expected<Interference> judge_complete(const WorldBody& a, const WorldBody& b,
                                      std::span<const Candidate> candidates, OpenMeshes meant,
                                      const Context& context) {
    const PairSource pairs = [&](const WorldMesh&, const WorldMesh&, Stop, const Context& inner) {
        return prove_all(a, b, candidates, inner);
    };
    return collide_sharing(*a.snapshot, *b.snapshot,
                           {.detail = Detail::Pairs, .open_meshes = meant}, context,
                           {.solidity = {}, .pairs = pairs});
}

} // namespace

Expected<DeviceMesh> put_on_device(raster::Device& device, const MeshView& mesh,
                                   const BodyName& name) {
    auto geometry = device.upload(mesh);
    if (!geometry) {
        return about(name, geometry.error());
    }
    return DeviceMesh{mesh, box_of(mesh), std::move(*geometry)};
}

Expected<PeeledPairs> peel_pair(raster::Device& device, const DeviceMesh& mesh_a, const Body& a,
                                const DeviceMesh& mesh_b, const Body& b,
                                const PeelingOptions& options, const Context& context) {
    Stopwatch total;
    const auto peeled_a = placed(mesh_a, a, body_a(), context);
    if (!peeled_a) {
        return peeled_a.error();
    }
    const auto peeled_b = placed(mesh_b, b, body_b(), context);
    if (!peeled_b) {
        return peeled_b.error();
    }
    auto proposal = propose(device, *peeled_a, *peeled_b, options, context, total);
    if (!proposal) {
        return proposal.error();
    }
    PeeledPairs result{.interference = {}, .report = std::move(proposal->report)};
    Stopwatch watch;
    if (options.search == PeelingSearch::Sampled) {
        FoundPairs found =
            prove_candidates(peeled_a->world(), peeled_b->world(), proposal->candidates, context);
        result.interference = judge_sampled(*peeled_a, *peeled_b, std::move(found), result.report,
                                            options.open_meshes, context);
    } else {
        auto judged = judge_complete(*peeled_a, *peeled_b, proposal->candidates,
                                     options.open_meshes, context);
        if (!judged) {
            return judged.error();
        }
        result.interference = std::move(*judged);
    }
    result.report.milliseconds.proof += watch.lap();
    result.report.milliseconds.total = total.lap();
    return result;
}

Expected<PeeledSelfPairs> peel_self(raster::Device& device, const DeviceMesh& mesh,
                                    const Body& body, const PeelingOptions& options,
                                    const Context& context) {
    Stopwatch total;
    const auto one = placed(mesh, body, {"body"}, context);
    if (!one) {
        return one.error();
    }
    auto proposal = propose(device, *one, *one, options, context, total);
    if (!proposal) {
        return proposal.error();
    }
    PeeledSelfPairs result;
    result.report = std::move(proposal->report);
    Stopwatch watch;
    result.pairs =
        prove_candidates(one->world(), one->world(), proposal->candidates, context).pairs;
    count_kinds(result);
    result.partial = context.cancelled();
    result.report.milliseconds.proof += watch.lap();
    result.report.milliseconds.total = total.lap();
    return result;
}

} // namespace impinge::inline v0::imagespace
