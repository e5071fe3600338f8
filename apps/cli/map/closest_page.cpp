// SPDX-License-Identifier: Apache-2.0
#include "impinge/raster.hpp"
#include "impinge/render.hpp"
#include "map/closest_map.hpp"
#include "output/picture_style.hpp"
#include "output/text.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace impinge::cli {
namespace {

using render::Colour;
using render::Picture;

constexpr int panel_width = 620;
constexpr int panel_height = 560;

/// To where the near parts of the surface look, on the whole: its faces count the more the nearer
/// they are.
Vec3d facing(const ClosestReport& report, std::size_t side) {
    const Mesh mesh = world_mesh(report.scene.bodies[side]);
    const std::vector<double>& distances = report.distances.at(side).values;
    const double reach = 0.02 * length(extent(report.scene.bodies[side].box));
    Vec3d sum;
    for (const auto& [i, j, k] : mesh.triangles) {
        const double near =
            std::min({std::abs(distances[i]), std::abs(distances[j]), std::abs(distances[k])});
        const Vec3d area =
            cross(mesh.positions[j] - mesh.positions[i], mesh.positions[k] - mesh.positions[i]);
        sum = sum + area * (1 / (1 + near * near / (reach * reach)));
    }
    return sum == Vec3d{} || !is_finite(sum) ? Vec3d{0, 0, 1} : sum;
}

std::vector<Colour> painted_vertices(const SignedDistances& distances,
                                     const DistanceColours& colours) {
    std::vector<Colour> painted;
    for (std::size_t i = 0; i < distances.values.size(); ++i) {
        painted.push_back(distances.at_border[i] != 0 ? beyond_border_colour
                                                      : colours.of(distances.values[i]));
    }
    return painted;
}

Expected<Picture> panel(const ClosestReport& report, std::size_t side, const MapRequest& request,
                        const DistanceColours& colours, render::Renderer& renderer,
                        const Context& context) {
    const LoadedBody& body = report.scene.bodies[side];
    auto shape = renderer.make_shape(body.mesh->view());
    if (!shape) {
        return shape.error();
    }
    const std::vector<Colour> vertex_colours = painted_vertices(report.distances.at(side), colours);
    render::PictureScene scene;
    scene.bodies.push_back({*shape,
                            body.pose,
                            {.colour = render::white,
                             .vertex_colours = vertex_colours,
                             .back = Colour{196, 190, 188}}});
    render::RenderOptions options;
    options.width = panel_width;
    options.height = panel_height;
    // Against a direction that was given A is seen, and B along it.
    options.camera.from = request.clearance.direction
                              ? *request.clearance.direction * (side == 0 ? 1.0 : -1.0)
                              : facing(report, side);
    options.camera.up = {0, 1, 0};
    options.light.shadow = 0.15;
    options.light.highlight = 0.05; // colours are to be read off
    auto frame = renderer.render(scene, options, context);
    if (!frame) {
        return frame.error();
    }
    render::draw_text(frame->picture, {12, 10}, printable(body.name),
                      {.size = page_title_size, .colour = page_title_colour});
    return std::move(frame->picture);
}

std::string numbers_text(const ClosestReport& report) {
    const std::string unit =
        report.scene.unit ? " " + std::string(to_string(*report.scene.unit)) : std::string();
    std::string out;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const Nearness& whole = report.nearness.at(side).whole;
        out += printable(report.scene.bodies[side].name) + "\n";
        out += whole.deepest_vertex ? fmt::format("  deepest {:.3g}{}\n", whole.deepest, unit) : "";
        for (std::size_t i = 0; i < report.thresholds.size(); ++i) {
            const double threshold = report.thresholds[i];
            if (threshold == 0 || threshold == report.tolerance) {
                out += fmt::format("  below {:.3g}{}: {:.4g}{}{}\n", threshold, unit,
                                   whole.areas_below[i], unit, unit.empty() ? "" : "\u00b2");
            }
        }
        out += "\n";
    }
    return out;
}

} // namespace

Expected<Picture> closest_page(const ClosestReport& report, const MapRequest& request,
                               const Context& context) {
    auto device = raster::make_device(request.sampled.device, {}, context);
    if (!device) {
        return device.error();
    }
    render::Renderer renderer(**device);
    const DistanceColours colours = colours_of(report, request.range);
    const std::string numbers = numbers_text(report);
    const int beside =
        std::max({colours.bar_size().width, 170, render::text_size(numbers, page_text_size).width});
    const int top = page_margin + 2 * page_title_size;
    Picture page(2 * page_margin + 2 * panel_width + 2 * page_gap + beside,
                 top + panel_height + page_margin, render::white);
    render::draw_text(
        page, {page_margin, page_margin},
        fmt::format("distance of {} and {}{}", printable(report.scene.bodies[0].name),
                    printable(report.scene.bodies[1].name),
                    report.preset == nullptr ? "" : fmt::format(": {}", report.preset->meaning)),
        {.size = page_title_size, .colour = page_title_colour});
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const auto picture = panel(report, side, request, colours, renderer, context);
        if (!picture) {
            return picture.error();
        }
        render::paste(page, *picture,
                      page_margin + static_cast<int>(side) * (panel_width + page_gap), top);
    }
    const int x = page_margin + 2 * (panel_width + page_gap);
    colours.draw_bar(page, x, top);
    int y = top + colours.bar_size().height + page_margin;
    const render::Legend legend{.entries = {{beyond_border_colour, "beyond the border"}},
                                .text_size = page_text_size,
                                .colour = page_text_colour,
                                .max_width = beside};
    render::draw_legend(page, x, y, legend);
    y += render::legend_size(legend).height + page_margin;
    render::draw_text(page, {static_cast<double>(x), static_cast<double>(y)}, numbers,
                      {.size = page_text_size, .colour = page_text_colour});
    return page;
}

} // namespace impinge::cli
