// SPDX-License-Identifier: Apache-2.0
//
// What is to be drawn, as plain data: made anew for every frame from the scene, the answers and the
// camera; nothing in it knows where it comes from.
#pragma once

#include "draw/shape_data.hpp"
#include "impinge/picture.hpp"
#include "impinge/render.hpp"
#include "impinge/rigid.hpp"
#include "impinge/view.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace impinge::viewer {

/// What numbers look like: colours of a row from one number to another; what lies beyond an end is
/// coloured like the end.
struct ColourRow {
    double from = 0;
    double to = 1;
    std::vector<render::Colour> colours;
};

/// Numbers on the surface of a body.
struct Drape {
    /// Of a vertex that has none; a triangle with such a corner shows the colour of its body there.
    static constexpr float no_value = 1e30F;

    std::shared_ptr<const std::vector<float>> values; ///< one for each vertex of the shape
    std::shared_ptr<const ColourRow> colours;
};

struct DrawnBody {
    std::shared_ptr<const ShapeData> shape;
    Rigid pose;               ///< in the world
    render::Colour colour;    ///< its alpha is the opacity
    std::uint32_t number = 0; ///< what picking tells
    bool selected = false;
    /// Triangles with another colour, if there are any.
    std::shared_ptr<const std::vector<std::uint32_t>> marked;
    Drape drape = {};
};

using Segments = std::vector<render::Segment>;

/// Drawn with a dark rim, so that they can be seen on any ground.
struct DrawnLines {
    std::shared_ptr<const Segments> segments;
    render::Colour colour;
    double width_pixels = 2;
    double rim_pixels = 0;
    /// How much of them is seen through what is in front.
    double hidden_opacity = 0;
    /// Drawn on what DrawnScene::through holds, too, as if nothing else were there.
    bool on_through = false;
};

struct DrawnScene {
    raster::View view;      ///< its width and height are those of the area below
    raster::PixelArea area; ///< of the frame, from its lower left corner
    std::vector<DrawnBody> bodies;
    std::vector<DrawnLines> lines;
    /// Drawn over all else, whatever is in front of them; they hide each other.
    std::vector<DrawnBody> through;
    render::Colour marked_colour{255, 214, 64, 150};
    bool edges = false;  ///< of all triangles
    double scale = 1;    ///< pixels to one of a line's width
    bool coarse = false; ///< large shapes with few triangles, while something is dragged
};

} // namespace impinge::viewer
