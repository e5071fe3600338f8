// SPDX-License-Identifier: Apache-2.0
#include "check/check_json.hpp"

#include "check/examination.hpp"
#include "check/measure_json.hpp"
#include "sampled/edge_rays.hpp"
#include "sampled/sampled_json.hpp"

#include <fmt/core.h>
#include <map>
#include <nlohmann/json.hpp>

namespace impinge::cli {
namespace {

/// What a sampled method says of a pair; null where another settled it.
void add_sampled(Json& out, const Examination& examination, const MethodAnswer* answer) {
    for (const char* field :
         {"pixel_size", "surface_error", "direction", "settled", "overlapping_pixels",
          "pixels_by_stage", "renderings", "edge_points_a", "edge_points_b", "decided_by",
          "crossings", "peeling"}) {
        out[field] = nullptr;
    }
    if (answer == nullptr) {
        return;
    }
    if (const auto pixel_size = answer->pixel_size()) {
        out["pixel_size"] = *pixel_size;
    }
    out["settled"] = answer->settled;
    if (answer->edge_rays) {
        add_edge_ray_share(out, *answer->edge_rays, examination.sampled->request.edge_rays);
        return;
    }
    if (answer->peeling) {
        if (!answer->views.empty()) {
            out["direction"] = json_direction(answer->views.front());
        }
        out["peeling"] = json_peeling(*answer->peeling, answer->interference);
        return;
    }
    if (!answer->views.empty()) {
        out["direction"] = json_direction(answer->views.front());
        out["surface_error"] = answer->surface_error;
    }
    out["overlapping_pixels"] = answer->overlapping_pixels;
    out["pixels_by_stage"] = json_stage_pixels(answer->pixels_by_stage);
    out["renderings"] = answer->renderings;
}

Json json_pair(const Examination& examination, const AssemblyPair& pair) {
    const Interference& result = pair.interference;
    const auto& sampled = examination.sampled;
    Json out;
    out["a"] = pair.a;
    out["b"] = pair.b;
    out["verdict"] = nullptr;
    if (!could_not_tell(examination, pair)) {
        out["verdict"] =
            to_string(is_within_tolerance(examination, pair) ? Verdict::Touching : result.verdict);
    }
    out["certainty"] = to_string(result.certainty);
    out["compared"] = to_string(result.compared);
    out["decision"] = could_not_tell(examination, pair) ? "could_not_tell"
                      : !is_decided(result)             ? to_string(Decision::Cancelled)
                                                        : to_string(result.decision);
    out["winding_number_a_in_b"] = nullptr;
    out["winding_number_b_in_a"] = nullptr;
    if (const PairAdvice* advice = advice_on(examination, pair)) {
        if (advice->containment.a_in_b) {
            out["winding_number_a_in_b"] = *advice->containment.a_in_b;
        }
        if (advice->containment.b_in_a) {
            out["winding_number_b_in_a"] = *advice->containment.b_in_a;
        }
    }
    out["partial"] = result.partial || (pair.nearest && pair.nearest->partial);
    out["method"] = sampled ? sampled->method() : "exact";
    out["device"] = sampled ? sampled->device() : exact_device_of(examination, pair);
    out["triangle_pairs"] = nullptr;
    out["touching_pairs"] = nullptr;
    if (result.certainty == Certainty::Exact) {
        out["triangle_pairs"] = result.crossing_pairs + result.touching_pairs;
        out["touching_pairs"] = result.touching_pairs;
    }
    out["curves"] = nullptr;
    if (examination.detail == Detail::Curves) {
        out["curves"] = result.curves.size();
    }
    add_nearest(out, examination, pair);
    out["histogram"] = json_histogram(examination, pair);
    add_measures(out, examination, pair);
    const MethodAnswer* answer = sampled_answer(examination, pair);
    add_sampled(out, examination, answer);
    out["candidate_triangle_pairs"] = result.counters.candidate_pairs;
    out["milliseconds"] = nullptr; // edge rays look at all pairs at once
    if (answer == nullptr || !answer->edge_rays) {
        out["milliseconds"] = answer != nullptr ? answer->milliseconds : result.milliseconds.total;
    }
    out["hash"] = json_hash(result.hash);
    return out;
}

/// In the order in which bodies name them.
Json json_groups(std::span<const LoadedBody> bodies) {
    Json out = Json::array();
    std::map<std::string, std::size_t> place;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const std::string& name = bodies[i].group;
        if (name.empty()) {
            continue;
        }
        const auto [known, is_new] = place.emplace(name, out.size());
        if (is_new) {
            out.push_back({{"name", name}, {"members", Json::array()}});
        }
        out[known->second]["members"].push_back(i);
    }
    return out;
}

StageTimes summed_stages(const Examination& examination) {
    StageTimes sum;
    for (const AssemblyPair& pair : examination.answer.pairs) {
        const StageTimes& times = pair.interference.milliseconds;
        sum.world += times.world;
        sum.cull += times.cull;
        sum.bin += times.bin;
        sum.match += times.match;
        sum.prove += times.prove;
        sum.judge += times.judge;
        sum.curves += times.curves;
    }
    return sum;
}

Json json_examined(const Examination& examination) {
    Json out;
    out["bodies"] = examination.bodies.size();
    out["wished_pairs"] = examination.answer.wished_pairs;
    out["ignored_pairs"] = examination.ignored_pairs();
    out["pairs"] = examination.answer.examined_pairs;
    out["settled_by_boxes"] = examination.settled_by_boxes();
    out["candidate_triangle_pairs"] = examination.candidate_triangle_pairs();
    return out;
}

} // namespace

