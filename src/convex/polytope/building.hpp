// SPDX-License-Identifier: Apache-2.0
//
// The stages in which a polytope is built, each in a file of its own name:
//
//   points ── exact_hull ──▶ triangles
//   mesh ── closed_surface, flip_caps, check_convex ──▶ a convex surface      (convexity.cpp)
//        ── polytope_faces ──▶ faces ── assemble_polytope ──▶ PolytopeData
#pragma once

#include "convex/polytope_data.hpp"
#include "impinge/expected.hpp"
#include "impinge/mesh.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// The convex hull of points, decided by exact signs alone (Barber, Dobkin and Huhdanpaa 1996, "The
/// quickhull algorithm for convex hulls"; here faces in one plane stay apart and no width is given
/// to them). Triangles over the points, counter-clockwise seen from outside; those in one plane are
/// fine, none is without area. Fails if all points lie in one plane. The points must be finite and
/// fewer than 2^32.
Expected<std::vector<TriangleIndices>> exact_hull(std::span<const Vec3d> points);

// --- whether a mesh bounds a convex solid
// ---------------------------------------------------------
//
// Decided without rounding (Mehlhorn, Naeher, Seel, Seidel, Schilz, Schirra and Uhrig 1999,
// "Checking geometric programs or verification of geometric structures").

/// Triangles that close a surface of one part without handles: a sphere, as far as connections go.
struct ClosedSurface {
    std::vector<Vec3d> positions;           ///< all those of the mesh
    std::vector<TriangleIndices> triangles; ///< equal positions are one vertex; no corner twice
    /// For each triangle those across its edges from corner i to corner i + 1.
    std::vector<std::array<std::uint32_t, 3>> neighbours;
    std::vector<std::uint32_t> number_in_mesh; ///< of each triangle
};

/// Fails with what is in the way of the mesh being one closed surface.
Expected<ClosedSurface> closed_surface(const MeshView& mesh);

/// The same surface without triangles whose corners lie on one line. Fails at one that is its own
/// back.
Status flip_caps(ClosedSurface& surface);

/// Fails with the place where the surface is not the border of a convex solid, normals outward.
Status check_convex(const ClosedSurface& surface);

// --- from the triangles of a convex surface to its faces
// ------------------------------------------

/// Triangles in one plane are one face, and only vertices at which three faces meet are corners.
struct PolytopeFaces {
    std::vector<Vec3d> vertices; ///< in the order of the surface
    /// Corners of face f, counter-clockwise seen from outside: first[f] .. first[f + 1].
    std::vector<std::uint32_t> first;
    std::vector<std::uint32_t> corners;
    /// Those of the surface if all its vertices are corners, else each face as a fan.
    std::vector<TriangleIndices> triangles;
};

/// The surface must have passed check_convex().
PolytopeFaces polytope_faces(const ClosedSurface& surface);

// --- everything a polytope knows, from its faces
// --------------------------------------------------

PolytopeData assemble_polytope(PolytopeFaces faces);

// Its steps; each reads what the ones before it have filled in.
void connect_features(PolytopeData& polytope); ///< edges and neighbours, from the corners of faces
void lay_planes(PolytopeData& polytope);       ///< planes, sides of faces, edge vectors
void measure_polytope(PolytopeData& polytope); ///< centre, radius, volume, bounds of rounding
void fill_columns(PolytopeData& polytope);
void fill_direction_table(PolytopeData& polytope);

} // namespace impinge::inline v0
