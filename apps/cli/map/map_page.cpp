// SPDX-License-Identifier: Apache-2.0
#include "map/map_page.hpp"

#include "map/map_colours.hpp"
#include "output/picture_style.hpp"
#include "output/text.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace impinge::cli {
namespace {

using imagespace::ClearanceMap;
using imagespace::ClearanceStatistics;
using render::Colour;
using render::Picture;
using render::PixelSize;

std::string unit_of(const MapReport& report) {
    return report.scene.unit ? to_string(*report.scene.unit) : "";
}

/// In Latin-1's own letters for squares and cubes.
std::string with_unit(const std::string& number, const MapReport& report, std::string_view power) {
    return report.scene.unit ? fmt::format("{} {}{}", number, unit_of(report), power) : number;
}

std::string statistics_text(const ClearanceMap& map, const MapReport& report) {
    const ClearanceStatistics& statistics = map.statistics;
    const auto length = [&](double value) {
        return with_unit(fmt::format("{:.3g}", value), report, "");
    };
    std::string out;
    out += "smallest gap " +
           (statistics.smallest_gap ? length(*statistics.smallest_gap) : std::string("none")) +
           "\n";
    out += "deepest overlap " + length(statistics.deepest_overlap) + "\n";
    out += "contact band \u00b1" + length(map.tolerance) + "\n";
    out += "contact area " +
           with_unit(fmt::format("{:.3g}", statistics.contact_area), report, "\u00b2") + "\n";
    out +=
        "overlap volume " + with_unit(fmt::format("{:.3g} \u00b1 {:.2g}", statistics.overlap_volume,
                                                  statistics.overlap_volume_bound),
                                      report, "\u00b3");
    return out;
}

render::Legend legend_of(const MapReport& report) {
    return {.entries = {{only_a_colour, "only " + printable(report.scene.bodies[0].name)},
                        {only_b_colour, "only " + printable(report.scene.bodies[1].name)}},
            .text_size = page_text_size,
            .colour = page_text_colour,
            .max_width = 240};
}

/// A length that is easy to read, at the lower left of the picture.
void draw_scale_bar(Picture& picture, double pixel_size, const MapReport& report) {
    const double widest = picture.width * 0.3 * pixel_size;
    double length = round_above(widest);
    while (length > widest) {
        length = round_above(length * 0.39); // 5 from 10, 2 from 5, 1 from 2
    }
    const double pixels = length / pixel_size;
    const double x = 12;
    const double y = picture.height - 12.0;
    render::draw_line(picture, {x, y}, {x + pixels, y}, {.colour = render::white, .width = 5});
    for (const double end : {x, x + pixels}) {
        render::draw_line(picture, {end, y - 4}, {end, y + 4},
                          {.colour = render::white, .width = 4});
        render::draw_line(picture, {end, y - 4}, {end, y + 4}, {.colour = page_title_colour});
    }
    render::draw_line(picture, {x, y}, {x + pixels, y}, {.colour = page_title_colour, .width = 2});
    render::draw_text(picture, {x + pixels / 2, y - 5},
                      with_unit(fmt::format("{:g}", length), report, ""),
                      {.size = page_text_size,
                       .colour = page_title_colour,
                       .anchor_x = render::AnchorX::Centre,
                       .anchor_y = render::AnchorY::Bottom,
                       .halo = render::white});
}

/// The bar, the legend and the numbers, below each other.
struct Beside {
    ClearanceBar bar;
    render::Legend legend;
    std::string numbers;

    [[nodiscard]] PixelSize size() const {
        const PixelSize bar_room = clearance_bar_size(bar);
        const PixelSize legend_room = render::legend_size(legend);
        const PixelSize text_room = render::text_size(numbers, page_text_size);
        return {std::max({bar_room.width, legend_room.width, text_room.width}),
                bar_room.height + legend_room.height + text_room.height + page_margin};
    }
    void draw(Picture& page, int x, int y) const {
        draw_clearance_bar(page, x, y, bar);
        y += clearance_bar_size(bar).height + page_margin / 2;
        render::draw_legend(page, x, y, legend);
        y += render::legend_size(legend).height + page_margin / 2;
        render::draw_text(page, {static_cast<double>(x), static_cast<double>(y)}, numbers,
                          {.size = page_text_size, .colour = page_text_colour});
    }
};

Picture laid_out(const Picture& picture, const Beside& beside, const std::string& title,
                 const std::string& facts) {
    const PixelSize room = beside.size();
    const int width = std::max(2 * page_margin + picture.width + page_gap + room.width,
                               2 * page_margin + render::text_size(facts, page_text_size).width);
    const int title_height = render::text_size(title, page_title_size).height;
    const int top = page_margin + title_height + render::text_size(facts, page_text_size).height +
                    page_margin / 2;
    Picture page(width, top + std::max(picture.height, room.height) + page_margin, render::white);
    render::draw_text(page, {page_margin, page_margin},
                      render::shortened(title, page_title_size, width - 2 * page_margin),
                      {.size = page_title_size, .colour = page_title_colour});
    render::draw_text(page, {page_margin, static_cast<double>(page_margin + title_height)}, facts,
                      {.size = page_text_size, .colour = page_text_colour});
    render::paste(page, picture, page_margin, top);
    render::frame_rectangle(page, {page_margin - 1, top - 1, picture.width + 2, picture.height + 2},
                            page_text_colour);
    beside.draw(page, page_margin + picture.width + page_gap, top);
    return page;
}

} // namespace

Picture clearance_page(const ClearanceMap& map, const MapReport& report, const MapPage& page) {
    const ClearanceScale scale = scale_of(map, page.range);
    const int factor = std::max(1, least_picture_side / std::max(map.view.width, map.view.height));
    Picture picture = render::magnified(painted(map, scale), factor);
    draw_scale_bar(picture, map.pixel_size / factor, report);
    Beside beside;
    beside.bar.scale = scale;
    beside.bar.unit = unit_of(report);
    beside.bar.colour = page_title_colour;
    beside.legend = legend_of(report);
    beside.numbers = statistics_text(map, report);
    return laid_out(picture, beside, page.title, map_facts(numbers_of(map), report));
}

Picture error_page(const imagespace::RayComparison& rays, const raster::View& view,
                   const MapReport& report) {
    // A few large errors must not hide the rest.
    const double end = round_above(std::max(4 * rays.rms_error, 1e-12));
    PaintedPlane plane{Picture(view.width, view.height, empty_colour),
                       render::ColourBar{.map = render::ColourMap::Diverging,
                                         .min = -end,
                                         .max = end,
                                         .title = "map minus rays",
                                         .unit = unit_of(report)},
                       {}};
    for (int y = 0; y < view.height; ++y) {
        for (int x = 0; x < view.width; ++x) {
            const float error =
                rays.errors[static_cast<std::size_t>(y) * static_cast<std::size_t>(view.width) +
                            static_cast<std::size_t>(x)];
            if (!std::isnan(error)) {
                plane.picture.at(x, view.height - 1 - y) =
                    render::map_colour(render::ColourMap::Diverging, (error / end + 1) / 2);
            }
        }
    }
    return explained(
        plane, {.title = "errors of the clearance map",
                .explanation =
                    fmt::format("The clearance at the centre of each pixel against the mean of {} "
                                "exact rays spread over it.",
                                rays.rays_per_pixel),
                .facts = fmt::format("RMS {:.3g}, largest {:.3g}; {}", rays.rms_error,
                                     rays.max_error, map_facts(report.numbers, report))});
}

} // namespace impinge::cli
