// SPDX-License-Identifier: Apache-2.0
#include "clearance/clearance_look.hpp"

#include "map/distance_colours.hpp"
#include "map/map_colours.hpp"

#include <algorithm>

namespace impinge::viewer {
namespace {

constexpr int row_colours = 1024;
constexpr render::Colour pane_ground{248, 249, 251};

const cli::DistancePreset* preset_of(const ColourWish& wish) {
    return wish.unit && wish.colours != ClearanceColours::Scale
               ? cli::find_preset(to_string(wish.colours))
               : nullptr;
}

double micrometres(const ColourWish& wish) {
    return conversion(LengthUnit::Micrometre, *wish.unit);
}

/// As in `impinge map --closest`.
double suitable_range(double size) { return cli::round_above(0.02 * size); }

cli::ClearanceScale scale_of_closest(const ClearanceAnswer& answer, const ColourWish& wish) {
    const double end = wish.range ? *wish.range : suitable_range(answer.size);
    cli::ClearanceScale scale;
    scale.tolerance = std::min(answer.contact, end / 2);
    scale.gap_end = scale.overlap_end = end;
    scale.gaps_beyond = scale.overlaps_beyond = true;
    return scale;
}

/// The clearances at the ends of the row.
std::pair<double, double> limits(const cli::DistancePreset& preset, double unit) {
    const double first = preset.bands.front().below_micrometres * unit;
    const double last = preset.bands.back().below_micrometres * unit;
    const double more = (last - first) / 16; // so that the ends are of what lies beyond
    return {first - more, last + more};
}

/// Rows of pixels go up, those of pictures down.
void mark_touched(render::Picture& picture, const std::vector<bool>& touched) {
    for (std::size_t i = 0; i < touched.size(); ++i) {
        const auto x = static_cast<int>(i) % picture.width;
        const auto y = static_cast<int>(i) / picture.width;
        if (touched[i]) {
            picture.at(x, picture.height - 1 - y) = cli::contact_colour;
        }
    }
}

std::shared_ptr<const ColourRow> row_of(const cli::DistanceColours& colours, double from,
                                        double to) {
    auto row = std::make_shared<ColourRow>();
    row->from = from;
    row->to = to;
    for (int i = 0; i < row_colours; ++i) {
        row->colours.push_back(colours.of(from + (to - from) * (i + 0.5) / row_colours));
    }
    return row;
}

} // namespace

const char* to_string(ClearanceColours colours) {
    switch (colours) {
    case ClearanceColours::Occlusion:
        return "occlusion";
    case ClearanceColours::Foil:
        return "foil";
    default:
        return "scale";
    }
}

double suitable_contact(double size) { return suitable_range(size) / 50; }

std::optional<double> preset_contact(const ColourWish& wish) {
    const cli::DistancePreset* preset = preset_of(wish);
    return preset == nullptr ? std::nullopt
                             : std::optional(preset->contact_micrometres * micrometres(wish));
}

ClearanceLook look_of(const ClearanceAnswer& answer, const ColourWish& wish) {
    const cli::DistancePreset* preset = preset_of(wish);
    const cli::ClearanceScale scale =
        answer.map ? cli::scale_of(*answer.map, wish.range) : scale_of_closest(answer, wish);
    const cli::DistanceColours colours =
        preset != nullptr
            ? cli::DistanceColours(*preset, *wish.unit)
            : cli::DistanceColours(scale, wish.unit ? impinge::to_string(*wish.unit) : "");
    ClearanceLook look;
    const auto [from, to] = preset != nullptr ? limits(*preset, micrometres(wish))
                                              : std::pair(-scale.overlap_end, scale.gap_end);
    look.row = row_of(colours, from, to);
    look.range = preset != nullptr ? 0 : scale.gap_end;
    if (answer.map) {
        look.map = cli::painted(*answer.map, [&](double value) { return colours.of(value); });
    }
    if (answer.motion && wish.touched) {
        mark_touched(look.map, answer.motion->touched);
    }
    const render::PixelSize size = colours.bar_size();
    look.bar = render::Picture(size.width, size.height, pane_ground);
    colours.draw_bar(look.bar, 0, 0);
    return look;
}

} // namespace impinge::viewer
