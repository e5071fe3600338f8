// SPDX-License-Identifier: Apache-2.0
//
// A surface prepared to be asked for its closest points, and for the side on which a point lies.
//
// The sign follows Baerentzen and Aanaes (2005): the pseudo-normal of a face is its normal, that of
// an edge the sum of those of its faces, that of a vertex the sum weighted by the angles of its
// faces there. Changed: faces without area have no normal, and the vertex in the middle of such a
// face lies on an edge that does not know it. At their vertices and edges the pseudo-normal is
// therefore gathered from all faces that hold the point, whatever they are connected to.
#pragma once

#include "geometry/bvh.hpp"
#include "impinge/context.hpp"
#include "impinge/mesh.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace impinge::inline v0 {

enum class ClosestKind : std::uint8_t { Face, Edge, Corner };

/// The point of a triangle that is closest to another one.
struct ClosestOnTriangle {
    double squared = std::numeric_limits<double>::infinity();
    Vec3d point;
    ClosestKind kind = ClosestKind::Face;
    int index = 0; ///< of the corner; edge k goes from corner k to the next
};

/// Thin triangles, whose normals rounding may turn to anywhere, count as having no area: their
/// edges are closer to all of their points than distances are exact.
ClosestOnTriangle closest_on_triangle(const Triangle& triangle, Vec3d point);

struct ClosestOnSurface {
    ClosestOnTriangle place;
    std::uint32_t triangle = 0;
    bool found = false;
};

class OrientedSurface {
  public:
    /// Squares of coordinates must neither overflow nor underflow. Means nothing once the context
    /// is cancelled. Vertices and triangles must outlive it.
    OrientedSurface(std::span<const Vec3d> vertices, std::span<const TriangleIndices> triangles,
                    const Context& context);

    /// The closest point; `guess`, a triangle that may be near, makes it quicker.
    [[nodiscard]] ClosestOnSurface closest(Vec3d point, std::uint32_t guess) const;
    /// Whether the point lies behind the surface, by the pseudo-normal at its closest point.
    [[nodiscard]] bool is_behind(Vec3d point, const ClosestOnSurface& closest) const;
    [[nodiscard]] bool at_border(const ClosestOnSurface& closest) const;

  private:
    struct Edge {
        Vec3d normal;
        bool border = false;
        bool beside_thin = false; ///< one of its triangles has no area
    };
    struct Corner {
        bool border = false;
        bool beside_thin = false;
    };

    void add_edges(const Context& context);
    void mark_thin();
    [[nodiscard]] Triangle triangle(std::uint32_t index) const;
    [[nodiscard]] Vec3d pseudo_normal(const ClosestOnSurface& closest) const;
    /// The sum over all faces that hold the point, but for rounding.
    [[nodiscard]] Vec3d gathered_normal(Vec3d point) const;

    std::span<const Vec3d> vertices_;
    std::span<const TriangleIndices> triangles_;
    std::vector<std::uint32_t> weld_;
    std::vector<Vec3d> normals_; ///< of faces, unit length; zero of those without area
    std::vector<Vec3d> corner_normals_;
    std::vector<Corner> corners_; ///< by welded vertex
    std::vector<std::array<std::uint32_t, 3>> edges_of_;
    std::vector<Edge> edges_;
    double blur_ = 0; ///< what is nearer than this counts as the same place
    Bvh tree_;
};

} // namespace impinge::inline v0
