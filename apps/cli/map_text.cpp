// SPDX-License-Identifier: Apache-2.0
#include "console.hpp"
#include "map_report.hpp"
#include "text_table.hpp"

#include <fmt/format.h>

namespace impinge::cli {
namespace {

std::string place(Vec3d point) {
    return fmt::format("{:.6g} {:.6g} {:.6g}", point.x, point.y, point.z);
}

/// " mm^2" for a power of 2.
std::string unit_power(const MapReport& report, int power) {
    return report.unit ? fmt::format("{}^{}", unit_suffix(report.unit), power) : "";
}

std::string gap_text(const MapReport& report) {
    const auto& statistics = report.numbers.statistics;
    return statistics.smallest_gap
               ? fmt::format("smallest {:.6g}{} at {}", *statistics.smallest_gap,
                             unit_suffix(report.unit), place(statistics.smallest_gap_at))
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
                          unit_suffix(report.unit), place(statistics.deepest_overlap_at));
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
        unit_suffix(report.unit), pixels.overlapping, pixels.a_only,
        printable(report.bodies[0].name), pixels.b_only, printable(report.bodies[1].name));
}

std::string rays_text(const imagespace::RayComparison& rays, const MapReport& report) {
    if (rays.pixels == 0) {
        return "no pixel lies in both bodies for all rays";
    }
    return fmt::format("{} in each of {}: RMS error {:.4g}{}, largest {:.4g} at {}",
                       rays.rays_per_pixel, counted(rays.pixels, "pixel", "pixels"), rays.rms_error,
                       unit_suffix(report.unit), rays.max_error, place(rays.max_error_at));
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

} // namespace

MapNumbers numbers_of(const imagespace::ClearanceMap& map) {
    return {map.view,          map.pixel_size, map.tolerance, map.statistics, map.pixels_by_layers,
            map.surface_error, map.by_rays};
}

std::string map_facts(const MapNumbers& numbers, const MapReport& report) {
    const Vec3d along = numbers.view.axis_z + Vec3d{};
    const std::string drawn = fmt::format("drawn by {}", raster::name_of(report.device.kind));
    return fmt::format("{} x {} pixels of {:.4g}{}, looking along ({:.3g}, {:.3g}, {:.3g}), "
                       "{} within {:.2g}{}",
                       numbers.view.width, numbers.view.height, numbers.pixel_size,
                       unit_suffix(report.unit), along.x, along.y, along.z,
                       numbers.by_rays ? "by rays in double precision" : drawn,
                       numbers.surface_error, unit_suffix(report.unit));
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
                       unit_power(report, 2), numbers.tolerance, unit_suffix(report.unit));
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

} // namespace impinge::cli
