// SPDX-License-Identifier: Apache-2.0
#include "simulate/scene_report.hpp"

#include "output/text.hpp"
#include "simulate/frame_table.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace impinge::cli {
namespace {

using scenes::MotionCheck;

MotionCheck checks_together(const Simulation& simulation) {
    MotionCheck sum;
    for (const SimulatedFrame& frame : simulation.frames) {
        const MotionCheck& check = *frame.scene->check;
        sum.deepest = std::max(sum.deepest, check.deepest);
        sum.largest_step = std::max(sum.largest_step, check.largest_step);
        sum.too_deep += check.too_deep;
        sum.too_far += check.too_far;
        sum.swallowed += check.swallowed;
        sum.exact_pairs += check.exact_pairs;
        sum.verdicts += check.verdicts;
        sum.contacts += check.contacts;
        sum.unseen += check.unseen;
    }
    return sum;
}

std::string scene_check_text(const Simulation& simulation) {
    const MotionCheck sum = checks_together(simulation);
    std::string out = fmt::format("{}, deepest {:.4f}, largest step {:.4f}: ",
                                  counted(sum.exact_pairs, "exact verdict", "exact verdicts"),
                                  sum.deepest, sum.largest_step);
    const std::string unseen = sum.unseen == 0
                                   ? ""
                                   : fmt::format("; {} shallower than a pixel not seen",
                                                 counted(sum.unseen, "overlap", "overlaps"));
    if (sum.differences() == 0) {
        return out + "nothing passes through anything, no differences" + unseen;
    }
    return out + fmt::format("{} too deep, {} moved too far, {} swallowed, {} and {} that differ",
                             sum.too_deep, sum.too_far, sum.swallowed,
                             counted(sum.verdicts, "verdict", "verdicts"),
                             counted(sum.contacts, "list of contacts", "lists of contacts"));
}

Json json_check(const std::optional<MotionCheck>& check) {
    if (!check) {
        return nullptr;
    }
    return {{"deepest", check->deepest},
            {"largest_step", check->largest_step},
            {"too_deep", check->too_deep},
            {"too_far", check->too_far},
            {"swallowed", check->swallowed},
            {"exact_pairs", check->exact_pairs},
            {"verdict_differences", check->verdicts},
            {"contact_differences", check->contacts},
            {"unseen_overlaps", check->unseen}};
}

/// Where impulses answer contacts: from the first frame to the last.
std::string energy_text(const Simulation& simulation) {
    const auto first = simulation.frames.front().scene->energy;
    const auto last = simulation.frames.back().scene->energy;
    return first && last
               ? fmt::format("\nenergy       {:.4g} at first, {:.4g} at last\n", *first, *last)
               : "";
}

} // namespace

std::string scene_text(const Simulation& simulation) {
    FrameTable table(simulation);
    table.add_count("bodies", [](const auto& frame) { return frame.scene->bodies; });
    table.add_count("triangles", [](const auto& frame) { return frame.scene->triangles; });
    table.add_count("splits", [](const auto& frame) { return frame.scene->splits; });
    table.add_count("candidates", [](const auto& frame) { return frame.candidates; });
    table.add_count("touching", [](const auto& frame) { return frame.scene->touching; });
    table.add_count("crossing", [](const auto& frame) { return frame.scene->crossing; });
    table.add_count("triangle pairs", [](const auto& f) { return f.scene->triangle_pairs; });
    table.add_milliseconds("contacts ms", [](const auto& f) { return f.scene->contacts_ms; });
    table.add_milliseconds("all ms", [](const auto& f) { return f.move_ms; });
    std::string out = "\n" + table.text();
    out += energy_text(simulation);
    if (simulation.verified()) {
        out += fmt::format("\nverified     {}\n", scene_check_text(simulation));
    }
    return out;
}

Json json_scene_frame(const SimulatedFrame& frame, std::size_t index) {
    const SceneFrame& scene = *frame.scene;
    Json out;
    out["frame"] = index;
    out["body_count"] = scene.bodies;
    out["triangles"] = scene.triangles;
    out["vertices"] = scene.vertices;
    out["splits"] = scene.splits;
    out["candidates"] = frame.candidates;
    out["colliding"] = frame.colliding;
    out["touching"] = scene.touching;
    out["crossing"] = scene.crossing;
    out["triangle_pairs"] = scene.triangle_pairs;
    out["largest_step"] = scene.largest_step;
    out["energy"] = scene.energy ? Json(*scene.energy) : Json(nullptr);
    out["momentum"] = scene.momentum ? json_point(*scene.momentum) : Json(nullptr);
    out["check"] = json_check(scene.check);
    out["picture"] = json_file(frame.picture);
    out["hash"] = json_hash(frame.hash);
    out["timings_ms"] = {{"move", frame.move_ms}, {"contacts", scene.contacts_ms}};
    return out;
}

std::string scene_csv(const Simulation& simulation) {
    std::string out = "frame,bodies,triangles,vertices,splits,candidates,colliding,touching,"
                      "crossing,triangle_pairs,largest_step,deepest,differences,hash,move_ms,"
                      "contacts_ms\n";
    for (std::size_t i = 0; i < simulation.frames.size(); ++i) {
        const SimulatedFrame& frame = simulation.frames[i];
        const SceneFrame& scene = *frame.scene;
        out += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", i, scene.bodies,
                           scene.triangles, scene.vertices, scene.splits, frame.candidates,
                           frame.colliding, scene.touching, scene.crossing, scene.triangle_pairs,
                           scene.largest_step,
                           scene.check ? fmt::format("{}", scene.check->deepest) : "",
                           scene.check ? fmt::format("{}", scene.check->differences()) : "",
                           json_hash(frame.hash), frame.move_ms, scene.contacts_ms);
    }
    return out;
}

} // namespace impinge::cli
