// SPDX-License-Identifier: Apache-2.0
//
// A large shape with few triangles, for frames that must not be waited for.
#pragma once

#include "draw/shape_data.hpp"

namespace impinge::viewer {

/// Shapes of no more triangles are drawn as they are.
inline constexpr std::size_t most_fine_triangles = 100'000;

/// Vertices in one cell of a grid across the shape become the first of them; three for each
/// triangle that is left. Nothing for a shape that is not large.
std::vector<std::uint32_t> coarse_corners(const ShapeData& shape);

} // namespace impinge::viewer
