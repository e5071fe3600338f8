// SPDX-License-Identifier: Apache-2.0
//
// The colours and lines that pictures of all verbs have in common: calm bodies one has no worries
// about, red and amber ones that stand out, and lines that show on any ground.
#pragma once

#include "impinge/render.hpp"

#include <cstddef>
#include <vector>

namespace impinge::cli {

// Tones of one kind are far enough from each other to tell two bodies apart where they meet.
// `number` counts the bodies of that kind.
render::Colour calm_colour(std::size_t number);
render::Colour amber_colour(std::size_t number);
render::Colour red_colour(std::size_t number);

/// Bright lines with a dark border. Of what bodies hide, `hidden_opacity` is left.
void add_bright_lines(render::PictureScene& scene, std::vector<render::Segment> segments,
                      render::Colour colour, double hidden_opacity);

} // namespace impinge::cli
