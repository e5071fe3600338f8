// SPDX-License-Identifier: Apache-2.0
//
// From positions of a mesh to the window: the one place where a vertex is rounded.
#pragma once

#include "raster/local_mesh.hpp"
#include "raster/software/corner.hpp"
#include "raster/software/planes.hpp"
#include "raster/window_matrix.hpp"

namespace impinge::inline v0::raster {

/// A mesh seen through a view.
struct PlacedMesh {
    const LocalMesh* mesh = nullptr;
    WindowMatrix matrix;
    Projection projection = Projection::Orthographic;
    float near = 0;   ///< of a perspective view: at least the smallest normal float
    float offset = 0; ///< along vertex normals, for edges
    /// Where the shown part of the window begins, in steps. Taken off after rounding, when it loses
    /// nothing: whole numbers below farthest_step_of_doubles have no other float near, and corners
    /// beyond are taken from to_corner().
    float left = 0;
    float bottom = 0;
};

PlacedMesh place(const LocalMesh& mesh, const View& view, const Rigid& pose, const Pass& pass);

/// Before the division by the distance.
struct ClipPoint {
    float x = 0;
    float y = 0;
    float z = 0;
    float distance = 1;
};

ClipPoint clip_point(const PlacedMesh& placed, std::uint32_t vertex);

/// A rounded vertex; `distance` is not below placed.near.
Corner to_corner(const PlacedMesh& placed, const ClipPoint& point);

/// Where the edge from a point that is not nearer than `near` to one that is meets it. Always
/// called that way round, so that two triangles with this edge get the same corner.
Corner corner_at_near(const PlacedMesh& placed, const ClipPoint& inside, const ClipPoint& outside);

/// Whether every corner a draw can produce is reachable(); looks at single vertices only if a bound
/// on all of them says too little.
Status check_reach(const PlacedMesh& placed, Primitive primitive);

} // namespace impinge::inline v0::raster
