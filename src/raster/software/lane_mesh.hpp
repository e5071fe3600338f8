// SPDX-License-Identifier: Apache-2.0
//
// A mesh the way vector code reads it: every coordinate and every corner in an array of its own,
// with a few more entries at the end so that the last vector may reach beyond.
#pragma once

#include "raster/local_mesh.hpp"
#include "raster/software/planes.hpp"

namespace impinge::inline v0::raster {

/// More than any vector has lanes.
inline constexpr std::size_t lane_padding = 64;

struct LaneMesh {
    std::array<std::vector<float>, 3> positions; ///< x, y, z
    std::array<std::vector<float>, 3> normals;   ///< empty without edges
    std::array<std::vector<std::uint32_t>, 3> corners;
    std::array<std::vector<std::uint32_t>, 2> edge_ends;
    std::size_t vertices = 0;
};

LaneMesh lane_mesh(const LocalMesh& mesh);
void replace_lane_positions(LaneMesh& lanes, const LocalMesh& mesh);

/// Vertices in the window. x and y are whole steps; x is infinite for what lies before the near
/// plane.
struct WindowVertices {
    UntouchedArray<float> x;
    UntouchedArray<float> y;
    UntouchedArray<float> z;
    std::size_t capacity = 0;

    void reserve(std::size_t vertices);
};

} // namespace impinge::inline v0::raster
