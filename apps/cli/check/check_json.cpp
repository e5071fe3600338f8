// SPDX-License-Identifier: Apache-2.0
#include "check/check_json.hpp"

#include "check/examination.hpp"
#include "io/text_output.hpp"
#include "sampled/edge_rays.hpp"
#include "sampled/sampled_json.hpp"

#include <fmt/core.h>
#include <map>
#include <nlohmann/json.hpp>

namespace impinge::cli {
namespace {

/// Clearance and distance, null where none was asked for or none is within it.
void add_nearest(Json& out, const Examination& examination, const AssemblyPair& pair) {
    for (const char* field :
         {"clearance", "too_near", "distance", "point_a", "point_b", "triangle_a", "triangle_b"}) {
        out[field] = nullptr;
    }
    if (examination.wants_clearance(pair)) {
        out["clearance"] = pair.clearance;
        out["too_near"] = is_too_near(pair);
    }
    if (pair.nearest && std::isfinite(pair.nearest->distance)) {
        out["distance"] = pair.nearest->distance;
        out["point_a"] = json_point(pair.nearest->point_a);
        out["point_b"] = json_point(pair.nearest->point_b);
        out["triangle_a"] = pair.nearest->triangle_a;
        out["triangle_b"] = pair.nearest->triangle_b;
    }
}

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

Json json_depth(const RegionDepth& depth) {
    return {{"depth", depth.depth},
            {"at_most", depth.at_most},
            {"point", json_point(depth.point)},
            {"surface_point", json_point(depth.surface_point)}};
}

Json json_region(const OverlapRegion& region) {
    return {{"volume", region.volume},
            {"volume_error", region.volume_error},
            {"centroid", json_point(region.centroid)},
            {"box_min", json_point(region.box.min)},
            {"box_max", json_point(region.box.max)},
            {"area_a", region.area_a},
            {"area_b", region.area_b},
            {"triangles_a", region.triangles_a.size()},
            {"triangles_b", region.triangles_b.size()},
            {"a_in_b", json_depth(region.a_in_b)},
            {"b_in_a", json_depth(region.b_in_a)}};
}

/// How much the bodies overlap; null where it was not asked for or they do not interfere.
void add_overlap(Json& out, const Examination& examination, const AssemblyPair& pair) {
    out["within_tolerance"] = nullptr;
    if (examination.tolerance) {
        out["within_tolerance"] = is_within_tolerance(examination, pair);
    }
    out["overlap"] = nullptr;
    const PairMeasure* measure = measure_of(examination, pair);
    if (measure == nullptr || measure->overlap.partial) {
        return;
    }
    const Overlap& overlap = measure->overlap;
    Json& told = out["overlap"];
    told["measurable"] = to_string(overlap.measurable);
    told["reasons"] = overlap.reasons;
    for (const char* field : {"volume", "area_a", "area_b", "depth"}) {
        told[field] = nullptr;
    }
    told["regions"] = Json::array();
    if (overlap.measurable != Measurable::Yes) {
        return;
    }
    told["volume"] = overlap.volume;
    told["area_a"] = overlap.area_a;
    told["area_b"] = overlap.area_b;
    const RegionDepth* deepest = measure->deepest();
    told["depth"] = deepest != nullptr ? deepest->depth : 0;
    for (const OverlapRegion& region : overlap.regions) {
        told["regions"].push_back(json_region(region));
    }
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
    out["device"] = sampled ? sampled->device() : "cpu";
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
    add_overlap(out, examination, pair);
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
    out["counts"] = json_counts(counts);
    out["too_near_pairs"] = counts.too_near;
    out["tolerance"] = nullptr;
    if (examination.tolerance) {
        out["tolerance"] = *examination.tolerance;
    }
    out["within_tolerance_pairs"] = counts.within_tolerance;
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

namespace {

constexpr const char* header =
    "a,b,verdict,compared,crossing_pairs,touching_pairs,clearance,distance,"
    "point_a_x,point_a_y,point_a_z,point_b_x,point_b_y,point_b_z,triangle_a,triangle_b,unit,"
    "decision\n";

std::string nearest_fields(const std::optional<Distance>& nearest) {
    if (!nearest) {
        return ",,,,,,,,";
    }
    const Vec3d& a = nearest->point_a;
    const Vec3d& b = nearest->point_b;
    return fmt::format("{},{},{},{},{},{},{},{},{}", nearest->distance, a.x, a.y, a.z, b.x, b.y,
                       b.z, nearest->triangle_a, nearest->triangle_b);
}

/// What is added to the header if overlaps were measured.
constexpr const char* overlap_header =
    ",overlap_volume,overlap_area_a,overlap_area_b,regions,depth,depth_at_most,"
    "deepest_x,deepest_y,deepest_z,within_tolerance\n";

std::string overlap_fields(const Examination& examination, const AssemblyPair& pair) {
    const PairMeasure* measure = measure_of(examination, pair);
    const char* within = !examination.tolerance                   ? ""
                         : is_within_tolerance(examination, pair) ? "true"
                                                                  : "false";
    if (measure == nullptr || measure->overlap.measurable != Measurable::Yes) {
        return fmt::format(",,,,,,,,,,{}", within);
    }
    const Overlap& overlap = measure->overlap;
    const RegionDepth* deepest = measure->deepest();
    const RegionDepth none;
    const RegionDepth& depth = deepest != nullptr ? *deepest : none;
    return fmt::format(",{},{},{},{},{},{},{},{},{},{}", overlap.volume, overlap.area_a,
                       overlap.area_b, overlap.regions.size(), depth.depth, depth.at_most,
                       depth.point.x, depth.point.y, depth.point.z, within);
}

constexpr const char* edge_ray_header =
    "a,b,verdict,certainty,decided_by,edge_points_a,edge_points_b,pixel_size,unit\n";

template <typename Number> std::string number_text(std::optional<Number> number) {
    return number ? fmt::format("{}", *number) : "";
}

/// Of a pair that edge rays were asked about. Without a verdict if they could not tell.
std::string edge_ray_row(const Examination& examination, const AssemblyPair& pair) {
    const MethodAnswer* answer = sampled_answer(examination, pair);
    const bool told = answer == nullptr || !answer->could_not_tell();
    const EdgeRayShare share = answer != nullptr ? *answer->edge_rays : EdgeRayShare{};
    const auto pixel_size = answer != nullptr ? answer->pixel_size() : std::nullopt;
    return fmt::format(
        "{},{},{},{},{},{},{},{},{}\n", csv_field(examination.bodies[pair.a].name),
        csv_field(examination.bodies[pair.b].name),
        told ? to_string(pair.interference.verdict) : "", to_string(pair.interference.certainty),
        answer != nullptr ? to_string(share.decided_by) : "boxes", number_text(share.points_of_a),
        number_text(share.points_of_b), number_text(pixel_size),
        examination.unit ? to_string(*examination.unit) : "");
}

std::string edge_ray_csv(const Examination& examination, Listed listed) {
    std::string out = edge_ray_header;
    for_each_pair(examination, listed,
                  [&](const AssemblyPair& pair) { out += edge_ray_row(examination, pair); });
    return out;
}

} // namespace

std::string check_csv(const Examination& examination, Listed listed) {
    if (examination.sampled) { // of the others only edge rays write rows
        return edge_ray_csv(examination, listed);
    }
    const char* unit = examination.unit ? to_string(*examination.unit) : "";
    std::string out = header;
    if (examination.measured) {
        out.pop_back();
        out += overlap_header;
    }
    for_each_pair(examination, listed, [&](const AssemblyPair& pair) {
        const Interference& result = pair.interference;
        const Verdict verdict =
            is_within_tolerance(examination, pair) ? Verdict::Touching : result.verdict;
        out += fmt::format(
            "{},{},{},{},{},{},{},{},{},{}{}\n", csv_field(examination.bodies[pair.a].name),
            csv_field(examination.bodies[pair.b].name), to_string(verdict),
            to_string(result.compared), result.crossing_pairs, result.touching_pairs,
            examination.wants_clearance(pair) ? fmt::format("{}", pair.clearance) : "",
            nearest_fields(pair.nearest), unit, to_string(result.decision),
            examination.measured ? overlap_fields(examination, pair) : "");
    });
    return out;
}

} // namespace impinge::cli
