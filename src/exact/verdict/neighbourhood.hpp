// SPDX-License-Identifier: Apache-2.0
//
// What solids look like right beside a point of their surface. Around a line each is a set of
// sectors bounded by half planes, around a vertex a region of the sphere of directions. All
// questions are answered by orient3d on vertices; no point in between is constructed.
#pragma once

#include "exact/verdict/surface.hpp"
#include "impinge/predicates.hpp"

#include <vector>

namespace impinge::inline v0 {

/// Where a direction leads that starts at a point of a solid's surface.
enum class Where : std::uint8_t { Inside, Outside, OnSurface };

/// A line with a sense of direction; angles count counter-clockwise when looking against it.
struct Axis {
    Vec3d from;
    Vec3d to;
};

/// A face as seen along the axis.
struct HalfPlane {
    Vec3d through;     ///< a point of it off the axis
    Sign material = 0; ///< +1: the solid lies counter-clockwise of it, -1: clockwise
};

/// The half planes in which the surface leaves the axis. The axis must run along the feature: an
/// edge's own line (either sense), or a line in the interior of a face.
std::vector<HalfPlane> half_planes(const SolidSurface& surface, const SurfaceFeature& feature,
                                   const Axis& axis);

/// Whether two solids, each given by its half planes, have a sector in common.
bool interiors_overlap_around(const Axis& axis, std::vector<HalfPlane> a, std::vector<HalfPlane> b);

/// Where the half plane from the axis through the target leads.
Where locate_around(const Axis& axis, std::vector<HalfPlane> planes, Vec3d target);

/// The faces at an edge, given by its ends, in order.
std::vector<std::uint32_t> faces_at_edge(const SolidSurface& surface, std::uint32_t first,
                                         std::uint32_t second);

/// A face at a vertex x as the arc from p to q on the sphere of directions, material to the right
/// when seen from outside.
struct Arc {
    Vec3d p;
    Vec3d q;
};

/// What lies around a vertex of the surface.
class VertexSurroundings {
  public:
    VertexSurroundings(const SolidSurface& surface, std::uint32_t vertex);

    /// Where the ray from the vertex towards the target leads at its very beginning. In proportion
    /// to the faces at the vertex.
    [[nodiscard]] Where locate(Vec3d target) const;
    /// Corners of the faces at the vertex next to it, one of each face.
    [[nodiscard]] const std::vector<Arc>& arcs() const { return arcs_; }

    /// Whether a plane is found between all edges at this vertex and those at another at the same
    /// place, touched by none: then all rays along the edges of one lead to the same side of the
    /// other. That none is found says nothing.
    [[nodiscard]] bool are_parted_from(const VertexSurroundings& other) const;

  private:
    Vec3d vertex_;
    std::vector<Arc> arcs_;
};

} // namespace impinge::inline v0
