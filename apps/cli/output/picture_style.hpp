// SPDX-License-Identifier: Apache-2.0
//
// What the pictures of all verbs have in common: calm colours for bodies that nothing is wrong
// with, red and amber for those that interfere and touch, lines that show on any ground, and the
// page around a picture that explains it.
#pragma once

#include "impinge/picture.hpp"
#include "impinge/render.hpp"

#include <cstddef>
#include <optional>
#include <string>
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

/// Measures of the pages that explain a picture, in pixels.
inline constexpr int page_margin = 20;
inline constexpr int page_gap = 24; ///< between the picture and what stands beside it
inline constexpr int least_picture_side = 512;
inline constexpr int page_title_size = 18;
inline constexpr int page_text_size = 13;
inline constexpr render::Colour page_title_colour{20, 24, 30};
inline constexpr render::Colour page_text_colour{84, 90, 100};

/// A picture with the meaning of its colours.
struct PaintedPlane {
    render::Picture picture;
    std::optional<render::ColourBar> bar; ///< for a continuous range
    render::Legend legend;                ///< for single values; without entries if there is a bar
};

struct Caption {
    std::string title;
    std::string explanation; ///< broken into lines where needed
    std::string facts;
};

/// The picture, magnified if it is small, with its caption above and its legend to the right.
render::Picture explained(const PaintedPlane& painted, const Caption& caption);

} // namespace impinge::cli
