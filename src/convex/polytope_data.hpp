// SPDX-License-Identifier: Apache-2.0
//
// A polytope as the walks read it: features with their neighbours, and the planes that bound their
// Voronoi regions, all in the polytope's own frame.
//
//   edge e runs from tail to head; seen from outside, `left` is the face on its left (which runs
//   through it tail -> head), `right` the other.
//
//                 head
//            left  ^  right
//                  |
//                 tail
#pragma once

#include "impinge/convex.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

struct PolytopeEdge {
    std::uint32_t tail = 0;
    std::uint32_t head = 0;
    std::uint32_t left = 0;
    std::uint32_t right = 0;
    std::uint32_t left_side = 0; ///< the places of this edge in face_sides, of either face
    std::uint32_t right_side = 0;
};

/// Unit normal n outwards, to rounding; a point p lies outside where dot(n, p) > offset, the
/// largest value of a corner of the face.
struct FacePlane {
    Vec3d normal;
    double offset = 0;
};

/// For loops over all points or planes: coordinates side by side, padded with copies of the last
/// one to a multiple of `lanes`.
struct PointColumns {
    static constexpr std::size_t lanes = 8;
    std::vector<double> x;
    std::vector<double> y;
    std::vector<double> z;
    std::size_t count = 0; ///< without the padding
};

struct PolytopeData {
    std::vector<Vec3d> vertices;
    std::vector<PolytopeEdge> edges; ///< from the smaller vertex to the larger, in order
    std::vector<FacePlane> planes;
    std::vector<TriangleIndices> triangles; ///< the faces cut up, for the exact engine

    // Neighbours, as ranges: those of i are at first[i] .. first[i + 1].
    std::vector<std::uint32_t>
        vertex_first; ///< edges around a vertex, counter-clockwise from outside
    std::vector<std::uint32_t> vertex_edges;
    std::vector<std::uint32_t> vertex_neighbours; ///< the other ends, in the same places
    std::vector<std::uint32_t> face_first;        ///< edges around a face, counter-clockwise
    std::vector<std::uint32_t> face_edges;
    std::vector<std::uint32_t> face_corners; ///< where that edge begins, in the same places
    /// The plane through that edge across the face, inward in the face: a point projects into the
    /// face where dot(normal, p) >= offset for all of them. Unit normals.
    std::vector<FacePlane> face_sides;
    std::vector<Vec3d> edge_vectors; ///< head - tail

    PointColumns vertex_columns;
    PointColumns normal_columns; ///< of planes; offsets beside them
    std::vector<double> plane_offsets;

    Vec3d centre;
    double radius = 0; ///< around the centre, rounded up
    double volume = 0;
    double reach = 0; ///< the largest absolute coordinate

    /// No corner of a face lies deeper below its plane, in exact arithmetic: 0 < offset - dot(n, p)
    /// <= plane_error. A point more than that below all planes lies inside the polytope, since a
    /// ray to it from the centre through a face would rise over the plane of that face; this needs
    /// centre_depth > plane_error.
    double plane_error = 0;
    double centre_depth = 0; ///< the centre lies at least so deep below all planes
    /// At every vertex v there is a unit vector along which all neighbours lie at least so far from
    /// v; 0 if rounding hides that. If d rises by at most h from v to each neighbour (|d| = 1), it
    /// rises by at most h / slope * 2 radius to any vertex: tilting d by h / slope against that
    /// vector makes v its highest vertex.
    double slope = 0;

    /// A vertex near the extreme in each of many directions (Dworkin and Zeltzer 1993): where a
    /// walk begins that has no memory. Cells of a cube map, direction_cells x direction_cells each.
    static constexpr int direction_cells = 4;
    std::vector<std::uint32_t> vertex_towards;
};

constexpr double unit_roundoff = 0x1p-53;

/// What rounding can hide in the product of a unit vector with a point of the polytope.
inline double dot_error(const PolytopeData& polytope) { return 6 * unit_roundoff * polytope.reach; }

/// A vertex that is extreme, or nearly so, in a direction of the polytope's frame.
std::uint32_t vertex_towards(const PolytopeData& polytope, Vec3d direction);

/// Whether the structure keeps its promises; a sentence if not. For tests and debug builds.
Status validate(const PolytopeData& polytope);

} // namespace impinge::inline v0
