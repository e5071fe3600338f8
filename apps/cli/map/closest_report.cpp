// SPDX-License-Identifier: Apache-2.0
//
// What `impinge map` measured to closest points, as text and as JSON.
#include "map/closest_map.hpp"
#include "output/json_report.hpp"
#include "output/text.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace impinge::cli {
namespace {

std::string area_unit(const ClosestReport& report) {
    return report.scene.unit ? fmt::format("{}^2", unit_suffix(report.scene.unit)) : "";
}

std::size_t contact_index(const ClosestReport& report) {
    return static_cast<std::size_t>(
        std::find(report.thresholds.begin(), report.thresholds.end(), report.tolerance) -
        report.thresholds.begin());
}

std::string side_text(const ClosestReport& report, std::size_t side) {
    const Nearness& whole = report.nearness.at(side).whole;
    std::string out = fmt::format("{} to {}\n", printable(report.scene.bodies[side].name),
                                  printable(report.scene.bodies[1 - side].name));
    if (whole.deepest_vertex) {
        out += fmt::format("  {} {:.6g}{} at {} (vertex {})\n",
                           whole.deepest < 0 ? "deepest " : "nearest ", whole.deepest,
                           unit_suffix(report.scene.unit), point_text(whole.deepest_at),
                           *whole.deepest_vertex);
    }
    for (std::size_t i = 0; i < report.thresholds.size(); ++i) {
        out += fmt::format("  below {:<10.6g} {:.6g}{}\n", report.thresholds[i],
                           whole.areas_below[i], area_unit(report));
    }
    out += fmt::format("  of              {:.6g}{} in {}\n", whole.area, area_unit(report),
                       counted(report.nearness.at(side).parts.size(), "part", "parts"));
    if (whole.area_beyond > 0) {
        out += fmt::format("  beyond the border {:.6g}{}, which counts to nothing above\n",
                           whole.area_beyond, area_unit(report));
    }
    return out;
}

Json json_nearness(const Nearness& nearness, const ClosestReport& report) {
    Json out;
    out["triangles"] = nearness.triangles;
    out["area"] = nearness.area;
    out["area_beyond"] = nearness.area_beyond;
    out["contact_area"] = nearness.areas_below[contact_index(report)];
    out["areas_below"] = nearness.areas_below;
    out["deepest"] = nullptr;
    out["deepest_at"] = nullptr;
    out["deepest_vertex"] = nullptr;
    if (nearness.deepest_vertex) {
        out["deepest"] = nearness.deepest;
        out["deepest_at"] = json_point(nearness.deepest_at);
        out["deepest_vertex"] = *nearness.deepest_vertex;
    }
    return out;
}

Json json_side(const ClosestReport& report, std::size_t side) {
    Json out = json_nearness(report.nearness.at(side).whole, report);
    out["parts"] = Json::array();
    for (const Nearness& part : report.nearness.at(side).parts) {
        out["parts"].push_back(json_nearness(part, report));
    }
    return out;
}

} // namespace

std::string closest_text(const ClosestReport& report) {
    std::string out = side_text(report, 0) + side_text(report, 1);
    for (const LoadedBody& body : report.scene.bodies) {
        if (body.known_open()) {
            out += solid_note(body) + ": distances are to its surface, negative behind it\n";
        }
        if (body.diagnosis && !body.diagnosis->oriented()) {
            out += fmt::format("note: {}: neighbouring faces look to different sides: signs near "
                               "them mean nothing\n",
                               printable(body.name));
        }
    }
    for (const std::string& file :
         {report.files.picture, report.files.vertices_a, report.files.vertices_b}) {
        out += file.empty() ? "" : fmt::format("written   {}\n", printable(file));
    }
    return out;
}

std::string closest_json(const ClosestReport& report) {
    Json out = json_document("map-closest");
    out["partial"] = false; // an interrupted one writes nothing
    out["unit"] = json_unit(report.scene.unit);
    out["bodies"] = json_bodies(report.scene.bodies);
    out["preset"] = nullptr;
    if (report.preset != nullptr) {
        out["preset"] = report.preset->name;
    }
    out["tolerance"] = report.tolerance;
    out["thresholds"] = report.thresholds;
    out["surface_a"] = json_side(report, 0);
    out["surface_b"] = json_side(report, 1);
    out["files"] = {{"picture", json_file(report.files.picture)},
                    {"vertices_a", json_file(report.files.vertices_a)},
                    {"vertices_b", json_file(report.files.vertices_b)}};
    out["timings_ms"] = {{"read", report.scene.read_ms},
                         {"diagnose", report.scene.diagnose_ms},
                         {"map", report.map_ms},
                         {"total", report.total_ms}};
    return json_text(out);
}

} // namespace impinge::cli
