// SPDX-License-Identifier: Apache-2.0
//
// What an answer looks like: its colours, the picture of its map, the bar beside it. The colours
// are those of `impinge map`.
#pragma once

#include "clearance/clearance_types.hpp"
#include "draw/drawn_scene.hpp"
#include "impinge/unit.hpp"

#include <optional>

namespace impinge::viewer {

enum class ClearanceColours : std::uint8_t { Scale, Occlusion, Foil };
const char* to_string(ClearanceColours colours);

struct ColourWish {
    ClearanceColours colours = ClearanceColours::Scale;
    std::optional<double> range; ///< of the scale; one that suits the map if absent
    std::optional<LengthUnit> unit;
    bool touched =
        false; ///< of a motion: what was in contact in any frame in the colour of contact
};

struct ClearanceLook {
    render::Picture map; ///< empty without one
    render::Picture bar;
    std::shared_ptr<const ColourRow> row;
    double range = 0; ///< the clearance at the end of the gaps; 0 where colours have fixed limits
};

/// The presets are in micrometres: without a unit the scale is taken.
ClearanceLook look_of(const ClearanceAnswer& answer, const ColourWish& wish);
/// What counts as contact between closest points where nothing is said, of bodies of a size.
double suitable_contact(double size);
/// What counts as contact by the preset, if there is one.
std::optional<double> preset_contact(const ColourWish& wish);

} // namespace impinge::viewer
