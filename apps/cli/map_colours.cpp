// SPDX-License-Identifier: Apache-2.0
#include "map_colours.hpp"

#include <algorithm>
#include <array>
#include <cmath>
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
                colour = clearance_colour(double{map.clearance[pixel]}, scale);
                break;
            }
        }
    }
    return picture;
}

} // namespace impinge::cli
