// SPDX-License-Identifier: Apache-2.0
#include "map/map_report.hpp"

#include "output/json_report.hpp"
#include "output/text.hpp"
#include "sampled/sampled_json.hpp"

#include <fmt/core.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace impinge::cli {
namespace {

using imagespace::ClearancePixels;
using imagespace::ClearanceStatistics;

std::string place(Vec3d point) {
    return fmt::format("{:.6g} {:.6g} {:.6g}", point.x, point.y, point.z);
}

/// " mm^2" for a power of 2.
std::string unit_power(const MapReport& report, int power) {
    return report.scene.unit ? fmt::format("{}^{}", unit_suffix(report.scene.unit), power) : "";
}

std::string gap_text(const MapReport& report) {
    const auto& statistics = report.numbers.statistics;
    return statistics.smallest_gap
               ? fmt::format("smallest {:.6g}{} at {}", *statistics.smallest_gap,
                             unit_suffix(report.scene.unit), place(statistics.smallest_gap_at))
               : "none";
}

std::string volume_text(const MapReport& report) {
    const auto& statistics = report.numbers.statistics;
    return fmt::format("{:.6g}{}, within {:.3g}", statistics.overlap_volume, unit_power(report, 3),
                       statistics.overlap_volume_bound);
}

/// What the pixels miss may still be there: a bound that is not zero is always stated.
std::string overlap_text(const MapReport& report) {
    const auto& statistics = report.numbers.statistics;
    const std::string deepest =
        statistics.deepest_overlap == 0
            ? "none at any pixel"
            : fmt::format("deepest {:.6g}{} at {}", statistics.deepest_overlap,
                          unit_suffix(report.scene.unit), place(statistics.deepest_overlap_at));
    const bool has_volume = statistics.deepest_overlap > 0 || statistics.overlap_volume_bound > 0;
    return has_volume ? fmt::format("{}\nvolume    {}", deepest, volume_text(report))
                      : std::string("none");
}

/// Deeper than the tolerance and at all are two numbers.
std::string pixels_text(const MapReport& report) {
    const imagespace::ClearancePixels& pixels = report.numbers.statistics.pixels;
    return fmt::format(
        "{} of both: {} gap, {} contact, {} overlap by more than {:.4g}{} ({} by any "
        "amount); {} of {} only, {} of {} only",
        pixels.both, pixels.gap, pixels.contact, pixels.overlap, report.numbers.tolerance,
        unit_suffix(report.scene.unit), pixels.overlapping, pixels.a_only,
        printable(report.scene.bodies[0].name), pixels.b_only,
        printable(report.scene.bodies[1].name));
}

std::string rays_text(const imagespace::RayComparison& rays, const MapReport& report) {
    if (rays.pixels == 0) {
        return "no pixel lies in both bodies for all rays";
    }
    return fmt::format("{} in each of {}: RMS error {:.4g}{}, largest {:.4g} at {}",
                       rays.rays_per_pixel, counted(rays.pixels, "pixel", "pixels"), rays.rms_error,
                       unit_suffix(report.scene.unit), rays.max_error, place(rays.max_error_at));
}

std::string written_text(const MapFiles& files) {
    std::string out;
    for (const std::string* file :
         {&files.picture, &files.data, &files.vertices_a, &files.vertices_b, &files.error_map}) {
        out += file->empty() ? "" : (out.empty() ? "" : ", ") + printable(*file);
    }
    return out;
}

std::string frames_table(const MapReport& report) {
    TextTable table({{"frame"},
                     {"smallest gap", Align::Right},
                     {"deepest overlap", Align::Right},
                     {"contact area", Align::Right},
                     {"verdict"},
                     {"renderings", Align::Right},
                     {"maps of A"}});
    for (const MapFrame& frame : report.frames) {
        const auto& statistics = frame.numbers.statistics;
        const bool untold = !frame.verdict.settled;
        table.add({printable(frame.name),
                   statistics.smallest_gap ? fmt::format("{:.5g}", *statistics.smallest_gap) : "-",
                   fmt::format("{:.5g}", statistics.deepest_overlap),
                   fmt::format("{:.5g}", statistics.contact_area),
                   untold ? "could not tell" : to_string(frame.verdict.interference.verdict),
                   std::to_string(frame.verdict.renderings),
                   frame.verdict.maps_reused  ? "kept"
                   : frame.verdict.draws == 0 ? "-"
                                              : "drawn"});
    }
    return table.text();
}

/// How many frames took how many renderings.
std::string renderings_text(const MapReport& report) {
    std::size_t none = 0;
    std::size_t one = 0;
    std::size_t two = 0;
    std::size_t more = 0;
    for (const MapFrame& frame : report.frames) {
        const unsigned renderings = frame.verdict.renderings;
        ++(renderings == 0 ? none : renderings == 1 ? one : renderings == 2 ? two : more);
    }
    return fmt::format("{}: {} without rendering, {} with one, {} with two, {} with more",
                       counted(report.frames.size(), "frame", "frames"), none, one, two, more);
}

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

bool comes_closer(const ClearanceStatistics& a, const ClearanceStatistics& b) {
    if (a.deepest_overlap != b.deepest_overlap) {
        return a.deepest_overlap > b.deepest_overlap;
    }
    constexpr double none = std::numeric_limits<double>::infinity();
    return a.smallest_gap.value_or(none) < b.smallest_gap.value_or(none);
}

MapNumbers numbers_of(const imagespace::ClearanceMap& map) {
    return {map.view,          map.pixel_size, map.tolerance, map.statistics, map.pixels_by_layers,
            map.surface_error, map.by_rays};
}

std::string map_facts(const MapNumbers& numbers, const MapReport& report) {
    const Vec3d along = numbers.view.axis_z + Vec3d{};
    const std::string drawn = fmt::format("drawn by {}", raster::to_string(report.device.kind));
    return fmt::format("{} x {} pixels of {:.4g}{}, looking along ({:.3g}, {:.3g}, {:.3g}), "
                       "{} within {:.2g}{}",
                       numbers.view.width, numbers.view.height, numbers.pixel_size,
                       unit_suffix(report.scene.unit), along.x, along.y, along.z,
                       numbers.by_rays ? "by rays in double precision" : drawn,
                       numbers.surface_error, unit_suffix(report.scene.unit));
}

std::string map_text(const MapReport& report) {
    const MapNumbers& numbers = report.numbers;
    std::string out;
    if (!report.frames.empty()) {
        out += frames_table(report);
        out += fmt::format("\n{}\n\nclosest in {}\n", renderings_text(report),
                           printable(report.frames[report.closest_frame].name));
    }
    out += fmt::format("view      {}\n", map_facts(numbers, report));
    out += fmt::format("pixels    {}\n", pixels_text(report));
    out += fmt::format("gap       {}\n", gap_text(report));
    out += fmt::format("overlap   {}\n", overlap_text(report));
    out += fmt::format("contact   {:.6g}{} nearer than {:.4g}{}\n", numbers.statistics.contact_area,
                       unit_power(report, 2), numbers.tolerance, unit_suffix(report.scene.unit));
    if (report.rays) {
        out += fmt::format("rays      {}\n", rays_text(*report.rays, report));
    }
    if (numbers.by_rays) {
        out += "note: the bodies are more than a million times larger than a pixel: floats would "
               "not do, so nothing was drawn\n";
    }
    const std::string written = written_text(report.files);
    return out + (written.empty() ? "" : fmt::format("written   {}\n", written));
}

std::string map_json(const MapReport& report) {
    Json out = json_document("map");
    out["partial"] = false; // an interrupted one writes nothing
    out["unit"] = json_unit(report.scene.unit);
    out["bodies"] = json_bodies(report.scene.bodies);
    out["certainty"] = to_string(Certainty::Sampled);
    out["device"] = raster::to_string(report.device.kind);
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
    out["timings_ms"] = {{"read", report.scene.read_ms},
                         {"diagnose", report.scene.diagnose_ms},
                         {"map", report.map_ms},
                         {"rays", report.rays_ms},
                         {"total", report.total_ms}};
    return json_text(out);
}

} // namespace impinge::cli
