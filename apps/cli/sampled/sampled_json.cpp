// SPDX-License-Identifier: Apache-2.0
#include "sampled/sampled_json.hpp"

#include "sampled/edge_rays.hpp"

#include <nlohmann/json.hpp>

namespace impinge::cli {
namespace {

using imagespace::EdgeRayAlgorithm;
using imagespace::EdgeRays;

Json json_unsound(std::span<const imagespace::UnsoundBody> unsound) {
    Json out = Json::array();
    for (const imagespace::UnsoundBody& body : unsound) {
        out.push_back({{"body", body.body}, {"fault", to_string(body.fault)}, {"rays", body.rays}});
    }
    return out;
}

Json json_work(const imagespace::EdgeRayWork& work) {
    return {{"windows", work.windows},         {"layers", work.layers},
            {"rounds", work.rounds},           {"draws", work.draws},
            {"edge_points", work.edge_points}, {"hidden_points", work.hidden_points},
            {"read_backs", work.read_backs},   {"refinements", work.refinements},
            {"asked_exact", work.asked_exact}};
}

Json json_crossings(std::span<const NamedCrossing> crossings) {
    Json out = Json::array();
    for (const NamedCrossing& named : crossings) {
        const imagespace::EdgeCrossing& crossing = named.crossing;
        out.push_back({{"body", crossing.body},
                       {"edge", named.corners},
                       {"triangle", crossing.triangle},
                       {"position", json_point(crossing.position)},
                       {"normal", json_point(crossing.normal + Vec3d{})}}); // no negative zeros
    }
    return out;
}

} // namespace

Json json_stage_pixels(std::span<const StagePixels> stages) {
    Json out = Json::object();
    for (const StagePixels& stage : stages) {
        out[stage.stage] = stage.pixels;
    }
    return out;
}

Json json_direction(const raster::View& view) { return json_point(view.axis_z + Vec3d{}); }

Json json_peeling(const imagespace::PeelingReport& report, const Interference& found) {
    return {{"candidates", report.candidates},
            {"triangle_pairs", found.pairs.size()},
            {"touching_pairs", found.touching_pairs},
            {"layers", report.layers},
            {"stages", report.stages},
            {"epsilon", report.epsilon},
            {"timings_ms",
             {{"boxes", report.milliseconds.boxes},
              {"device", report.milliseconds.device},
              {"read_back", report.milliseconds.read_back},
              {"proof", report.milliseconds.proof},
              {"total", report.milliseconds.total}}}};
}

Json json_edge_rays(const EdgeRays& rays, EdgeRayAlgorithm algorithm) {
    Json out;
    out["algorithm"] = static_cast<int>(algorithm);
    out["interference"] = rays.interference;
    out["penetrating"] = nullptr;
    if (algorithm != EdgeRayAlgorithm::Detect) {
        out["penetrating"] = rays.penetrating_bodies;
    }
    out["penetrated"] = nullptr;
    if (names_penetrated(algorithm)) {
        out["penetrated"] = rays.penetrated_bodies;
    }
    out["unsound"] = json_unsound(rays.unsound);
    out["pixel_size"] = nullptr;
    if (rays.pixel_size > 0) {
        out["pixel_size"] = rays.pixel_size;
    }
    out["surface_error"] = rays.surface_error;
    out["edge_offset"] = rays.edge_offset;
    out["work"] = json_work(rays.work);
    return out;
}

void add_edge_ray_share(Json& out, const EdgeRayShare& share,
                        const imagespace::EdgeRayOptions& asked) {
    if (share.points_of_a) {
        out["edge_points_a"] = *share.points_of_a;
        out["edge_points_b"] = *share.points_of_b;
    }
    out["decided_by"] = to_string(share.decided_by);
    if (asked.localisation == imagespace::Localisation::Crossings) {
        out["crossings"] = json_crossings(share.crossings);
    }
}

} // namespace impinge::cli
