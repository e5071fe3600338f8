// SPDX-License-Identifier: Apache-2.0
//
// Do two bodies interfere, and where? The one call most users need:
//
//     void print_verdict(const impinge::Mesh& a, const impinge::Mesh& b) {
//         const auto found = impinge::collide({a.view()}, {b.view()});
//         if (!found) {
//             std::puts(found.error().message.c_str());
//         } else if (!found->decided()) {
//             std::puts("could not tell"); // then Apart does not mean "no interference"
//         } else {
//             std::puts(to_string(found->verdict));
//         }
//     }
//
// Thread rule: every function here is safe to call from any number of threads at once, also on
// shared meshes, as long as nobody writes to those meshes meanwhile. There is no global
// state that an answer could depend on.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/context.hpp"
#include "impinge/expected.hpp"
#include "impinge/export.h"
#include "impinge/mesh.hpp"
#include "impinge/rigid.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace impinge::inline v0 {

/// One word for a pair of bodies, both taken as closed sets.
///
/// A body is the set of points its surface winds around at least once, outward normals counting +1:
/// disjoint, overlapping or nested parts form their union, faces that are there twice count once,
/// and a part with inward normals inside another is a cavity. Walls that bound nothing, because the
/// body is on both sides of them, have no part in the verdict; pairs of triangles that meet there
/// are listed all the same.
enum class Verdict : std::uint8_t {
    Apart,    ///< no common point (a body in a cavity of the other is apart from it)
    Touching, ///< the borders meet, the interiors do not overlap
    Crossing, ///< the interiors overlap and neither of the cases below holds
    AInsideB, ///< every part of A lies in B's material and the borders do not meet
    BInsideA,
    Same, ///< equal as point sets, however they are triangulated and put together
};

enum class Certainty : std::uint8_t {
    Exact,        ///< proved with exact predicates
    Conservative, ///< may report too much, never too little
    Sampled,      ///< at a stated pixel size; may miss what falls between samples
};

/// What the verdict compares. A mesh that is open or badly oriented has no inside; if either body
/// is such a mesh, it is compared as a surface, and this field says so:
///  - Crossing: a triangle pair crosses, or part of the surface lies in the other body, a solid,
///    and part of it does not or touches its wall;
///  - AInsideB, BInsideA: the whole surface lies in the other body, which is a solid (its inside is
///    known, so this is proved), and they do not meet;
///  - Touching, Apart: none of these. Whether that is the last word is said by Decision.
/// Borders that cross, or boxes that do not overlap, settle the verdict for solids and surfaces
/// alike; bodies are then not examined (see Solidity) and the field stays at Solids. Solids that
/// meet at a wall with no material on either side of it (a sheet of no thickness) are compared as
/// surfaces, too, if the verdict hangs on it.
enum class Compared : std::uint8_t { Solids, Surfaces };

/// Whether the verdict is the last word about a pair. If it is not, an Apart or Touching must not
/// be read as "no interference".
enum class Decision : std::uint8_t {
    Final, ///< proved; nothing is left open
    /// The surfaces are as the verdict says, but a mesh without an inside may hold the other body
    /// or part of it, had it one: mend the mesh, or say that it is meant as a surface (OpenMeshes).
    /// Wherever the inside would be, it lies in the box of the mesh, and what closes a hole in that
    /// of its rim. So without contact this is said if and only if the box of a connected part of
    /// the other body lies strictly within the box of the mesh, or meets that of a rim (the part
    /// may reach through the hole); where surfaces touch, if a part that touches reaches into one.
    ContainmentOpen,
    Cancelled, ///< the call was cancelled before it could tell; the verdict is a lower bound
};

/// What a mesh without an inside is meant to be.
enum class OpenMeshes : std::uint8_t {
    UnfinishedSolids, ///< a solid with a defect: what may lie in it is left open
    /// A surface, such as a cloth: nothing can lie in it, and every verdict is Final. Touching then
    /// says that no triangle pair crosses and that no vertex of the surface lies in a solid.
    Surfaces,
};

/// A mesh and where it stands.
struct Body {
    MeshView mesh;
    Rigid pose{};
    /// What diagnose() said of this mesh, if the caller has it: saves repeating it in every query
    /// that needs to know whether the mesh is a solid. It must be true of the mesh's present state
    /// and outlive the query.
    const Diagnosis* diagnosis = nullptr;
};

enum class Detail : std::uint8_t {
    Verdict, ///< the verdict alone; stops at the first proof
    Pairs,   ///< every intersecting triangle pair
    Curves,  ///< pairs, contact segments and the curves they chain into
};

