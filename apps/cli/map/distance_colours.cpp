// SPDX-License-Identifier: Apache-2.0
#include "map/distance_colours.hpp"

#include "output/picture_style.hpp"
#include "output/text.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace impinge::cli {
namespace {

using render::Colour;

// Red where teeth bite into each other, through yellow and green to blue where they only come near.
constexpr std::array occlusion_bands{
    ColourBand{-100, Colour{122, 12, 68}}, ColourBand{0, Colour{214, 32, 38}},
    ColourBand{50, Colour{244, 128, 36}},  ColourBand{100, Colour{250, 214, 50}},
    ColourBand{200, Colour{110, 190, 80}}, ColourBand{350, Colour{60, 170, 190}},
    ColourBand{500, Colour{62, 104, 186}}};

// The thicknesses of foils and papers that mark contacts.
constexpr std::array foil_bands{
    ColourBand{0, Colour{122, 12, 68}}, ColourBand{8, Colour{214, 32, 38}},
    ColourBand{40, Colour{244, 128, 36}}, ColourBand{100, Colour{250, 214, 50}},
    ColourBand{200, Colour{110, 190, 80}}};

constexpr std::array presets{
    DistancePreset{"occlusion", "contacts and near contacts of teeth", 50, occlusion_bands},
    DistancePreset{"foil", "what foils and papers of 8, 40, 100 and 200 um would mark", 8,
                   foil_bands}};

constexpr int band_width = 26;
constexpr int band_height = 30;
constexpr int text_gap = 8;
constexpr int title_room = 28;

std::string limit_text(double micrometres) { return fmt::format("{:g} \u00b5m", micrometres); }

} // namespace

const DistancePreset* find_preset(std::string_view name) {
    const auto found = std::find_if(presets.begin(), presets.end(),
                                    [&](const DistancePreset& p) { return p.name == name; });
    return found == presets.end() ? nullptr : &*found;
}

std::string preset_names() { return listed_names(presets); }

DistanceColours::DistanceColours(const DistancePreset& preset, LengthUnit unit)
    : preset_(&preset), per_micrometre_(conversion(unit, LengthUnit::Micrometre)) {}

DistanceColours::DistanceColours(const ClearanceScale& scale, std::string unit) {
    bar_.scale = scale;
    bar_.unit = std::move(unit);
    bar_.colour = page_title_colour;
}

Colour DistanceColours::of(double distance) const {
    if (preset_ == nullptr) {
        return clearance_colour(distance, bar_.scale);
    }
    for (const ColourBand& band : preset_->bands) {
        if (distance * per_micrometre_ < band.below_micrometres) {
            return band.colour;
        }
    }
    return far_colour;
}

render::PixelSize DistanceColours::bar_size() const {
    if (preset_ == nullptr) {
        return clearance_bar_size(bar_);
    }
    int widest = 0;
    for (const ColourBand& band : preset_->bands) {
        widest = std::max(
            widest, render::text_size(limit_text(band.below_micrometres), page_text_size).width);
    }
    return {band_width + text_gap + widest,
            title_room + band_height * (static_cast<int>(preset_->bands.size()) + 1)};
}

/// Near at the bottom, far at the top; limits stand where bands meet.
void DistanceColours::draw_bar(render::Picture& picture, int x, int y) const {
    if (preset_ == nullptr) {
        draw_clearance_bar(picture, x, y, bar_);
        return;
    }
    render::draw_text(picture, {static_cast<double>(x), static_cast<double>(y)}, "distance",
                      {.size = page_text_size, .colour = page_title_colour});
    const auto count = static_cast<int>(preset_->bands.size());
    const int top = y + title_room;
    render::fill_rectangle(picture, {x, top, band_width, band_height}, far_colour);
    for (int i = 0; i < count; ++i) {
        const ColourBand& band = preset_->bands[static_cast<std::size_t>(i)];
        const int at = top + band_height * (count - i);
        render::fill_rectangle(picture, {x, at, band_width, band_height}, band.colour);
        render::draw_text(picture,
                          {static_cast<double>(x + band_width + text_gap), static_cast<double>(at)},
                          limit_text(band.below_micrometres),
                          {.size = page_text_size,
                           .colour = page_title_colour,
                           .anchor_y = render::AnchorY::Middle});
    }
    render::frame_rectangle(picture, {x, top, band_width, band_height * (count + 1)},
                            page_text_colour);
}

} // namespace impinge::cli