Json json_counts(const VerdictCounts& counts) {
    return {{"apart", counts.apart},           {"touching", counts.touching},
            {"crossing", counts.crossing},     {"a_inside_b", counts.a_inside_b},
            {"b_inside_a", counts.b_inside_a}, {"same", counts.same},
            {"undecided", counts.undecided}};
}

std::string check_json(const Examination& examination, const ReportFacts& facts) {
    const VerdictCounts counts = count_verdicts(examination);
    Json out = json_document("check");
    out["interference"] = nullptr;
    if (facts.interference != Answer::Unknown) {
        out["interference"] = facts.interference == Answer::Yes;
    }
    out["partial"] = examination.partial;
    out["unit"] = json_unit(examination.unit);
    out["bodies"] = json_bodies(examination.bodies);
    out["groups"] = json_groups(examination.bodies);
    out["listed"] = facts.listed == Listed::All ? "all" : "not_apart";
    out["pairs"] = Json::array();
    for_each_pair(examination, facts.listed, [&](const AssemblyPair& pair) {
        out["pairs"].push_back(json_pair(examination, pair));
    });
    out["device_reason"] = json_words(examination.device_reason);
    out["counts"] = json_counts(counts);
    out["too_near_pairs"] = counts.too_near;
    out["tolerance"] = json_optional(examination.measuring.tolerance);
    out["within_tolerance_pairs"] = counts.within_tolerance;
    out["within_facet_error_pairs"] = counts.within_facet_error;
    out["explained_by_facets_pairs"] = nullptr;
    if (examination.measuring.wanted()) {
        out["explained_by_facets_pairs"] = counts.explained_by_facets;
    }
    out["edge_rays"] = nullptr;
    if (const auto& sampled = examination.sampled; sampled && sampled->edge_rays) {
        out["edge_rays"] =
            json_edge_rays(*sampled->edge_rays, sampled->request.edge_rays.algorithm);
    }
    out["examined"] = json_examined(examination);
    out["timings_ms"] = {{"read", examination.read_ms},
                         {"diagnose", examination.diagnose_ms},
                         {"collide", examination.collide_ms},
                         {"total", examination.total_ms},
                         {"stages", json_stages(summed_stages(examination))}};
    out["hash"] = json_hash(examination.answer.hash);
    return json_text(out);
}

} // namespace impinge::cli
