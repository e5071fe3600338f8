// SPDX-License-Identifier: Apache-2.0
#include "diagnose_report.hpp"

namespace impinge::cli {
namespace {

Json json_offender(const Defect& defect, const Rigid& pose) {
    Json points = Json::array();
    for (const Vec3d& position : defect.positions) {
        points.push_back(json_point(apply(pose, position)));
    }
    return {{"triangles", defect.triangles},
            {"vertices", defect.vertices},
            {"positions", std::move(points)}};
}

Json json_finding(std::string_view kind, std::size_t count, const Advice& advice, Json first) {
    return {{"kind", kind},
            {"count", count},
            {"meaning", advice.meaning},
            {"remedy", advice.remedy},
            {"first", std::move(first)}};
}

Json json_defects(const DiagnosedBody& diagnosed) {
    Json out = Json::array();
    for (std::size_t index = 0; index < defect_kind_count; ++index) {
        const auto kind = static_cast<DefectKind>(index);
        if (diagnosed.defects->total(kind) == 0) {
            continue;
        }
        Json first = Json::array();
        for (const Defect& defect : diagnosed.defects->list) {
            if (defect.kind == kind) {
                first.push_back(json_offender(defect, diagnosed.body.pose));
            }
        }
        out.push_back(json_finding(to_string(kind), diagnosed.defects->total(kind), advice_on(kind),
                                   std::move(first)));
    }
    const Diagnosis& diagnosis = *diagnosed.body.diagnosis;
    if (diagnosis.closed() && diagnosis.oriented() && !diagnosis.encloses_volume) {
        out.push_back(json_finding("no_volume", 1, advice_on_no_volume(), Json::array()));
    }
    if (diagnosis.inside_out) {
        out.push_back(json_finding("inside_out", 1, advice_on_inside_out(), Json::array()));
    }
    return out;
}

Json json_self(const DiagnosedBody& diagnosed) {
    if (!diagnosed.self) {
        return nullptr;
    }
    const SelfIntersections& self = *diagnosed.self;
    Json first = Json::array();
    for (std::size_t i = 0; i < diagnosed.self_places.size(); ++i) {
        first.push_back({{"triangles", {self.pairs[i].a, self.pairs[i].b}},
                         {"kind", to_string(self.pairs[i].kind)},
                         {"near", json_point(diagnosed.self_places[i])}});
    }
    return {{"triangle_pairs", self.pairs.size()},
            {"touching_pairs", self.touching_pairs},
            {"first", std::move(first)}};
}

} // namespace

Json diagnose_json(const DiagnoseReport& report) {
    Json out = json_document("diagnose");
    const bool sound = report.sound_bodies() == report.bodies.size();
    out["sound"] = sound && report.partial ? Json(nullptr) : Json(sound);
    out["partial"] = report.partial;
    out["unit"] = json_unit(report.unit);
    out["bodies"] = Json::array();
    for (const DiagnosedBody& diagnosed : report.bodies) {
        Json body = json_bodies(std::span(&diagnosed.body, 1)).front();
        body["sound"] = diagnosed.sound();
        body["area"] = diagnosed.measures.area;
        body["volume"] = nullptr;
        if (diagnosed.volume) {
            body["volume"] = *diagnosed.volume;
        }
        body["signed_volume"] = nullptr;
        if (diagnosed.body.diagnosis->solid()) {
            body["signed_volume"] = diagnosed.measures.volume;
        }
        body["defects"] = json_defects(diagnosed);
        body["self_intersections"] = json_self(diagnosed);
        out["bodies"].push_back(std::move(body));
    }
    out["examined"] = {{"bodies", report.bodies.size()}};
    out["timings_ms"] = {{"read", report.read_ms},
                         {"diagnose", report.diagnose_ms},
                         {"self", report.self_ms},
                         {"total", report.total_ms}};
    return out;
}

} // namespace impinge::cli
