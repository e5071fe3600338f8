// SPDX-License-Identifier: Apache-2.0
#include "planes/plane_look.hpp"

namespace impinge::viewer {
namespace {

constexpr render::Colour pane_ground{248, 249, 251};
constexpr int bar_height = 150;
constexpr int letters = 12;

render::Picture explained(cli::PaintedPlane painted) {
    if (painted.bar) {
        painted.bar->text_size = letters;
        const auto size = render::colour_bar_size(*painted.bar, bar_height);
        render::Picture out(size.width, size.height, pane_ground);
        render::draw_colour_bar(out, 0, 0, bar_height, *painted.bar);
        return out;
    }
    painted.legend.text_size = letters;
    painted.legend.max_width = 240;
    painted.legend.max_rows = 9;
    const auto size = render::legend_size(painted.legend);
    render::Picture out(size.width, size.height, pane_ground);
    render::draw_legend(out, 0, 0, painted.legend);
    return out;
}

cli::PaintedPlane painted_plane(const PlanesAnswer& answer, cli::ImagePlane plane,
                                const std::string& unit) {
    cli::PaintOptions options{
        .plane = plane, .unit = unit, .second_id = answer.settings.pass->second_id};
    for (const NamedBody& body : answer.bodies) {
        options.body_names.push_back(body.name);
    }
    return cli::paint(*answer.planes, cli::statistics_of(*answer.planes), options);
}

} // namespace

PlaneLook look_of(const PlanesAnswer& answer, Shown shown, const std::string& unit) {
    const auto plane = plane_of(shown);
    cli::PaintedPlane painted = plane
                                    ? painted_plane(answer, *plane, unit)
                                    : cli::paint_map(*map_of(shown), *answer.map,
                                                     answer.bodies[0].name, answer.bodies[1].name);
    render::Picture picture = std::move(painted.picture);
    return {std::move(picture), explained(std::move(painted))};
}

render::Colour ray_colour(std::size_t body) {
    return render::category_colour(static_cast<std::uint32_t>(body));
}

} // namespace impinge::viewer
