// SPDX-License-Identifier: Apache-2.0
#include "map_report.hpp"
#include "sampled_method.hpp"

namespace impinge::cli {
namespace {

using imagespace::ClearancePixels;
using imagespace::ClearanceStatistics;

Json json_pixels(const ClearancePixels& pixels) {
    return {{"a_only", pixels.a_only},
            {"b_only", pixels.b_only},
            {"both", pixels.both},
            {"gap", pixels.gap},
            {"contact", pixels.contact},
            {"overlap", pixels.overlap},
            {"overlapping", pixels.overlapping}};
}

/// Where the pixels are in the world: that of column x and row y, both from 0 at the lower left,
/// has its centre at origin + x * right + y * up, and its ray goes on along the direction.
Json json_window(const raster::View& view) {
    const Vec3d origin = raster::to_world(view, {0.5, 0.5, 0});
    const Vec3d right = view.axis_x * ((view.max_x - view.min_x) / view.width);
    const Vec3d up = view.axis_y * ((view.max_y - view.min_y) / view.height);
    return {{"origin", json_point(origin)},
            {"right", json_point(right)},
            {"up", json_point(up)},
            {"depth", view.far - view.near}};
}

/// What every map has: of a pair, or of a frame.
void add_numbers(Json& out, const MapNumbers& numbers) {
    const ClearanceStatistics& statistics = numbers.statistics;
    out["smallest_gap"] = nullptr;
    out["smallest_gap_at"] = nullptr;
    if (statistics.smallest_gap) {
        out["smallest_gap"] = *statistics.smallest_gap;
        out["smallest_gap_at"] = json_point(statistics.smallest_gap_at);
    }
    out["deepest_overlap"] = statistics.deepest_overlap;
    out["deepest_overlap_at"] = nullptr;
    if (statistics.deepest_overlap > 0) {
        out["deepest_overlap_at"] = json_point(statistics.deepest_overlap_at);
    }
    out["contact_area"] = statistics.contact_area;
    out["overlap_volume"] = statistics.overlap_volume;
    out["overlap_volume_bound"] = statistics.overlap_volume_bound;
    out["pixels"] = json_pixels(statistics.pixels);
    out["pixels_by_layers"] = numbers.pixels_by_layers;
    out["direction"] = json_direction(numbers.view);
    out["window"] = json_window(numbers.view);
    out["surface_error"] = numbers.surface_error;
    out["by_rays"] = numbers.by_rays;
}

void add_rays(Json& out, const std::optional<imagespace::RayComparison>& rays) {
    for (const char* field : {"rays_per_pixel", "compared_pixels", "rms_error", "max_error",
                              "max_error_at", "max_error_pixel"}) {
        out[field] = nullptr;
    }
    if (!rays) {
        return;
    }
    out["rays_per_pixel"] = rays->rays_per_pixel;
    out["compared_pixels"] = rays->pixels;
    if (rays->pixels > 0) {
        out["rms_error"] = rays->rms_error;
        out["max_error"] = rays->max_error;
        out["max_error_at"] = json_point(rays->max_error_at);
        out["max_error_pixel"] = {rays->max_error_x, rays->max_error_y};
    }
}

Json json_file(const std::string& file) { return file.empty() ? Json(nullptr) : Json(file); }

Json json_files(const MapFiles& files) {
    return {{"picture", json_file(files.picture)},
            {"data", json_file(files.data)},
            {"vertices_a", json_file(files.vertices_a)},
            {"vertices_b", json_file(files.vertices_b)},
            {"error_map", json_file(files.error_map)}};
}

Json json_frame(const MapFrame& frame) {
    Json out;
    out["name"] = frame.name;
    add_numbers(out, frame.numbers);
    out["verdict"] = to_string(frame.verdict.interference.verdict);
    out["settled"] = frame.verdict.settled;
    out["renderings"] = frame.verdict.renderings;
    out["draws"] = frame.verdict.draws;
    out["maps_reused"] = frame.verdict.maps_reused;
    out["clearance_maps_reused"] = frame.map_reused_a;
    out["picture"] = json_file(frame.files.picture);
    out["data"] = json_file(frame.files.data);
    out["timings_ms"] = {{"map", frame.map_ms}, {"verdict", frame.verdict_ms}};
    return out;
}

} // namespace

Json map_json(const MapReport& report) {
    Json out = json_document("map");
    out["partial"] = false; // an interrupted one writes nothing
    out["unit"] = json_unit(report.unit);
    out["bodies"] = json_bodies(report.bodies);
    out["certainty"] = to_string(Certainty::Sampled);
    out["device"] = raster::name_of(report.device.kind);
    out["width"] = report.numbers.view.width;
    out["height"] = report.numbers.view.height;
    out["pixel_size"] = report.numbers.pixel_size;
    out["tolerance"] = report.numbers.tolerance;
    add_numbers(out, report.numbers);
    add_rays(out, report.rays);
    out["closest_frame"] = nullptr;
    out["frames"] = nullptr;
    if (!report.frames.empty()) {
        out["closest_frame"] = report.closest_frame;
        out["frames"] = Json::array();
        for (const MapFrame& frame : report.frames) {
            out["frames"].push_back(json_frame(frame));
        }
    }
    out["files"] = json_files(report.files);
    out["timings_ms"] = {{"read", report.read_ms},
                         {"diagnose", report.diagnose_ms},
                         {"map", report.map_ms},
                         {"rays", report.rays_ms},
                         {"total", report.total_ms}};
    return out;
}

} // namespace impinge::cli
