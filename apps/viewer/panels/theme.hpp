// SPDX-License-Identifier: Apache-2.0
//
// How the panels look: light, like the pictures, in DejaVu Sans.
#pragma once

#include "app/session.hpp"
#include "impinge/picture.hpp"

#include <imgui.h>
#include <string>

namespace impinge::viewer {

/// Of the present ImGui context. Sizes are multiplied by the scale of the display.
void apply_theme(float scale);

struct Fonts {
    ImFont* normal = nullptr;
    ImFont* large = nullptr;
    ImFont* small = nullptr;
};
/// Sharp at that scale; the letters are to be sent to the device again.
Fonts load_fonts(float scale);

ImVec4 to_vec4(render::Colour colour);
ImU32 to_u32(render::Colour colour);

/// What a state is painted with in panels.
render::Colour state_colour(BodyState state);

/// "0.1235 mm"
std::string length_text(double length, std::optional<LengthUnit> unit);
/// "12,345"
std::string count_text(std::size_t count);

} // namespace impinge::viewer
