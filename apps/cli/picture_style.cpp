// SPDX-License-Identifier: Apache-2.0
#include "picture_style.hpp"

#include <array>

namespace impinge::cli {
namespace {

using render::Colour;

constexpr std::array<Colour, 8> calm{{{118, 152, 188, 255},
                                      {198, 187, 160, 255},
                                      {138, 172, 146, 255},
                                      {158, 146, 182, 255},
                                      {104, 168, 174, 255},
                                      {186, 160, 168, 255},
                                      {128, 140, 156, 255},
                                      {178, 196, 208, 255}}};
constexpr std::array<Colour, 4> amber{
    {{236, 178, 70, 255}, {247, 214, 140, 255}, {206, 144, 44, 255}, {240, 196, 104, 255}}};
constexpr std::array<Colour, 4> red{
    {{208, 82, 74, 255}, {242, 172, 152, 255}, {172, 66, 84, 255}, {230, 128, 104, 255}}};

} // namespace

Colour calm_colour(std::size_t number) { return calm[number % calm.size()]; }
Colour amber_colour(std::size_t number) { return amber[number % amber.size()]; }
Colour red_colour(std::size_t number) { return red[number % red.size()]; }

void add_bright_lines(render::PictureScene& scene, std::vector<render::Segment> segments,
                      Colour colour, double hidden_opacity) {
    if (segments.empty()) {
        return;
    }
    scene.lines.push_back({.segments = segments,
                           .colour = {60, 14, 20, 190},
                           .width_pixels = 4,
                           .hidden_opacity = hidden_opacity});
    scene.lines.push_back({.segments = std::move(segments),
                           .colour = colour,
                           .width_pixels = 2,
                           .hidden_opacity = hidden_opacity});
}

} // namespace impinge::cli
