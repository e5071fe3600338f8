// SPDX-License-Identifier: Apache-2.0
//
// A simulation for programs: docs/json.md is the manual of the document, and its rows are those of
// the CSV file too.
#include "io/text_output.hpp"
#include "simulate.hpp"

#include <fmt/format.h>

namespace impinge::cli {
namespace {

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
    out["asked_exact"] = frame.asked_exact;
    out["deepest"] = json_or_null(frame.deepest);
    out["broad_phase"] = to_string(frame.method);
    out["reason"] = frame.reason;
    out["swaps"] = frame.swaps;
    out["colliding_pairs"] = json_or_null(frame.named_pairs);
    out["check"] = json_check(frame.check);
    out["picture"] = frame.picture.empty() ? Json(nullptr) : Json(frame.picture);
    out["hash"] = json_hash(frame.hash);
    out["timings_ms"] = {{"move", frame.move_ms},
                         {"boxes", frame.milliseconds.boxes},
                         {"broad_phase", frame.milliseconds.broad_phase},
                         {"narrow_phase", frame.milliseconds.narrow_phase},
                         {"total", frame.milliseconds.total}};
    return out;
}

std::string csv_row(const SimulatedFrame& frame, std::size_t index) {
    return fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", index, frame.candidates,
        frame.colliding, frame.near_pairs, frame.began, frame.ended, frame.asked_exact,
        frame.deepest ? fmt::format("{}", *frame.deepest) : "", to_string(frame.method),
        csv_field(frame.reason), frame.swaps,
        frame.check ? fmt::format("{}", frame.check->differences()) : "", json_hash(frame.hash),
        frame.move_ms, frame.milliseconds.boxes, frame.milliseconds.broad_phase,
        frame.milliseconds.narrow_phase, frame.milliseconds.total);
}

} // namespace

Json simulation_json(const Simulation& simulation) {
    Json out = json_document("simulate");
    out["partial"] = simulation.partial;
    out["kind"] = simulation.kind;
    out["parameters"] = simulation.parameters;
    out["body_count"] = simulation.bodies;
    out["frames_wanted"] = simulation.frames_wanted;
    out["frames"] = Json::array();
    for (std::size_t i = 0; i < simulation.frames.size(); ++i) {
        out["frames"].push_back(json_frame(simulation.frames[i], i));
    }
    const bool verified = !simulation.frames.empty() && simulation.frames.front().check;
    out["differences"] = verified ? Json(simulation.differences()) : Json(nullptr);
    out["hash"] = json_hash(simulation.hash());
    out["timings_ms"] = {{"setup", simulation.setup_ms}, {"total", simulation.total_ms}};
    return out;
}

std::string simulation_csv(const Simulation& simulation) {
    std::string out = "frame,candidates,colliding,within_margin,began,ended,asked_exact,deepest,"
                      "broad_phase,reason,swaps,differences,hash,move_ms,boxes_ms,broad_phase_ms,"
                      "narrow_phase_ms,total_ms\n";
    for (std::size_t i = 0; i < simulation.frames.size(); ++i) {
        out += csv_row(simulation.frames[i], i);
    }
    return out;
}

} // namespace impinge::cli
