// SPDX-License-Identifier: Apache-2.0
//
// From positions of a mesh to the window, the one place where a vertex is rounded; and from
// primitives to triangles there, clipped at the near plane.
#pragma once

#include "raster/local_mesh.hpp"
#include "raster/software/corner.hpp"
#include "raster/software/planes.hpp"
#include "raster/software/scalar_triangle.hpp"
#include "raster/window_matrix.hpp"

namespace impinge::inline v0::raster {

/// More than any vector has lanes.
inline constexpr std::size_t lane_padding = 64;

/// A mesh the way vector code reads it: every coordinate and every corner in an array of its own,
/// with a few more entries at the end so that the last vector may reach beyond.
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

/// The triangles a primitive of a mesh becomes in the window: itself, what is left of it behind the
/// near plane, or the two halves of an edge's parallelogram. At most two.
struct PrimitiveTriangles {
    std::array<Corners, 2> triangles{};
    int count = 0;
    std::optional<StatedPlane> plane = {}; ///< of an edge: it has one depth across

    void add(const Corner& a, const Corner& b, const Corner& c) {
        triangles[static_cast<std::size_t>(count++)] = {a, b, c};
    }
};

PrimitiveTriangles triangle_in_window(const PlacedMesh& placed, std::uint32_t index);
PrimitiveTriangles edge_in_window(const PlacedMesh& placed, std::uint32_t index);

inline PrimitiveTriangles in_window(const PlacedMesh& placed, Primitive primitive,
                                    std::uint32_t index) {
    return primitive == Primitive::Edges ? edge_in_window(placed, index)
                                         : triangle_in_window(placed, index);
}

inline std::size_t primitive_count(const PlacedMesh& placed, Primitive primitive) {
    return primitive == Primitive::Edges ? placed.mesh->edges.size()
                                         : placed.mesh->triangles.size();
}

} // namespace impinge::inline v0::raster
