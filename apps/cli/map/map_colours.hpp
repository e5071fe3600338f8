// SPDX-License-Identifier: Apache-2.0
//
// The colours of a clearance map: grey and pink where only one body is, blue to green for gaps,
// yellow for contact, orange to dark red for overlaps.
#pragma once

#include "impinge/clearance.hpp"
#include "impinge/picture.hpp"

#include <functional>
#include <optional>

namespace impinge::cli {

inline constexpr render::Colour only_a_colour{176, 178, 184};
inline constexpr render::Colour only_b_colour{243, 190, 206};
inline constexpr render::Colour contact_colour{250, 216, 36};
inline constexpr render::Colour empty_colour{252, 252, 253};

/// 1, 2 or 5 times a power of ten: the smallest that is not below `value`.
double round_above(double value);

/// Which clearances get which colours; what lies beyond an end is coloured like the end.
struct ClearanceScale {
    double tolerance = 0;
    double gap_end = 1;     ///< above the tolerance
    double overlap_end = 1; ///< the thickness; above the tolerance
    bool gaps_beyond = false;
    bool overlaps_beyond = false;
};

/// Ends that show most of a map, or the range that was asked for.
ClearanceScale scale_of(const imagespace::ClearanceMap& map, std::optional<double> range);

render::Colour clearance_colour(double clearance, const ClearanceScale& scale);

/// One pixel of the picture for each of the map; `colour_of` is asked where both bodies are.
render::Picture painted(const imagespace::ClearanceMap& map,
                        const std::function<render::Colour(double)>& colour_of);
render::Picture painted(const imagespace::ClearanceMap& map, const ClearanceScale& scale);

/// The room that the bar takes, and the bar: gaps above, contact in the middle, overlaps below,
/// each with a scale of its own.
struct ClearanceBar {
    ClearanceScale scale;
    std::string unit; ///< empty if not known
    int height = 260;
    int text_size = 13;
    render::Colour colour = render::black;
};
render::PixelSize clearance_bar_size(const ClearanceBar& bar);
void draw_clearance_bar(render::Picture& picture, int x, int y, const ClearanceBar& bar);

} // namespace impinge::cli