struct CollideOptions {
    Detail detail = Detail::Verdict;
    OpenMeshes open_meshes = OpenMeshes::UnfinishedSolids;
};

/// Two triangles that meet; `a` and `b` index the triangles of body A and of body B.
struct TrianglePair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    PairKind kind = PairKind::Touching;

    friend auto operator<=>(const TrianglePair&, const TrianglePair&) = default;
};

/// The contact of one pair where it is a segment, ends in lexicographic order.
struct ContactSegment {
    TrianglePair pair;
    Vec3d start;
    Vec3d end;

    friend auto operator<=>(const ContactSegment&, const ContactSegment&) = default;
};

/// Contact segments joined end to end. A closed curve does not repeat its first point.
struct ContactCurve {
    std::vector<Vec3d> points;
    bool closed = false;

    friend bool operator==(const ContactCurve&, const ContactCurve&) = default;
};

/// How much work each stage of the query did. Not part of the answer: with Detail::Verdict these
/// depend on where the first proof was found.
struct Counters {
    std::uint64_t triangles_in_region = 0;
    std::uint64_t triangles_after_bins = 0;
    std::uint64_t candidate_pairs = 0;
};

/// Milliseconds per stage; `match` and `prove` are summed over threads.
struct StageTimes {
    double world = 0;
    double cull = 0;
    double bin = 0;
    double match = 0;
    double prove = 0;
    double judge = 0;
    double curves = 0;
    double total = 0;
};

/// Whether a body was found to be a solid. Left unexamined when the answer does not depend on it,
/// and of two solids that cross.
struct Solidity {
    bool examined = false;
    bool solid = false;
    std::vector<std::string> reasons; ///< why not, in words
};

struct Interference {
    Verdict verdict = Verdict::Apart;
    Certainty certainty = Certainty::Exact;
    /// With Certainty::Sampled: the larger side of a pixel, in world units. 0 otherwise.
    double pixel_size = 0;
    Compared compared = Compared::Solids;
    Decision decision = Decision::Final;
    /// The call was cancelled: the lists hold only what was proved so far. Unless the verdict is
    /// Crossing it is then a lower bound, never means "no contact", and `decision` is Cancelled.
    bool partial = false;
    Solidity solidity_a;
    Solidity solidity_b;

    // With Detail::Pairs and above. All of them: there are no caps.
    std::vector<TrianglePair> pairs; ///< sorted by (a, b), each once
    std::uint64_t crossing_pairs = 0;
    std::uint64_t touching_pairs = 0;

    // With Detail::Curves.
    std::vector<ContactSegment> segments; ///< sorted like pairs
    std::vector<ContactCurve> curves;     ///< most points first; the same for (A, B) and (B, A)

    /// Digest of everything above: equal for any number of threads, compiler and machine. Swapping
    /// A and B mirrors the answer and so changes it.
    std::uint64_t hash = 0;

    Counters counters;
    StageTimes milliseconds;

    /// Whether the verdict may be relied on; if not, `decision` says why.
    [[nodiscard]] bool decided() const { return decision == Decision::Final; }
};

/// Decides how A and B meet. Exact; needs no preprocessing and keeps nothing.
/// collide(b, a) is the mirror image of collide(a, b).
///
/// Bodies may overlap themselves (see self_intersections): what costs microseconds for contacts
/// of plain surfaces takes milliseconds or more then, in proportion to the places where a
/// surface meets itself.
///
/// Fails if a mesh has an index out of range or a world coordinate that is not finite, if it has
/// more vertices or triangles than validate() allows, if the scale of a pose is not positive, or
/// if memory runs out. A mesh without triangles is the empty set: apart from everything.
IMPINGE_API Expected<Interference> collide(const Body& a, const Body& b,
                                           const CollideOptions& options = {},
                                           const Context& context = {});

/// The same verdict seen from the other body.
constexpr Verdict mirrored(Verdict verdict) {
    return verdict == Verdict::AInsideB   ? Verdict::BInsideA
           : verdict == Verdict::BInsideA ? Verdict::AInsideB
                                          : verdict;
}

/// "apart", "touching", "crossing", "a_inside_b", "b_inside_a", "same": stable, for files.
IMPINGE_API const char* to_string(Verdict verdict);
IMPINGE_API const char* to_string(Certainty certainty); ///< "exact", "conservative", "sampled"
IMPINGE_API const char* to_string(Compared compared);   ///< "solids", "surfaces"
IMPINGE_API const char* to_string(Decision decision); ///< "final", "containment_open", "cancelled"
IMPINGE_API const char* to_string(PairKind kind);     ///< "apart", "touching", "crossing"

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
