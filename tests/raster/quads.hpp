// SPDX-License-Identifier: Apache-2.0
//
// Rectangles of whole pixels, and targets prepared with them: the plain material of table tests.
#pragma once

#include "tests/raster/grid_scenes.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace impinge::tests {

inline constexpr std::array all_compares{raster::Compare::Never,        raster::Compare::Less,
                                         raster::Compare::Equal,        raster::Compare::LessEqual,
                                         raster::Compare::Greater,      raster::Compare::NotEqual,
                                         raster::Compare::GreaterEqual, raster::Compare::Always};

inline constexpr std::array all_stencil_ops{
    raster::StencilOp::Keep,          raster::StencilOp::Zero,
    raster::StencilOp::Replace,       raster::StencilOp::Increment,
    raster::StencilOp::Decrement,     raster::StencilOp::IncrementWrap,
    raster::StencilOp::DecrementWrap, raster::StencilOp::Invert};

enum class Facing : std::uint8_t { Front, Back };

/// Pixels x_begin..x_end - 1, y_begin..y_end - 1 at one depth.
struct Quad {
    int x_begin = 0;
    int y_begin = 0;
    int x_end = 0;
    int y_end = 0;
    float depth = 0.5F;
    Facing facing = Facing::Front;
};

inline void add_quad(std::vector<GridTriangle>& triangles, const Quad& quad) {
    const GridCorner a{quad.x_begin * 256, quad.y_begin * 256, quad.depth};
    const GridCorner b{quad.x_end * 256, quad.y_begin * 256, quad.depth};
    const GridCorner c{quad.x_end * 256, quad.y_end * 256, quad.depth};
    const GridCorner d{quad.x_begin * 256, quad.y_end * 256, quad.depth};
    if (quad.facing == Facing::Front) {
        triangles.push_back({a, b, c});
        triangles.push_back({a, c, d});
    } else {
        triangles.push_back({a, c, b});
        triangles.push_back({a, d, c});
    }
}

inline Mesh quad_mesh(const std::vector<Quad>& quads) {
    std::vector<GridTriangle> triangles;
    for (const Quad& quad : quads) {
        add_quad(triangles, quad);
    }
    return grid_mesh(triangles);
}

inline Quad whole_window(int width, int height, float depth, Facing facing = Facing::Front) {
    return {0, 0, width, height, depth, facing};
}

/// One of 16 x 16 pixels whose stencil values are 0 to 255, rows from the bottom. Bit after bit,
/// through the write mask.
inline void number_stencil(raster::Device& device, Twin& twin) {
    for (int bit = 0; bit < 8; ++bit) {
        std::vector<Quad> strips;
        for (int i = 0; i < 16; ++i) {
            if ((i >> (bit % 4) & 1) != 0) {
                strips.push_back(bit < 4 ? Quad{i, 0, i + 1, 16} : Quad{0, i, 16, i + 1});
            }
        }
        raster::Pass pass;
        pass.depth_compare = raster::Compare::Always;
        pass.depth_write = false;
        pass.stencil.reference = 0xFF;
        pass.stencil.write_mask = static_cast<std::uint8_t>(1 << bit);
        pass.stencil.front.passes = raster::StencilOp::Replace;
        twin.draw(pixel_view(16, 16), pass, Stage(device, {{quad_mesh(strips)}}));
    }
}

/// Column i of the window at depth i / 16.
inline Mesh depth_steps(int width, int height) {
    std::vector<Quad> strips;
    for (int i = 0; i < width; ++i) {
        strips.push_back({i, 0, i + 1, height, static_cast<float>(i) / 16});
    }
    return quad_mesh(strips);
}

} // namespace impinge::tests
