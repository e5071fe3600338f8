// SPDX-License-Identifier: Apache-2.0
//
// What is wrong with a mesh, one by one and with its place. diagnose() in mesh.hpp counts; this
// says where, for a person who has to mend it. And how large the mesh is.
//
//     void print_holes(const impinge::Mesh& mesh) {
//         for (const impinge::Defect& defect : impinge::list_defects(mesh.view()).list) {
//             if (defect.kind == impinge::DefectKind::OpenEdge) {
//                 const impinge::Vec3d at = defect.positions[0];
//                 std::printf("a hole at %g %g %g\n", at.x, at.y, at.z);
//             }
//         }
//     }
//
// Thread rule: as in collide.hpp.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/export.h"
#include "impinge/mesh.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace impinge::inline v0 {

/// The first two keep a mesh from being used at all (validate() refuses it); open and misoriented
/// edges, whatever their cause, and parts inside out keep it from being a solid; the rest is
/// allowed in a solid, but rarely meant.
///
/// Edges are told apart by what is to be done about them. The open edges that diagnose() counts are
/// those of the kinds OpenEdge and TJunctionEdge together, the misoriented ones those of
/// MisorientedEdge and DuplicateFaceEdge.
enum class DefectKind : std::uint8_t {
    IndexOutOfRange, ///< a triangle names a vertex the mesh does not have
    NonFiniteVertex, ///< a coordinate is NaN or infinite
    OpenEdge,        ///< an edge of exactly one face: the rim of a hole
    /// An open edge that runs along another open edge though they do not have both ends in common:
    /// there is no hole, a vertex of one side is missing on the other. "Along" allows for the
    /// rounding of single precision.
    TJunctionEdge,
    MisorientedEdge, ///< an edge run through more often one way than the other, not open
    /// A misoriented edge that would not be one if every face were there only once.
    DuplicateFaceEdge,
    InsideOutComponent, ///< a closed part whose normals point into its material
    NonManifoldEdge,    ///< an edge of more than two faces
    DegenerateFace,     ///< corners on one line: no area
    DuplicateFace,      ///< the same three corners as an earlier face, in any order
    RedundantComponent, ///< a closed part that bounds nothing (Diagnosis::redundant_components)
};
inline constexpr std::size_t defect_kind_count = 11;

/// "index_out_of_range", "non_finite_vertex", "open_edge", "t_junction_edge", "misoriented_edge",
/// "duplicate_face_edge", "inside_out_component", "non_manifold_edge", "degenerate_face",
/// "duplicate_face", "redundant_component": stable, for files.
IMPINGE_API const char* to_string(DefectKind kind);

struct Defect {
    DefectKind kind = DefectKind::OpenEdge;
    /// Those that are involved, in increasing order: the faces of the edge, the face, the first
    /// face with these corners and the duplicate, all of the part. Of a NonFiniteVertex: those that
    /// use it, perhaps none.
    std::vector<std::uint32_t> triangles;
    /// The ends of the edge (each the smallest of the vertices at that place), the corners of the
    /// face (of the duplicate, if two are involved; of the first, of a part), the vertex. Of an
    /// IndexOutOfRange the corners as they stand, the wrong ones included.
    std::vector<std::uint32_t> vertices;
    /// Where those are, in the coordinates of the mesh. Empty of an IndexOutOfRange.
    std::vector<Vec3d> positions;

    friend bool operator==(const Defect&, const Defect&) = default;
};

struct DefectOptions {
    /// List at most so many of each kind; all of them are counted.
    std::size_t limit_per_kind = std::numeric_limits<std::size_t>::max();
};

struct Defects {
    /// By kind in the order of the enumeration; edges by their vertices, the others by their
    /// (last) triangle or vertex, parts by their first triangle.
    std::vector<Defect> list;
    /// How many there are of each kind, listed or not.
    std::array<std::size_t, defect_kind_count> totals{};

    [[nodiscard]] std::size_t total(DefectKind kind) const {
        return totals[static_cast<std::size_t>(kind)];
    }
};

/// Every defect, with totals as diagnose() counts them. A mesh that validate() refuses has only
/// defects of the first two kinds listed: the others cannot be told before those are mended. One
/// that cannot lie in memory (see validate()) is not read, and nothing is listed.
IMPINGE_API Defects list_defects(const MeshView& mesh, const DefectOptions& options = {},
                                 const Context& context = {});

/// In double, added up in the order of the triangles: the same bits everywhere. Infinite or NaN
/// where a coordinate is beyond what its square or cube can hold.
struct MeshMeasures {
    Box3 box; ///< of the vertices that triangles use; empty without triangles
    double area = 0;
    /// Of a closed mesh the enclosed volume: negative if the normals point inwards, overlapping
    /// parts counted as often as they overlap. Means nothing for a mesh with open edges.
    double volume = 0;
};

/// Fails on what validate() refuses.
IMPINGE_API Expected<MeshMeasures> measure(const MeshView& mesh);

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
