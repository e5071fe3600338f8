// SPDX-License-Identifier: Apache-2.0
//
// A mesh as pictures need it: drawn by the device, looked up triangle by triangle when shading.
#pragma once

#include "impinge/render.hpp"
#include "render/corner_normals.hpp"

namespace impinge::inline v0::render {

class Shape {
  public:
    std::unique_ptr<raster::Geometry> geometry;
    std::vector<Vec3d> positions;
    std::vector<TriangleIndices> triangles;
    std::vector<CornerNormals> normals; ///< empty if shaded flat
    ShapeOptions options;

    /// From the positions, if the shading wants them.
    void set_normals();
};

/// Adds every vertex of a triangle, where it stands in the world. Vertices may come more than once.
void append_world_points(const PictureBody& body, std::vector<Vec3d>& points);

} // namespace impinge::inline v0::render
