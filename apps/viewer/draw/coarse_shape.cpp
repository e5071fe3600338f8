// SPDX-License-Identifier: Apache-2.0
#include "draw/coarse_shape.hpp"

#include <algorithm>
#include <array>

namespace impinge::viewer {
namespace {

/// Along each side of a cube around the shape: a surface lies in some 10,000 of all cells.
constexpr std::size_t cells = 64;

std::size_t cell_of(const ShapeVertex& vertex, double radius) {
    std::size_t cell = 0;
    for (const float x : vertex.position) {
        const double place = (double{x} / radius + 1) / 2 * cells;
        cell = cell * cells + static_cast<std::size_t>(std::clamp(place, 0.0, cells - 1.0));
    }
    return cell;
}

} // namespace

std::vector<std::uint32_t> coarse_corners(const ShapeData& shape) {
    if (shape.corners.size() <= 3 * most_fine_triangles || !(shape.radius > 0)) {
        return {};
    }
    constexpr std::uint32_t none = 0xFFFFFFFF;
    std::vector<std::uint32_t> first(cells * cells * cells, none);
    std::vector<std::uint32_t> becomes(shape.vertices.size());
    for (std::uint32_t i = 0; i < becomes.size(); ++i) {
        std::uint32_t& vertex = first[cell_of(shape.vertices[i], shape.radius)];
        vertex = vertex == none ? i : vertex;
        becomes[i] = vertex;
    }
    std::vector<std::uint32_t> corners;
    for (std::size_t i = 0; i < shape.corners.size(); i += 3) {
        const std::uint32_t a = becomes[shape.corners[i]];
        const std::uint32_t b = becomes[shape.corners[i + 1]];
        const std::uint32_t c = becomes[shape.corners[i + 2]];
        if (a != b && b != c && c != a) {
            corners.insert(corners.end(), {a, b, c});
        }
    }
    return corners;
}

} // namespace impinge::viewer
