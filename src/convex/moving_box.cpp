// SPDX-License-Identifier: Apache-2.0
//
// Why the walked boxes hold all vertices. Let e = 6 u reach (u = 2^-53): a computed dot product of
// a row of a rotation and a vertex is wrong by less (3 sqrt(3) u reach, the row being a unit vector
// to 1e-9), and one of a row and an edge by less than 3 e. Where a walk ends, the row rises by at
// most 2 e (by neighbours) or 6 e (by regions) to each neighbour of the vertex, hence by at most 6
// e / slope * 2 radius to any vertex (polytope_data.hpp). World coordinates add rounding: each
// vertex 2 u (scale * 2 reach + |translation|), and the widening itself.
#include "convex/moving_box.hpp"

#include "math/measures.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0 {
namespace {

/// Rows of a rotation may be so much too long.
constexpr double row_tolerance = 1e-9;
/// Boxes that would have to be widened by more than this part of the radius are not walked.
constexpr double largest_widening = 1e-6;

/// By how much a world coordinate may be off by scaling and moving alone.
double pose_rounding(const PolytopeData& polytope, const Rigid& pose) {
    const double size = pose.scale * 2 * polytope.reach + largest_magnitude(pose.translation);
    return 6 * unit_roundoff * size;
}

double height(const PolytopeData& polytope, std::uint32_t vertex, Vec3d direction) {
    return dot(direction, polytope.vertices[vertex]);
}

struct ByNeighbours {
    /// Every step is higher than all before, as computed: it ends.
    static std::uint32_t walk(const PolytopeData& polytope, Vec3d direction, std::uint32_t vertex) {
        double highest = height(polytope, vertex, direction);
        for (;;) {
            std::uint32_t best = vertex;
            for (std::uint32_t i = polytope.vertex_first[vertex];
                 i < polytope.vertex_first[vertex + 1]; ++i) {
                const std::uint32_t neighbour = polytope.vertex_neighbours[i];
                const double candidate = height(polytope, neighbour, direction);
                if (candidate > highest) {
                    highest = candidate;
                    best = neighbour;
                }
            }
            if (best == vertex) {
                return vertex;
            }
            vertex = best;
        }
    }
};

struct ByRegions {
    /// A wall infinitely far away is nearest to a vertex if its direction lies in the Voronoi
    /// region of the vertex: behind all planes across its edges. Only planes that it certainly
    /// violates are crossed, so every step really rises and the walk ends.
    static std::uint32_t walk(const PolytopeData& polytope, Vec3d direction, std::uint32_t vertex) {
        const double certain = 3 * dot_error(polytope);
        for (;;) {
            std::uint32_t beyond = vertex;
            for (std::uint32_t i = polytope.vertex_first[vertex];
                 i < polytope.vertex_first[vertex + 1]; ++i) {
                const std::uint32_t neighbour = polytope.vertex_neighbours[i];
                const Vec3d edge = polytope.vertices[neighbour] - polytope.vertices[vertex];
                if (dot(direction, edge) > certain) {
                    beyond = neighbour;
                    break;
                }
            }
            if (beyond == vertex) {
                return vertex;
            }
            vertex = beyond;
        }
    }
};

template <typename Method>
Box3 walked_box(const PolytopeData& polytope, const Rigid& pose, ExtremeVertices& extremes) {
    const double hidden = 6 * dot_error(polytope) * 2 * polytope.radius;
    if (!(hidden <= largest_widening * polytope.radius * polytope.slope)) {
        return tight_box(polytope, pose);
    }
    Box3 box;
    for (int axis = 0; axis < 3; ++axis) {
        const Vec3d row = axis == 0 ? pose.row_x : axis == 1 ? pose.row_y : pose.row_z;
        auto& lowest = extremes[2 * static_cast<std::size_t>(axis)];
        auto& highest = extremes[2 * static_cast<std::size_t>(axis) + 1];
        lowest = Method::walk(polytope, -row, lowest < polytope.vertices.size() ? lowest : 0);
        highest = Method::walk(polytope, row, highest < polytope.vertices.size() ? highest : 0);
        box.min[axis] = height(polytope, lowest, row) * pose.scale + pose.translation[axis];
        box.max[axis] = height(polytope, highest, row) * pose.scale + pose.translation[axis];
    }
    const double in_body = hidden / polytope.slope + 2 * dot_error(polytope);
    return grown(box, pose.scale * in_body * (1 + row_tolerance) + pose_rounding(polytope, pose));
}

} // namespace

Box3 fixed_cube(const PolytopeData& polytope, const Rigid& pose) {
    const Vec3d centre = apply(pose, polytope.centre);
    const double in_body = polytope.radius * (1 + row_tolerance) + 2 * dot_error(polytope);
    return grown({centre, centre}, pose.scale * in_body + pose_rounding(polytope, pose));
}

Box3 box_by_regions(const PolytopeData& polytope, const Rigid& pose, ExtremeVertices& extremes) {
    return walked_box<ByRegions>(polytope, pose, extremes);
}

Box3 box_by_neighbours(const PolytopeData& polytope, const Rigid& pose, ExtremeVertices& extremes) {
    return walked_box<ByNeighbours>(polytope, pose, extremes);
}

} // namespace impinge::inline v0
