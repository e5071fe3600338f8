// SPDX-License-Identifier: Apache-2.0
#include "peeling/peeling_query.hpp"

#include "exact/collide.hpp"
#include "exact/result_hash.hpp"
#include "exact/verdict/judge.hpp"
#include "imagespace/solid_body.hpp"
#include "peeling/shared_cells.hpp"

#include <algorithm>

namespace impinge::inline v0::imagespace {
namespace {

/// All that a query has found out before anything is proved.
struct Proposal {
    std::vector<Candidate> candidates;
    PeelingReport report;
};

Expected<std::vector<Candidate>> conservative_candidates(const PeelingTask& task,
                                                         const PeelingRegion& region) {
    const bool ask_device = region.drawable && !task.one_body() && task.device.info().conservative;
    auto open = ask_device ? shared_depths(task, region)
                           : Expected(SharedDepths(region.view.width, region.view.height));
    if (!open) {
        return open.error();
    }
    Stopwatch watch;
    auto candidates = shared_cells(task, region, *open);
    task.report.milliseconds.read_back += watch.lap();
    return candidates;
}

Expected<std::vector<Candidate>> sampled_candidates(const PeelingTask& task,
                                                    const PeelingRegion& region) {
    task.report.epsilon = close_distance(region, task.options.steepest_slope);
    const auto found = close_surfaces(task, region, task.report.epsilon);
    if (!found) {
        return found.error();
    }
    task.report.layers = found->layers;
    task.report.stages = (found->layers + layers_per_stage - 1) / layers_per_stage;
    Stopwatch watch;
    auto candidates = triangles_of(found->ids, task.options.ids, task.a.world, task.b.world);
    task.report.milliseconds.proof += watch.lap();
    return candidates;
}

/// `boxes` is the time since the query began.
Expected<Proposal> propose(raster::Device& device, const PeeledBody& a, const PeeledBody& b,
                           const PeelingOptions& options, const Context& context, Stopwatch boxes) {
    Proposal proposal;
    const PeelingTask task{device, a, b, options, context, proposal.report};
    const auto region = region_of(a, b, options);
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
        conservative ? conservative_candidates(task, **region) : sampled_candidates(task, **region);
    if (!candidates) {
        return candidates.error();
    }
    proposal.candidates = std::move(*candidates);
    proposal.report.candidates = proposal.candidates.size();
    return proposal;
}

PeeledBody peeled(const DeviceMesh& mesh, const Body& body, WorldMesh world) {
    return {std::move(world), mesh.geometry.get(), body.pose, mesh.box};
}

template <typename Pairs> void count_kinds(Pairs& result) {
    for (const TrianglePair& pair : result.pairs) {
        ++(pair.kind == PairKind::Crossing ? result.crossing_pairs : result.touching_pairs);
    }
}

/// Whether a body, for all that surfaces tell, may lie in the other.
Decision open_or_final(const PeeledBody& a, const PeeledBody& b, const FoundPairs& found,
                       OpenMeshes meant, const Context& context) {
    const auto surface = [](const PeeledBody& body) {
        return OpenOrSolid{{.mesh = body.world}, Inside::Unknown};
    };
    return meant == OpenMeshes::Surfaces
               ? Decision::Final
               : judge_open(surface(a), surface(b), found.pairs, meant, context).decision;
}

/// What pixels say of surfaces. Nothing but a crossing is proved by less than all pairs.
Interference judge_sampled(const PeeledBody& a, const PeeledBody& b, FoundPairs found,
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

/// How many triangles reach into what both boxes have in common: if none does, no body lies in the
/// other.
std::uint64_t triangles_in_region(const PeeledBody& a, const PeeledBody& b) {
    const Box3 common = intersection(a.world.box, b.world.box);
    std::uint64_t count = 0;
    for (const PeeledBody* body : {&a, &b}) {
        for (std::size_t i = 0; i < body->world.triangles.size() && !is_empty(common); ++i) {
            Box3 box;
            for (const Vec3d& corner : body->world.triangle(i).corners) {
                box = extend(box, corner);
            }
            count += boxes_overlap(box, common) ? 1 : 0;
        }
    }
    return count;
}

/// With all pairs at hand the exact engine's own judgement is made, for solids as for surfaces.
Expected<Interference> judge_complete(const Body& a, const Body& b, FoundPairs found,
                                      OpenMeshes meant, const Context& context) {
    const SoliditySource examine = [](const MeshView& mesh, const Context& inner) {
        return Expected(solidity_of_valid(mesh, inner));
    };
    const PairSource pairs = [&](const WorldMesh&, const WorldMesh&, Stop, const Context&) {
        return found;
    };
    return collide_sharing(a, b, {.detail = Detail::Pairs, .open_meshes = meant}, context,
                           {.solidity = examine, .pairs = pairs});
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
    auto world = to_world(a, b, context);
    if (!world) {
        return world.error();
    }
    const PeeledBody peeled_a = peeled(mesh_a, a, std::move(world->a));
    const PeeledBody peeled_b = peeled(mesh_b, b, std::move(world->b));
    auto proposal = propose(device, peeled_a, peeled_b, options, context, total);
    if (!proposal) {
        return proposal.error();
    }
    PeeledPairs result{.interference = {}, .report = std::move(proposal->report)};
    Stopwatch watch;
    FoundPairs found =
        prove_candidates(peeled_a.world, peeled_b.world, proposal->candidates, context);
    if (options.search == PeelingSearch::Sampled) {
        result.interference = judge_sampled(peeled_a, peeled_b, std::move(found), result.report,
                                            options.open_meshes, context);
    } else {
        found.counters.triangles_in_region = triangles_in_region(peeled_a, peeled_b);
        auto judged = judge_complete(a, b, std::move(found), options.open_meshes, context);
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
    auto world = to_world(body, {"body"}, context);
    if (!world) {
        return world.error();
    }
    const PeeledBody one = peeled(mesh, body, std::move(*world));
    auto proposal = propose(device, one, one, options, context, total);
    if (!proposal) {
        return proposal.error();
    }
    PeeledSelfPairs result;
    result.report = std::move(proposal->report);
    Stopwatch watch;
    result.pairs = prove_candidates(one.world, one.world, proposal->candidates, context).pairs;
    count_kinds(result);
    result.partial = context.cancelled();
    result.report.milliseconds.proof += watch.lap();
    result.report.milliseconds.total = total.lap();
    return result;
}

} // namespace impinge::inline v0::imagespace
