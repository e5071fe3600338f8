// SPDX-License-Identifier: Apache-2.0
#include "peeling/peeling_query.hpp"

#include "exact/result_hash.hpp"
#include "exact/verdict/judge.hpp"
#include "imagespace/conservative/complete_pairs.hpp"
#include "imagespace/conservative/shared_cells.hpp"
#include "imagespace/solid_body.hpp"
#include "peeling/triangle_ids.hpp"

#include <algorithm>

namespace impinge::inline v0::imagespace {

RegionLens lens_of(const PeelingOptions& options, int most_pixels) {
    return {options.resolution, options.precision, options.direction, most_pixels};
}

namespace {

void take_cost(const SearchCost& cost, PeelingReport& report) {
    report.draws += cost.draws;
    report.milliseconds.device += cost.drawing;
    report.milliseconds.read_back += cost.searching;
}

} // namespace

Expected<SeenPair> look(const PeelingTask& task, Stopwatch boxes) {
    SeenPair seen;
    const auto region =
        region_of(task.a, task.b, lens_of(task.options, task.device.info().max_size));
    if (!region) {
        return region.error();
    }
    task.report.milliseconds.boxes = boxes.lap();
    if (!*region || task.context.cancelled()) {
        return seen;
    }
    seen.region = *region;
    task.report.view = seen.region->view;
    task.report.pixel_size = raster::pixel_size(seen.region->view);
    const bool drawable = seen.region->drawable;
    if (drawable && task.options.search == PeelingSearch::Sampled) {
        task.report.epsilon = close_distance(*seen.region, task.options.steepest_slope);
        auto layers = close_surfaces(task, *seen.region, task.report.epsilon);
        if (!layers) {
            return layers.error();
        }
        task.report.layers = layers->layers;
        task.report.stages = stages_of(layers->layers);
        seen.layers = std::move(*layers);
        return seen;
    }
    // Where floats would not do, nothing is drawn, and every pixel is searched by the processor.
    SearchCost cost;
    auto open = open_depths({task.device, task.a, task.b, task.context, cost}, *seen.region);
    take_cost(cost, task.report);
    if (!open) {
        return open.error();
    }
    seen.open = std::move(*open);
    return seen;
}

namespace {

/// The processor's part; the device is not used.
std::vector<Candidate> candidates_of(const PeelingTask& task, const SeenPair& seen) {
    std::vector<Candidate> candidates;
    Stopwatch watch;
    if (seen.layers) {
        candidates =
            triangles_of(seen.layers->ids, task.options.ids, task.a.world(), task.b.world());
        task.report.milliseconds.proof += watch.lap();
    } else if (seen.open) {
        SearchCost cost;
        candidates = shared_cells({task.device, task.a, task.b, task.context, cost}, *seen.region,
                                  *seen.open);
        task.report.milliseconds.read_back += watch.lap();
    }
    task.report.candidates = candidates.size();
    return candidates;
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
Expected<Interference> judge_complete(const ProofTask& task,
                                      std::span<const Candidate> candidates) {
    const PairSource pairs = [&](const WorldMesh&, const WorldMesh&, Stop, const Context& inner) {
        return prove_all(task.a, task.b, candidates, inner);
    };
    return collide_sharing(*task.a.snapshot, *task.b.snapshot,
                           {.detail = task.detail, .open_meshes = task.options.open_meshes},
                           task.context, {.solidity = task.solidity, .pairs = pairs});
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

Expected<DrawnPair> draw_pair(raster::Device& device, LayerTargets& targets,
                              const DeviceMesh& mesh_a, const Body& a, const DeviceMesh& mesh_b,
                              const Body& b, const PeelingOptions& options,
                              const Context& context) {
    Stopwatch total;
    auto one = placed(mesh_a, a, body_a(), context);
    if (!one) {
        return one.error();
    }
    auto other = placed(mesh_b, b, body_b(), context);
    if (!other) {
        return other.error();
    }
    DrawnPair drawn{.a = std::move(*one), .b = std::move(*other), .seen = {}, .report = {}};
    auto seen = look({device, drawn.a, drawn.b, options, context, drawn.report, &targets}, total);
    if (!seen) {
        return seen.error();
    }
    drawn.seen = std::move(*seen);
    drawn.report.milliseconds.total = total.lap();
    return drawn;
}

Expected<PeeledPairs> prove_pair(const ProofTask& task, const SeenPair& seen,
                                 PeelingReport report) {
    Stopwatch total;
    const WorldBody& a = task.a;
    const WorldBody& b = task.b;
    const PeelingOptions& options = task.options;
    const Context& context = task.context;
    const std::vector<Candidate> candidates =
        candidates_of({task.device, a, b, options, context, report}, seen);
    Stopwatch watch;
    PeeledPairs result;
    if (options.search == PeelingSearch::Sampled) {
        FoundPairs found = prove_candidates(a.world(), b.world(), candidates, context);
        result.interference =
            judge_sampled(a, b, std::move(found), report, options.open_meshes, context);
    } else {
        auto judged = judge_complete(task, candidates);
        if (!judged) {
            return judged.error();
        }
        result.interference = std::move(*judged);
    }
    report.milliseconds.proof += watch.lap();
    report.milliseconds.total += total.lap();
    result.report = std::move(report);
    return result;
}

Expected<PeeledPairs> peel_pair(raster::Device& device, LayerTargets& targets,
                                const DeviceMesh& mesh_a, const Body& a, const DeviceMesh& mesh_b,
                                const Body& b, const PeelingOptions& options,
                                const Context& context) {
    auto drawn = draw_pair(device, targets, mesh_a, a, mesh_b, b, options, context);
    if (!drawn) {
        return drawn.error();
    }
    return prove_pair({device, drawn->a, drawn->b, options, context}, drawn->seen, drawn->report);
}

Expected<PeeledSelfPairs> peel_self(raster::Device& device, const DeviceMesh& mesh,
                                    const Body& body, const PeelingOptions& options,
                                    const Context& context) {
    Stopwatch total;
    const auto one = placed(mesh, body, {"body"}, context);
    if (!one) {
        return one.error();
    }
    PeeledSelfPairs result;
    LayerTargets targets;
    const PeelingTask task{device, *one, *one, options, context, result.report, &targets};
    const auto seen = look(task, total);
    if (!seen) {
        return seen.error();
    }
    const std::vector<Candidate> candidates = candidates_of(task, *seen);
    Stopwatch watch;
    result.pairs = prove_candidates(one->world(), one->world(), candidates, context).pairs;
    count_kinds(result);
    result.partial = context.cancelled();
    result.report.milliseconds.proof += watch.lap();
    result.report.milliseconds.total = total.lap();
    return result;
}

} // namespace impinge::inline v0::imagespace
