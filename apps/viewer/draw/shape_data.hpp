// SPDX-License-Identifier: Apache-2.0
//
// A mesh as a graphics card wants it: positions in float near zero, normals that keep creases
// sharp, corners that look alike made one vertex. Made beside the window's thread.
#pragma once

#include "impinge/mesh.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace impinge::viewer {

struct ShapeVertex {
    std::array<float, 3> position{}; ///< relative to ShapeData::origin
    std::uint32_t normal = 0;        ///< ten bits each for x, y and z, signed
};

struct ShapeData {
    std::vector<ShapeVertex> vertices;
    std::vector<std::uint32_t> corners; ///< three for each triangle of the mesh, in their order
    std::vector<std::uint32_t> coarse;  ///< the same of far fewer, of large shapes
    Vec3d origin;                       ///< the middle of the mesh
    double radius = 0;                  ///< no vertex is farther from the origin
};

/// Normals are those of faces that meet in less than the crease, together.
ShapeData make_shape_data(const Mesh& mesh, double crease_degrees = 35);

} // namespace impinge::viewer
