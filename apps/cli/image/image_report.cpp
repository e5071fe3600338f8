// SPDX-License-Identifier: Apache-2.0
#include "image/image_report.hpp"

#include "input/input.hpp"
#include "output/json_report.hpp"
#include "output/text.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace impinge::cli {
namespace {

bool is_perspective(const ImageReport& report) {
    return report.view.projection == raster::Projection::Perspective;
}

/// "1: 20 pixels, 2: 400 pixels", the first few of them.
std::string stencil_text(const PlaneStatistics& statistics) {
    constexpr int most = 8;
    std::string out;
    int told = 0;
    for (const auto& [value, pixels] : statistics.stencil) {
        if (told++ == most) {
            return out + ", ...";
        }
        out += out.empty() ? "" : ", ";
        out += fmt::format("{}: {}", value, counted(pixels, "pixel", "pixels"));
    }
    return out;
}

Json json_extent(const std::optional<Extent>& extent) {
    if (!extent) {
        return nullptr;
    }
    return {{"min", extent->min}, {"max", extent->max}};
}

Json json_stencil(const PlaneStatistics& statistics) {
    Json values = Json::array();
    for (const auto& [value, pixels] : statistics.stencil) {
        values.push_back({{"value", value}, {"pixels", pixels}});
    }
    return values;
}

Json json_ids(const PlaneStatistics& statistics) {
    Json bodies = Json::array();
    for (const auto& [body, pixels] : statistics.ids) {
        bodies.push_back({{"body", body}, {"pixels", pixels}});
    }
    return bodies;
}

Json json_statistics(const ImageReport& report) {
    const PlaneStatistics& statistics = report.statistics;
    Json out;
    out["covered_pixels"] = statistics.covered;
    out["depth"] = json_extent(statistics.depth);
    out["distance"] = json_extent(statistics.distance);
    out["stencil"] = json_stencil(statistics);
    out["ids"] = json_ids(statistics);
    out["ids2"] = {{"kind", report.pass->second_id}, {"distinct", statistics.distinct_ids2}};
    return out;
}

} // namespace

std::string image_facts(const ImageReport& report) {
    const Vec3d along = report.view.axis_z;
    return fmt::format("{} x {} pixels of {:.4g}{}{}, looking along ({:.3g}, {:.3g}, {:.3g}), "
                       "drawn by {}",
                       report.view.width, report.view.height, raster::pixel_size(report.view),
                       unit_suffix(report.scene.unit),
                       is_perspective(report) ? " at the far end, in perspective" : "", along.x,
                       along.y, along.z, raster::to_string(report.device.kind));
}

std::string image_text(const ImageReport& report) {
    const PlaneStatistics& statistics = report.statistics;
    std::string out = fmt::format("{}  pass {}, plane {}\n", printable(report.file),
                                  report.pass->name, to_string(report.plane));
    out += fmt::format("view      {}\n", image_facts(report));
    out += fmt::format("covered   {}\n", counted(statistics.covered, "pixel", "pixels"));
    if (statistics.covered == 0) {
        return out;
    }
    out += fmt::format("distance  {:.6g} to {:.6g}{}\n", statistics.distance->min,
                       statistics.distance->max, unit_suffix(report.scene.unit));
    out += fmt::format("stencil   {}\n", stencil_text(statistics));
    return out + fmt::format("ids       {}, {}\n", counted(statistics.ids.size(), "body", "bodies"),
                             counted(statistics.distinct_ids2, report.pass->second_id,
                                     std::string(report.pass->second_id) + "s"));
}

std::string image_json(const ImageReport& report) {
    Json out = json_document("image");
    out["partial"] = false; // an interrupted one writes nothing
    out["unit"] = json_unit(report.scene.unit);
    out["bodies"] = json_bodies(report.scene.bodies);
    out["pass"] = report.pass->name;
    out["plane"] = to_string(report.plane);
    out["device"] = raster::to_string(report.device.kind);
    out["projection"] = is_perspective(report) ? "perspective" : "orthographic";
    out["direction"] = json_point(report.view.axis_z);
    out["width"] = report.view.width;
    out["height"] = report.view.height;
    out["pixel_size"] = raster::pixel_size(report.view);
    out["statistics"] = json_statistics(report);
    out["file"] = report.file;
    out["timings_ms"] = {
        {"read", report.scene.read_ms}, {"draw", report.draw_ms}, {"total", report.total_ms}};
    return json_text(out);
}

} // namespace impinge::cli
