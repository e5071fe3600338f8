// SPDX-License-Identifier: Apache-2.0
#include "map/map_colours.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <span>

namespace impinge::cli {
namespace {

using imagespace::ClearanceClass;
using imagespace::ClearanceMap;
using render::Colour;

constexpr std::array gap_colours{Colour{86, 186, 92}, Colour{42, 160, 152}, Colour{40, 116, 186},
                                 Colour{34, 58, 134}};
constexpr std::array overlap_colours{Colour{246, 140, 50}, Colour{224, 52, 40}, Colour{120, 4, 26}};

/// Along a row of colours, t from 0 to 1.
Colour along(std::span<const Colour> colours, double t) {
    const double place = std::clamp(t, 0.0, 1.0) * static_cast<double>(colours.size() - 1);
    const auto from = std::min(static_cast<std::size_t>(place), colours.size() - 2);
    return render::mixed(colours[from], colours[from + 1], place - static_cast<double>(from));
}

struct Gaps {
    double near = 0; ///< a quarter of them are below: those that matter
    double largest = 0;
};
Gaps gaps_of(const ClearanceMap& map) {
    std::vector<float> gaps;
    for (std::size_t i = 0; i < map.clearance.size(); ++i) {
        if (map.classes[i] == ClearanceClass::Gap) {
            gaps.push_back(map.clearance[i]);
        }
    }
    if (gaps.empty()) {
        return {};
    }
    const auto at = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 4);
    std::nth_element(gaps.begin(), at, gaps.end());
    return {*at, *std::max_element(gaps.begin(), gaps.end())};
}

} // namespace

double round_above(double value) {
    double unit = 1;
    while (unit > value) {
        unit /= 10;
    }
    while (unit * 10 <= value) {
        unit *= 10;
    }
    for (const double multiple : {1.0, 2.0, 5.0}) {
        if (multiple * unit >= value) {
            return multiple * unit;
        }
    }
    return 10 * unit;
}

ClearanceScale scale_of(const ClearanceMap& map, std::optional<double> range) {
    const Gaps gaps = gaps_of(map);
    const double deepest = map.statistics.deepest_overlap;
    // The ends lie outside the contact band, and apart even if there is nothing to go by.
    const double least = std::max(2 * map.tolerance, map.pixel_size);
    ClearanceScale scale{.tolerance = map.tolerance,
                         .gap_end = round_above(std::max(gaps.near, least)),
                         .overlap_end = round_above(std::max(deepest, least))};
    if (range) {
        scale.gap_end = std::max(*range, map.tolerance * 1.001);
        scale.overlap_end = scale.gap_end;
    }
    scale.gaps_beyond = gaps.largest > scale.gap_end;
    scale.overlaps_beyond = deepest > scale.overlap_end;
    return scale;
}

Colour clearance_colour(double clearance, const ClearanceScale& scale) {
    const auto part = [&](double end) {
        return (std::abs(clearance) - scale.tolerance) / (end - scale.tolerance);
    };
    if (clearance > scale.tolerance) {
        return along(gap_colours, part(scale.gap_end));
    }
    return clearance < -scale.tolerance ? along(overlap_colours, part(scale.overlap_end))
                                        : contact_colour;
}

render::Picture painted(const ClearanceMap& map, const ClearanceScale& scale) {
    return painted(map, [&](double clearance) { return clearance_colour(clearance, scale); });
}

render::Picture painted(const ClearanceMap& map, const std::function<Colour(double)>& colour_of) {
    render::Picture picture(map.view.width, map.view.height, empty_colour);
    for (int y = 0; y < map.view.height; ++y) {
        for (int x = 0; x < map.view.width; ++x) {
            const auto pixel =
                static_cast<std::size_t>(y) * static_cast<std::size_t>(map.view.width) +
                static_cast<std::size_t>(x);
            Colour& colour = picture.at(x, map.view.height - 1 - y);
            switch (map.classes[pixel]) {
            case ClearanceClass::Empty:
                break;
            case ClearanceClass::OnlyA:
                colour = only_a_colour;
                break;
            case ClearanceClass::OnlyB:
                colour = only_b_colour;
                break;
            case ClearanceClass::Gap:
            case ClearanceClass::Contact:
            case ClearanceClass::Overlap:
                colour = colour_of(double{map.clearance[pixel]});
                break;
            }
        }
    }
    return picture;
}

