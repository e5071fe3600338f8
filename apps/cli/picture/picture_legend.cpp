// SPDX-License-Identifier: Apache-2.0
#include "picture/picture_legend.hpp"

#include "output/text.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace impinge::cli {
namespace {

using render::Colour;

constexpr int legend_margin = 14;
constexpr int legend_padding = 10;

Colour opaque(Colour colour) {
    colour.a = 255;
    return colour;
}

bool has_room(const render::Picture& picture, const render::Legend& legend) {
    return render::legend_size(legend).height + 2 * (legend_margin + legend_padding) <=
           picture.height;
}

render::Legend empty_legend(const render::Picture& picture) {
    return {.max_width = picture.width / 2};
}

/// Every body by its name.
render::Legend legend_of_all(const render::Picture& picture, const Examination& examination,
                             std::span<const ShownBody> shown) {
    render::Legend legend = empty_legend(picture);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const bool plain =
            shown[i].state == BodyState::Unchecked || shown[i].state == BodyState::Clear;
        const std::string name = printable(examination.bodies[i].name);
        legend.entries.push_back(
            {opaque(shown[i].colour),
             plain ? name : fmt::format("{} ({})", name, to_string(shown[i].state))});
    }
    return legend;
}

std::vector<std::size_t> bodies_in(BodyState state, std::span<const ShownBody> shown) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (shown[i].state == state) {
            found.push_back(i);
        }
    }
    return found;
}

/// A row for all bodies in a state; a swatch if they have one colour.
void add_count(render::Legend& legend, BodyState state, std::span<const ShownBody> shown) {
    const std::vector<std::size_t> bodies = bodies_in(state, shown);
    if (bodies.empty()) {
        return;
    }
    const Colour first = opaque(shown[bodies.front()].colour);
    const bool one_colour = std::all_of(bodies.begin(), bodies.end(), [&](std::size_t i) {
        return opaque(shown[i].colour) == first;
    });
    legend.entries.push_back({one_colour ? first : render::transparent,
                              fmt::format("{} {}{}", counted(bodies.size(), "body", "bodies"),
                                          to_string(state), one_colour ? "" : " (other colours)")});
}

/// Those that interfere by number and name, as many as `named`; the others counted.
render::Legend legend_by_state(const render::Picture& picture, const Examination& examination,
                               std::span<const ShownBody> shown, std::size_t named) {
    render::Legend legend = empty_legend(picture);
    const std::vector<std::size_t> interfering = bodies_in(BodyState::Interfering, shown);
    add_count(legend, BodyState::Interfering, shown);
    for (std::size_t i = 0; i < std::min(named, interfering.size()); ++i) {
        legend.entries.push_back(
            {opaque(shown[interfering[i]].colour),
             fmt::format("{}  {}", i + 1, printable(examination.bodies[interfering[i]].name))});
    }
    if (named < interfering.size()) {
        legend.entries.push_back(
            {render::transparent, fmt::format("and {} more", interfering.size() - named)});
    }
    for (const BodyState state : {BodyState::Touching, BodyState::Clear, BodyState::Unchecked}) {
        add_count(legend, state, shown);
    }
    legend.max_rows = static_cast<int>(legend.entries.size());
    return legend;
}

void draw_with_ground(render::Picture& picture, const render::Legend& legend) {
    const render::PixelSize size = render::legend_size(legend);
    render::fill_rectangle(picture,
                           {legend_margin, legend_margin, size.width + 2 * legend_padding,
                            size.height + 2 * legend_padding},
                           {255, 255, 255, 190});
    render::draw_legend(picture, legend_margin + legend_padding, legend_margin + legend_padding,
                        legend);
}

/// Puts labels where they are wanted, or as near as there is room.
class LabelPlaces {
  public:
    render::PixelPoint take(render::PixelPoint wanted, render::PixelSize size) {
        const double width = size.width + 4;
        const double height = size.height;
        for (int ring = 0; ring <= most_rings; ++ring) {
            for (int row = -ring; row <= ring; ++row) {
                for (int column = -ring; column <= ring; ++column) {
                    const bool on_ring = std::max(std::abs(row), std::abs(column)) == ring;
                    const render::PixelPoint place{wanted.x + column * width,
                                                   wanted.y + row * height};
                    if (on_ring && is_free(place, width, height)) {
                        taken_.push_back({place, width, height});
                        return place;
                    }
                }
            }
        }
        return wanted;
    }

  private:
    struct Taken {
        render::PixelPoint middle;
        double width;
        double height;
    };
    static constexpr int most_rings = 3;

    [[nodiscard]] bool is_free(render::PixelPoint place, double width, double height) const {
        return std::none_of(taken_.begin(), taken_.end(), [&](const Taken& other) {
            return std::abs(other.middle.x - place.x) < (other.width + width) / 2 &&
                   std::abs(other.middle.y - place.y) < (other.height + height) / 2;
        });
    }

    std::vector<Taken> taken_;
};

/// In the middle of the bodies' boxes.
void draw_labels(render::Frame& frame, const Examination& examination,
                 std::span<const ShownBody> shown) {
    constexpr int text_size = 15;
    LabelPlaces places;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (!shown[i].label) {
            continue;
        }
        const Box3& box = examination.bodies[i].box;
        const std::string text = std::to_string(*shown[i].label);
        const render::PixelPoint middle =
            render::to_picture(frame.view, box.min * 0.5 + box.max * 0.5);
        render::draw_text(frame.picture, places.take(middle, render::text_size(text, text_size)),
                          text,
                          {.size = text_size,
                           .anchor_x = render::AnchorX::Centre,
                           .anchor_y = render::AnchorY::Middle,
                           .halo = {255, 255, 255, 235}});
    }
}

/// As many of those that interfere are named as there is room for.
void draw_by_state(render::Frame& frame, const Examination& examination,
                   std::span<ShownBody> shown) {
    const std::vector<std::size_t> interfering = bodies_in(BodyState::Interfering, shown);
    std::size_t named = interfering.size();
    while (named > 0 &&
           !has_room(frame.picture, legend_by_state(frame.picture, examination, shown, named))) {
        --named;
    }
    for (std::size_t i = 0; i < named; ++i) {
        shown[interfering[i]].label = i + 1;
    }
    draw_labels(frame, examination, shown);
    const render::Legend legend = legend_by_state(frame.picture, examination, shown, named);
    if (has_room(frame.picture, legend)) {
        draw_with_ground(frame.picture, legend);
    }
}

} // namespace

void draw_picture_legend(render::Frame& frame, const Examination& examination,
                         std::span<ShownBody> shown) {
    const render::Legend all = legend_of_all(frame.picture, examination, shown);
    if (shown.size() <= most_bodies_shaded && has_room(frame.picture, all)) {
        draw_with_ground(frame.picture, all);
    } else {
        draw_by_state(frame, examination, shown);
    }
}

} // namespace impinge::cli
