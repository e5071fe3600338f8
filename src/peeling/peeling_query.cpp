// SPDX-License-Identifier: Apache-2.0
#include "peeling/peeling_query.hpp"

#include "exact/collide.hpp"
#include "exact/result_hash.hpp"
#include "exact/verdict/judge.hpp"
#include "imagespace/solid_body.hpp"
#include "peeling/shared_cells.hpp"

#include <algorithm>

namespace impinge::inline v0::imagespace {

Expected<SeenPair> look(const PeelingTask& task, Stopwatch boxes) {
    SeenPair seen;
    const auto region = region_of(task.a, task.b, task.options, task.device.info().max_size);
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
    const bool ask_device = drawable && !task.one_body() && task.device.info().conservative;
    auto open = ask_device
                    ? shared_depths(task, *seen.region)
                    : Expected(SharedDepths(seen.region->view.width, seen.region->view.height));
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
        candidates = triangles_of(seen.layers->ids, task.options.ids, task.a.world, task.b.world);
        task.report.milliseconds.proof += watch.lap();
    } else if (seen.open) {
        candidates = shared_cells(task, *seen.region, *seen.open);
        task.report.milliseconds.read_back += watch.lap();
    }
    task.report.candidates = candidates.size();
    return candidates;
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
                                      const CollideOptions& asked, const SoliditySource& examine,
                                      const Context& context) {
    const PairSource pairs = [&](const WorldMesh&, const WorldMesh&, Stop, const Context&) {
        return found;
    };
    return collide_sharing(a, b, asked, context, {.solidity = examine, .pairs = pairs});
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
    auto world = to_world(a, b, context);
    if (!world) {
        return world.error();
    }
    DrawnPair drawn{.a = peeled(mesh_a, a, std::move(world->a)),
                    .b = peeled(mesh_b, b, std::move(world->b)),
                    .seen = {},
                    .report = {}};
    auto seen = look({device, drawn.a, drawn.b, options, context, drawn.report, &targets}, total);
    if (!seen) {
        return seen.error();
    }
    drawn.seen = std::move(*seen);
    drawn.report.milliseconds.total = total.lap();
    return drawn;
}

MeshSolidity examine_each(const MeshView& mesh, const Context& context) {
    return solidity_of_valid(mesh, context);
}

Expected<PeeledPairs> prove_pair(const ProofTask& task, const SeenPair& seen,
                                 PeelingReport report) {
    Stopwatch total;
    const PeeledBody& a = task.a;
    const PeeledBody& b = task.b;
    const PeelingOptions& options = task.options;
    const Context& context = task.context;
    const std::vector<Candidate> candidates =
        candidates_of({task.device, a, b, options, context, report}, seen);
    Stopwatch watch;
    FoundPairs found = prove_candidates(a.world, b.world, candidates, context);
    PeeledPairs result;
    if (options.search == PeelingSearch::Sampled) {
        result.interference =
            judge_sampled(a, b, std::move(found), report, options.open_meshes, context);
    } else {
        found.counters.triangles_in_region = triangles_in_region(a, b);
        auto judged = judge_complete(
            task.body_a, task.body_b, std::move(found),
            {.detail = task.detail, .open_meshes = options.open_meshes},
            [&](const MeshView& mesh, const Context& inner) {
                return Expected(task.examine(mesh, inner));
            },
            context);
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
    return prove_pair({device, drawn->a, drawn->b, a, b, options, context}, drawn->seen,
                      drawn->report);
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
    PeeledSelfPairs result;
    LayerTargets targets;
    const PeelingTask task{device, one, one, options, context, result.report, &targets};
    const auto seen = look(task, total);
    if (!seen) {
        return seen.error();
    }
    const std::vector<Candidate> candidates = candidates_of(task, *seen);
    Stopwatch watch;
    result.pairs = prove_candidates(one.world, one.world, candidates, context).pairs;
    count_kinds(result);
    result.partial = context.cancelled();
    result.report.milliseconds.proof += watch.lap();
    result.report.milliseconds.total = total.lap();
    return result;
}

} // namespace impinge::inline v0::imagespace