namespace {

using render::Picture;
using render::PixelSize;
using render::Tick;

constexpr int tick_length = 5;
constexpr int gap = 5;
constexpr int clearance_bar_width = 20;
// How much of the height each part gets.
constexpr double gap_share = 0.55;
constexpr double contact_share = 0.08;

/// From 0 at the bottom to 1 at the top.
double place_of(double clearance, const ClearanceScale& scale) {
    const double contact_bottom = 1 - gap_share - contact_share;
    const double contact_top = 1 - gap_share;
    if (clearance > scale.tolerance) {
        return contact_top +
               gap_share * (clearance - scale.tolerance) / (scale.gap_end - scale.tolerance);
    }
    if (clearance < -scale.tolerance) {
        return contact_bottom *
               (1 - (-clearance - scale.tolerance) / (scale.overlap_end - scale.tolerance));
    }
    const double band = scale.tolerance > 0 ? clearance / scale.tolerance : 0;
    return (contact_bottom + contact_top) / 2 + band * contact_share / 2;
}

/// The clearance at a place: undoes place_of().
double clearance_at(double place, const ClearanceScale& scale) {
    const double contact_bottom = 1 - gap_share - contact_share;
    const double contact_top = 1 - gap_share;
    if (place > contact_top) {
        return scale.tolerance +
               (place - contact_top) / gap_share * (scale.gap_end - scale.tolerance);
    }
    if (place < contact_bottom) {
        return -scale.tolerance -
               (1 - place / contact_bottom) * (scale.overlap_end - scale.tolerance);
    }
    return 0;
}

std::string end_text(double end, bool beyond) {
    return fmt::format("{:g}{}", end, beyond ? " and beyond" : "");
}

/// The ends, the borders of the contact band, and round numbers where there is room for them.
std::vector<Tick> ticks_of(const ClearanceBar& bar) {
    const ClearanceScale& scale = bar.scale;
    std::vector<Tick> ticks{
        {scale.gap_end, end_text(scale.gap_end, scale.gaps_beyond)},
        {-scale.overlap_end, end_text(-scale.overlap_end, scale.overlaps_beyond)},
        {scale.tolerance, fmt::format("{:.3g}", scale.tolerance)}};
    if (scale.tolerance > 0) {
        ticks.push_back({-scale.tolerance, fmt::format("-{:.3g}", scale.tolerance)});
    }
    const double line = 1.6 * bar.text_size / bar.height;
    const auto add_where_there_is_room = [&](std::vector<Tick> candidates) {
        for (Tick& tick : candidates) {
            const double place = place_of(tick.value, scale);
            if (std::all_of(ticks.begin(), ticks.end(), [&](const Tick& other) {
                    return std::abs(place_of(other.value, scale) - place) > line;
                })) {
                ticks.push_back(std::move(tick));
            }
        }
    };
    const int most = static_cast<int>(gap_share / line);
    add_where_there_is_room(render::round_ticks(0, scale.gap_end, std::max(2, most)));
    add_where_there_is_room(render::round_ticks(-scale.overlap_end, 0, std::max(2, most / 2)));
    return ticks;
}

std::string title_of(const ClearanceBar& bar) {
    return bar.unit.empty() ? "clearance" : "clearance [" + bar.unit + "]";
}

int title_height(const ClearanceBar& bar) {
    return render::text_size(title_of(bar), bar.text_size).height + gap + bar.text_size / 2;
}

} // namespace

PixelSize clearance_bar_size(const ClearanceBar& bar) {
    int text_width = 0;
    for (const Tick& tick : ticks_of(bar)) {
        text_width = std::max(text_width, render::text_size(tick.text, bar.text_size).width);
    }
    const int below = clearance_bar_width + tick_length + gap + text_width;
    return {std::max(below, render::text_size(title_of(bar), bar.text_size).width), bar.height};
}

void draw_clearance_bar(Picture& picture, int x, int y, const ClearanceBar& bar) {
    render::draw_text(picture, {static_cast<double>(x), static_cast<double>(y)}, title_of(bar),
                      {.size = bar.text_size, .colour = bar.colour});
    const int top = y + title_height(bar);
    const int height = bar.height - title_height(bar) - bar.text_size / 2;
    for (int row = 0; row < height; ++row) {
        const double place = 1 - (row + 0.5) / height;
        render::fill_rectangle(picture, {x, top + row, clearance_bar_width, 1},
                               clearance_colour(clearance_at(place, bar.scale), bar.scale));
    }
    render::frame_rectangle(picture, {x, top, clearance_bar_width, height}, bar.colour);
    for (const Tick& tick : ticks_of(bar)) {
        const double at = top + (1 - place_of(tick.value, bar.scale)) * height;
        render::draw_line(picture, {x + clearance_bar_width + 0.0, at},
                          {x + clearance_bar_width + tick_length + 0.0, at},
                          {.colour = bar.colour});
        render::draw_text(
            picture, {static_cast<double>(x + clearance_bar_width + tick_length + gap), at},
            tick.text,
            {.size = bar.text_size, .colour = bar.colour, .anchor_y = render::AnchorY::Middle});
    }
}

} // namespace impinge::cli
