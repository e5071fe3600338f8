// SPDX-License-Identifier: Apache-2.0
//
// impinge simulate: many moving bodies, frame after frame.
#include "simulate/simulate.hpp"

#include "arguments/verb.hpp"
#include "base/hash.hpp"
#include "io/text_output.hpp"
#include "output/console.hpp"
#include "output/json_report.hpp"
#include "output/progress.hpp"
#include "output/run_request.hpp"
#include "output/stopwatch.hpp"
#include "output/text.hpp"
#include "simulate/frame_table.hpp"
#include "simulate/scene_report.hpp"
#include "verbs.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <map>
#include <nlohmann/json.hpp>

namespace impinge::cli {
namespace {

// For people: what a frame finds and takes, from the least to the most.

std::string frames_table(const Simulation& simulation) {
    FrameTable table(simulation);
    table.add_count("candidates", [](const auto& frame) { return frame.candidates; });
    table.add_count("colliding", [](const auto& frame) { return frame.colliding; });
    table.add_count("within the margin", [](const auto& frame) { return frame.near_pairs; });
    if (simulation.undecided() > 0) {
        table.add_count("undecided", [](const auto& frame) { return frame.undecided; });
    }
    table.add_count("asked of exact", [](const auto& frame) { return frame.asked_exact; });
    if (std::any_of(simulation.frames.begin(), simulation.frames.end(),
                    [](const auto& frame) { return frame.settled_by_features > 0; })) {
        table.add_count("settled by walks",
                        [](const auto& frame) { return frame.settled_by_features; });
    }
    table.add_milliseconds("boxes ms", [](const auto& f) { return f.milliseconds.boxes; });
    table.add_milliseconds("broad phase ms",
                           [](const auto& f) { return f.milliseconds.broad_phase; });
    table.add_milliseconds("verdicts ms",
                           [](const auto& f) { return f.milliseconds.narrow_phase; });
    table.add_milliseconds("all ms", [](const auto& f) { return f.milliseconds.total; });
    return table.text();
}

std::string methods_text(const Simulation& simulation) {
    std::map<std::string, std::size_t> frames_by_method;
    for (const SimulatedFrame& frame : simulation.frames) {
        ++frames_by_method[frame.method];
    }
    std::string out;
    for (const auto& [method, frames] : frames_by_method) {
        out += fmt::format("{}{} in {}", out.empty() ? "" : ", ", method,
                           counted(frames, "frame", "frames"));
    }
    return out;
}

std::string check_text(const Simulation& simulation) {
    FrameCheck sum;
    for (const SimulatedFrame& frame : simulation.frames) {
        sum.exact_pairs += frame.check->exact_pairs;
        sum.candidates += frame.check->candidates;
        sum.boxes += frame.check->boxes;
        sum.verdicts += frame.check->verdicts;
        sum.distances += frame.check->distances;
    }
    const std::string asked = counted(sum.exact_pairs, "exact verdict", "exact verdicts");
    if (sum.differences() == 0) {
        return fmt::format("every box against every other and {}: no differences", asked);
    }
    return fmt::format("{}: {} candidates more or fewer, {} that do not hold their body, {} and {} "
                       "that differ",
                       asked, sum.candidates, counted(sum.boxes, "box", "boxes"),
                       counted(sum.verdicts, "verdict", "verdicts"),
                       counted(sum.distances, "distance", "distances"));
}

std::string simulation_text(const Simulation& simulation) {
    const std::size_t done = simulation.frames.size();
    std::string out = simulation.what + ", " + counted(done, "frame", "frames");
    if (simulation.partial) {
        out += fmt::format(" of {} (interrupted)", simulation.frames_wanted);
    }
    out += "\n";
    if (done == 0) {
        return out;
    }
    if (simulation.frames.front().scene) {
        out += scene_text(simulation);
    } else {
        out += fmt::format("\n{}\nbroad phase  {}\n", frames_table(simulation),
                           methods_text(simulation));
    }
    if (!simulation.device_reason.empty()) {
        out += fmt::format("device       {}\n", simulation.device_reason);
    }
    if (simulation.undecided() > 0) {
        out += fmt::format("undecided    {}: a body may lie in an open mesh (see --surfaces)\n",
                           counted(simulation.undecided(), "pair", "pairs"));
    }
    if (simulation.frames.front().check) {
        out += fmt::format("verified     {}\n", check_text(simulation));
    }
    if (!simulation.picture_folder.empty()) {
        const auto pictures =
            std::count_if(simulation.frames.begin(), simulation.frames.end(),
                          [](const auto& frame) { return !frame.picture.empty(); });
        out += fmt::format("written      {} in {}\n",
                           counted(static_cast<std::size_t>(pictures), "picture", "pictures"),
                           printable(simulation.picture_folder));
    }
    return out;
}

// For programs: docs/json.md is the manual of the document, and its rows are those of the CSV file
// too.

template <typename Value> Json json_or_null(const std::optional<Value>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json json_check(const std::optional<FrameCheck>& check) {
    if (!check) {
        return nullptr;
    }
    return {{"box_pairs", check->box_pairs},
            {"exact_pairs", check->exact_pairs},
            {"candidate_differences", check->candidates},
            {"boxes_too_small", check->boxes},
            {"verdict_differences", check->verdicts},
            {"distance_differences", check->distances}};
}

Json json_frame(const SimulatedFrame& frame, std::size_t index) {
    Json out;
    out["frame"] = index;
    out["candidates"] = frame.candidates;
    out["colliding"] = frame.colliding;
    out["within_margin"] = frame.near_pairs;
    out["began"] = frame.began;
    out["ended"] = frame.ended;
    out["undecided"] = frame.undecided;
    out["asked_exact"] = frame.asked_exact;
    out["settled_by_features"] = frame.settled_by_features;
    out["deepest"] = json_or_null(frame.deepest);
    out["broad_phase"] = frame.method;
    out["reason"] = frame.reason;
    out["swaps"] = frame.swaps;
    out["colliding_pairs"] = json_or_null(frame.named_pairs);
    out["check"] = json_check(frame.check);
    out["picture"] = json_file(frame.picture);
    out["hash"] = json_hash(frame.hash);
    out["timings_ms"] = {{"move", frame.move_ms},
                         {"boxes", frame.milliseconds.boxes},
                         {"broad_phase", frame.milliseconds.broad_phase},
                         {"narrow_phase", frame.milliseconds.narrow_phase},
                         {"total", frame.milliseconds.total}};
    return out;
}

std::string csv_row(const SimulatedFrame& frame, std::size_t index) {
    return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", index,
                       frame.candidates, frame.colliding, frame.near_pairs, frame.began,
                       frame.ended, frame.undecided, frame.asked_exact, frame.settled_by_features,
                       frame.deepest ? fmt::format("{}", *frame.deepest) : "", frame.method,
                       csv_field(frame.reason), frame.swaps,
                       frame.check ? fmt::format("{}", frame.check->differences()) : "",
                       json_hash(frame.hash), frame.move_ms, frame.milliseconds.boxes,
                       frame.milliseconds.broad_phase, frame.milliseconds.narrow_phase,
                       frame.milliseconds.total);
}

Json json_parameters(std::span<const SimulationParameter> parameters) {
    Json out = Json::object();
    for (const SimulationParameter& parameter : parameters) {
        std::visit([&](const auto& value) { out[parameter.name] = value; }, parameter.value);
    }
    return out;
}

std::string simulation_json(const Simulation& simulation) {
    Json out = json_document("simulate");
    out["partial"] = simulation.partial;
    out["kind"] = simulation.kind;
    out["parameters"] = json_parameters(simulation.parameters);
    out["body_count"] = simulation.bodies;
    out["frames_wanted"] = simulation.frames_wanted;
    out["frames"] = Json::array();
    for (std::size_t i = 0; i < simulation.frames.size(); ++i) {
        const SimulatedFrame& frame = simulation.frames[i];
        out["frames"].push_back(frame.scene ? json_scene_frame(frame, i) : json_frame(frame, i));
    }
    out["differences"] = simulation.verified() ? Json(simulation.differences()) : Json(nullptr);
    out["hash"] = json_hash(simulation.hash());
    out["timings_ms"] = {{"setup", simulation.setup_ms}, {"total", simulation.total_ms}};
    return json_text(out);
}

std::string simulation_csv(const Simulation& simulation) {
    if (!simulation.frames.empty() && simulation.frames.front().scene) {
        return scene_csv(simulation);
    }
    std::string out =
        "frame,candidates,colliding,within_margin,began,ended,undecided,asked_exact,"
        "settled_by_features,deepest,broad_phase,reason,swaps,differences,hash,move_ms,boxes_ms,"
        "broad_phase_ms,narrow_phase_ms,total_ms\n";
    for (std::size_t i = 0; i < simulation.frames.size(); ++i) {
        out += csv_row(simulation.frames[i], i);
    }
    return out;
}

} // namespace

SimulatedFrame simulated_frame(const WorldStep& step) {
    SimulatedFrame frame{.candidates = step.candidates,
                         .colliding = step.interfering,
                         .ended = step.ended.size(),
                         .undecided = step.undecided,
                         .asked_exact = step.asked_exact,
                         .settled_by_features = step.settled_by_features,
                         .deepest = {},
                         .method = to_string(step.broad_phase),
                         .reason = std::string(step.broad_phase_reason),
                         .swaps = step.swaps,
                         .hash = step.hash,
                         .milliseconds = step.milliseconds,
                         .named_pairs = {},
                         .check = {},
                         .scene = {},
                         .picture = {}};
    for (const WorldPair& pair : step.pairs) {
        const bool near = !pair.interferes() && pair.distance;
        frame.near_pairs += near ? 1 : 0;
        frame.began += (near || pair.interferes()) && pair.phase == Phase::Began ? 1 : 0;
        if (pair.penetration) {
            frame.deepest = std::max(frame.deepest.value_or(0), pair.penetration->depth);
        }
    }
    return frame;
}

std::uint64_t Simulation::hash() const {
    Hasher hasher;
    for (const SimulatedFrame& frame : frames) {
        hasher.add(frame.hash);
    }
    return hasher.digest();
}

std::uint64_t Simulation::undecided() const {
    std::uint64_t sum = 0;
    for (const SimulatedFrame& frame : frames) {
        sum += frame.undecided;
    }
    return sum;
}

std::uint64_t Simulation::differences() const {
    std::uint64_t sum = 0;
    for (const SimulatedFrame& frame : frames) {
        sum += frame.check ? frame.check->differences() : 0;
        sum += frame.scene && frame.scene->check ? frame.scene->check->differences() : 0;
    }
    return sum;
}

bool Simulation::verified() const {
    return !frames.empty() &&
           (frames.front().check || (frames.front().scene && frames.front().scene->check));
}

void add_simulation_outputs(Verb& kind, Outputs& outputs) {
    add_json_and_threads(kind, outputs);
    kind.option("--csv", &outputs.csv_file, "FILE", "Write a row for each frame");
    kind.flag("-q,--quiet", &outputs.quiet, "Print nothing");
}

/// A CSV file cannot say of itself that it is partial, and is not written then.
int tell_simulation(const Simulation& simulation, const Outputs& outputs) {
    if (print_and_write(
            outputs, [&] { return simulation_text(simulation); },
            [&] { return simulation_json(simulation); }) != Clean) {
        return Failed;
    }
    if (simulation.partial) {
        return Interrupted;
    }
    const std::string rows = simulation_csv(simulation);
    if (write_text_file(outputs.csv_file, rows) != Clean) {
        return Failed;
    }
    const bool has_table = simulation.kind == "motions" ||
                           (!simulation.frames.empty() && simulation.frames.front().scene);
    if (has_table && !simulation.picture_folder.empty() &&
        write_text_file(simulation.picture_folder + "/frames.csv", rows) != Clean) {
        return Failed;
    }
    return simulation.differences() > 0 ? Found : simulation.undecided() > 0 ? Undecided : Clean;
}

void add_simulate(Verb& program) {
    Verb& verb = program.verb("simulate", "Many moving bodies, frame after frame");
    add_simulate_polytopes(verb);
    add_simulate_walkthrough(verb);
    add_simulate_cloth(verb);
    add_simulate_creature(verb);
    add_simulate_shatter(verb);
    add_simulate_bumpers(verb);
    add_simulate_motions(verb);
    verb.footer("impinge simulate KIND --help explains a kind.\n\n"
                "Examples:\n"
                "  impinge simulate polytopes --bodies 1000 --frames 200 --verify\n"
                "  impinge simulate walkthrough --pictures walk --features\n"
                "  impinge simulate cloth --frames 300 --out film --verify");
}

Expected<Simulation> with_frames(Simulation simulation, const Stopwatch& watch,
                                 const Context& context, Progress& progress,
                                 const LookAtFrame& look) {
    const Context reporting = progress.phase("simulating", context);
    Context silent = context;
    silent.set_progress({});
    std::vector<SimulatedFrame>& frames = simulation.frames;
    while (frames.size() < simulation.frames_wanted && !context.cancelled()) {
        auto frame = look(frames.size(), silent);
        if (!frame) {
            return frame.error();
        }
        if (*frame) {
            frames.push_back(std::move(**frame));
        }
        reporting.report(static_cast<double>(frames.size()) /
                         static_cast<double>(simulation.frames_wanted));
    }
    simulation.partial = frames.size() < simulation.frames_wanted;
    simulation.total_ms = watch.milliseconds();
    return simulation;
}

} // namespace impinge::cli
