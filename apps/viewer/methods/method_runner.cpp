// SPDX-License-Identifier: Apache-2.0
#include "methods/method_runner.hpp"

#include "base/no_throw.hpp"
#include "check/near_boxes.hpp"
#include "output/stopwatch.hpp"
#include "sampled/edge_rays.hpp"
#include "world/weighted_work.hpp"

#include <algorithm>

namespace impinge::viewer {
namespace {

/// Of the whole, until the exact engine has its turn.
constexpr double share_of_method = 0.6;

std::vector<MethodPair> near_pairs(const MethodRequest& request, const Context& context) {
    std::vector<MethodPair> pairs;
    for (const PairOfBodies& pair : NearBoxes(request.bodies).pairs(0, context)) {
        if (!request.wishes.of ||
            request.wishes
                .of(static_cast<std::uint32_t>(pair.first), static_cast<std::uint32_t>(pair.second))
                .check) {
            pairs.push_back({.pair = pair});
        }
    }
    return pairs;
}

/// A part of the context for each pair.
Context turn_of(const MethodRun& run, std::size_t pair, const Context& context) {
    const auto count = static_cast<double>(run.pairs.size());
    const auto turn = static_cast<double>(pair);
    return part_of(context, turn / count, (turn + 1) / count);
}

Work work_of(const Interference& found) {
    const StageTimes& t = found.milliseconds; // of which two are summed over threads
    return {0,
            {{"world", t.world},
             {"cull", t.cull},
             {"bin", t.bin},
             {"match", t.match},
             {"prove", t.prove},
             {"judge", t.judge}},
            {{"triangles in the region", found.counters.triangles_in_region},
             {"after bins", found.counters.triangles_after_bins},
             {"candidates", found.counters.candidate_pairs},
             {"triangle pairs", found.pairs.size()}}};
}

Work work_of(const imagespace::PeelingReport& report, std::size_t meeting) {
    const imagespace::PeelingTimes& t = report.milliseconds;
    return {
        0,
        {{"boxes", t.boxes}, {"device", t.device}, {"read back", t.read_back}, {"proof", t.proof}},
        {{"candidates", report.candidates},
         {"triangle pairs", meeting},
         {"layers", report.layers},
         {"stages", report.stages},
         {"draws", report.draws}}};
}

/// Of a method that compares depths.
Work work_of_depths(const cli::MethodAnswer& answer) {
    const imagespace::PhaseTimes t = answer.phases.value_or(imagespace::PhaseTimes{});
    Work work{0,
              {{"graphics", t.graphics},
               {"look at minmax", t.inspection[0]},
               {"look at parity", t.inspection[1]},
               {"look at layers", t.inspection[2]}},
              {{"renderings", answer.renderings},
               {"draws", answer.draws},
               {"overlapping pixels", answer.overlapping_pixels}}};
    for (const cli::StagePixels& stage : answer.pixels_by_stage) {
        std::string name = std::string("pixels ") + stage.stage;
        std::ranges::replace(name, '_', ' ');
        work.counts.push_back({std::move(name), stage.pixels});
    }
    if (answer.refinement) {
        work.counts.push_back({"pixels searched", answer.refinement->open_pixels});
        work.counts.push_back({"candidates", answer.refinement->candidates});
    }
    return work;
}

Work work_of(const imagespace::EdgeRays& rays) {
    const imagespace::EdgeRayWork& work = rays.work;
    return {0,
            {{"rays", rays.milliseconds}},
            {{"windows", work.windows},
             {"layers", work.layers},
             {"rounds", work.rounds},
             {"draws", work.draws},
             {"edge points", work.edge_points},
             {"edge points behind others", work.hidden_points},
             {"read backs", work.read_backs},
             {"closer looks", work.refinements},
             {"asked exact", work.asked_exact}}};
}

/// What the stages do not account for.
void add_rest(Work& work) {
    double known = 0;
    for (const StageTime& stage : work.stages) {
        known += stage.ms;
    }
    work.stages.push_back({"rest", std::max(0.0, work.ms - known)});
}

MethodVerdict verdict_of(cli::MethodAnswer answer) {
    MethodVerdict verdict;
    verdict.could_not_tell = answer.could_not_tell();
    verdict.pixel_size = answer.pixel_size();
    if (answer.peeling) {
        verdict.names_triangles = true;
        verdict.work = work_of(*answer.peeling, answer.interference.pairs.size());
    } else if (answer.edge_rays) {
        verdict.work.counts = {
            {"edge points of a in b", answer.edge_rays->points_of_a.value_or(0)},
            {"edge points of b in a", answer.edge_rays->points_of_b.value_or(0)}};
    } else {
        verdict.work = work_of_depths(answer);
    }
    verdict.interference = std::move(answer.interference);
    return verdict;
}

/// Each pair in its turn; what goes wrong with one is no harm to the others.
template <typename Ask> void ask_each(MethodRun& run, const Context& context, const Ask& ask) {
    for (std::size_t i = 0; i < run.pairs.size() && !context.cancelled(); ++i) {
        MethodPair& pair = run.pairs[i];
        const cli::Stopwatch watch;
        Expected<MethodVerdict> said = ask(pair.pair, turn_of(run, i, context));
        if (said) {
            pair.said = std::move(*said);
            pair.said.work.ms = watch.milliseconds();
            add_rest(pair.said.work);
            add_work(run.work, pair.said.work);
        } else {
            pair.said.refused = said.error().message;
        }
    }
}

} // namespace

std::shared_ptr<const MethodRun> MethodRunner::run(const MethodRequest& request,
                                                   const Context& context) {
    const cli::Stopwatch watch;
    auto run = std::make_shared<MethodRun>();
    run->revision = request.revision;
    if (const Status status = no_throw([&] { return fill(*run, request, context); }); !status) {
        run->error = status.error();
    }
    run->total_ms = watch.milliseconds();
    return run;
}

cli::LoadedBody MethodRunner::loaded(const MethodRequest& request, BodyIndex body) const {
    return diagnosed_.loaded(request.bodies[body], request.names[body]);
}

Expected<raster::Device*> MethodRunner::device(raster::DeviceKind kind, const Context& context) {
    std::unique_ptr<raster::Device>& device = devices_[kind];
    if (!device) {
        auto made = raster::make_device(kind, {}, Context(context.threads()));
        if (!made) {
            return made.error();
        }
        device = std::move(*made);
    }
    return device.get();
}

Status MethodRunner::fill(MethodRun& run, const MethodRequest& request, const Context& context) {
    if (Status status = diagnosed_.look_at(request.bodies, context); !status) {
        return status;
    }
    run.pairs = near_pairs(request, context);
    run.compared =
        request.method.method != nullptr || request.method.device != raster::DeviceKind::Software;
    if (Status status = ask(run, request, part_of(context, 0, share_of_method)); !status) {
        return status;
    }
    return run.compared ? compare(run, request, part_of(context, share_of_method, 1)) : Status();
}

/// With the exact engine of the processor, which is asked for triangles only if the method is.
Status MethodRunner::compare(MethodRun& run, const MethodRequest& request, const Context& context) {
    for (std::size_t i = 0; i < run.pairs.size() && !context.cancelled(); ++i) {
        MethodPair& pair = run.pairs[i];
        const cli::Stopwatch watch;
        const auto exact = exact_answer(request, pair.pair,
                                        pair.said.names_triangles ? Detail::Pairs : Detail::Verdict,
                                        turn_of(run, i, context));
        if (!exact) {
            return exact.error();
        }
        pair.exact_ms = watch.milliseconds();
        run.exact_ms += pair.exact_ms;
        pair.exact = exact->verdict;
        pair.agreement = agreement_of(pair.said, *exact);
        pair.same_bits = !pair.said.is_exact || pair.said.interference.hash == exact->hash;
        if (pair.said.names_triangles) {
            pair.triangles = compare_triangles(pair.said.interference.pairs, exact->pairs);
        }
    }
    return {};
}

Expected<Interference> MethodRunner::exact_answer(const MethodRequest& request, PairOfBodies pair,
                                                  Detail detail, const Context& context) const {
    const cli::LoadedBody a = loaded(request, pair.first);
    const cli::LoadedBody b = loaded(request, pair.second);
    return collide(a.body(), b.body(), {.detail = detail, .open_meshes = request.open_meshes},
                   context);
}

Status MethodRunner::ask(MethodRun& run, const MethodRequest& request, const Context& context) {
    if (!run.compared) {
        run.runs_on = "the processor";
        ask_processor(run, request, context);
        return {};
    }
    const auto opened = device(request.method.device, context);
    if (!opened) {
        return opened.error();
    }
    run.runs_on = (*opened)->info().name;
    if (request.method.method == nullptr) {
        return ask_gpu(run, request, **opened, context);
    }
    if (request.method.method->looks_at_all_bodies()) {
        return ask_all_at_once(run, request, **opened, context);
    }
    ask_each(run, context, [&](PairOfBodies pair, const Context& turn) -> Expected<MethodVerdict> {
        auto answer = cli::ask_pair(loaded(request, pair.first), loaded(request, pair.second),
                                    request.method, **opened, turn);
        return answer ? Expected<MethodVerdict>(verdict_of(std::move(*answer))) : answer.error();
    });
    return {};
}

void MethodRunner::ask_processor(MethodRun& run, const MethodRequest& request,
                                 const Context& context) {
    ask_each(run, context, [&](PairOfBodies pair, const Context& turn) -> Expected<MethodVerdict> {
        auto found = exact_answer(request, pair, Detail::Pairs, turn);
        if (!found) {
            return found.error();
        }
        MethodVerdict verdict;
        verdict.work = work_of(*found);
        verdict.interference = std::move(*found);
        verdict.is_exact = true;
        return verdict;
    });
    for (MethodPair& pair : run.pairs) {
        pair.exact = pair.said.interference.verdict;
    }
}

Status MethodRunner::ask_gpu(MethodRun& run, const MethodRequest& request, raster::Device& device,
                             const Context& context) {
    if (!gpu_) {
        auto engine = GpuExact::on(device);
        if (!engine) {
            return engine.error();
        }
        gpu_.emplace(std::move(*engine));
    }
    const cli::Stopwatch watch;
    if (Status status = gpu_->hold(request.bodies); !status) {
        return status;
    }
    run.work.ms = watch.milliseconds();
    run.work.stages = {{"upload", run.work.ms}};
    ask_each(run, context, [&](PairOfBodies pair, const Context& turn) {
        return gpu_->ask(request.bodies[pair.first], request.bodies[pair.second],
                         request.open_meshes, turn);
    });
    return {};
}

/// Pairs that were not wished for are dropped; of those whose boxes are apart after all, nothing
/// is said but that.
Status MethodRunner::ask_all_at_once(MethodRun& run, const MethodRequest& request,
                                     raster::Device& device, const Context& context) {
    std::vector<cli::LoadedBody> bodies;
    std::vector<BodyIndex> numbers;
    for (BodyIndex i = 0; i < request.bodies.size(); ++i) {
        if (request.bodies[i].present) {
            bodies.push_back(loaded(request, i));
            numbers.push_back(i);
        }
    }
    const cli::Stopwatch watch;
    auto asked = cli::ask_edge_rays(bodies, request.method, device, context);
    if (!asked) {
        return asked.error();
    }
    run.work = work_of(asked->rays);
    run.work.ms = watch.milliseconds();
    add_rest(run.work);
    run.notes = cli::penetration_text(asked->rays, request.method.edge_rays.algorithm, bodies) +
                cli::unsound_notes(asked->rays, bodies);
    for (MethodPair& pair : run.pairs) {
        pair.said.interference.certainty = Certainty::Sampled;
    }
    for (std::size_t i = 0; i < asked->answers.size(); ++i) {
        const imagespace::EdgeRayPair& told = asked->rays.pairs[i];
        const PairOfBodies pair(numbers[told.a], numbers[told.b]);
        const auto found = std::ranges::lower_bound(run.pairs, pair, {}, &MethodPair::pair);
        if (found != run.pairs.end() && found->pair == pair) {
            found->said = verdict_of(std::move(asked->answers[i]));
        }
    }
    return {};
}

} // namespace impinge::viewer
