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

struct DrawnBody {
    std::shared_ptr<const ShapeData> shape;
    Rigid pose;               ///< in the world
    render::Colour colour;    ///< its alpha is the opacity
    std::uint32_t number = 0; ///< what picking tells
    bool selected = false;
    /// Triangles with another colour, if there are any.
    std::shared_ptr<const std::vector<std::uint32_t>> marked;
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
};

struct DrawnScene {
    raster::View view;      ///< its width and height are those of the area below
    raster::PixelArea area; ///< of the frame, from its lower left corner
    std::vector<DrawnBody> bodies;
    std::vector<DrawnLines> lines;
    render::Colour marked_colour{255, 214, 64, 150};
    bool edges = false; ///< of all triangles
};

} // namespace impinge::viewer
