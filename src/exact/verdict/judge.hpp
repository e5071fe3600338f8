// SPDX-License-Identifier: Apache-2.0
//
// Last stage of a query: from the triangle pairs that meet to the verdict, by winding numbers and
// local looks at contacts. judge_solids() asks, in this order: border_walls.cpp,
// judge_contacts.cpp, cells/judge_cells.cpp; where a body has no inside, judge_open.cpp is asked
// instead.
#pragma once

#include "exact/pairs/find_pairs.hpp"
#include "exact/verdict/surface.hpp"
#include "impinge/predicates.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// All pairs of triangles that meet, for who has but some of them.
using AllPairs = std::function<std::vector<TrianglePair>()>;

/// The verdict for two solids whose triangles meet in `pairs`. If `all` is empty, these are all of
/// them; else some may be left out that have but a corner in common, as long as each of their
/// triangles is in some pair. Nothing if they meet at a wall without material on either side and
/// that leaves the verdict open.
std::optional<Verdict> judge_solids(const Solid& a, const Solid& b,
                                    std::span<const TrianglePair> pairs, const AllPairs& all,
                                    const Context& context);

/// The verdict for two surfaces.
Verdict judge_surfaces(std::span<const TrianglePair> pairs);

/// The triangles of one side of the pairs, in order, each once.
std::vector<std::uint32_t> triangles_in(std::span<const TrianglePair> pairs,
                                        std::uint32_t TrianglePair::*side);

// --- borders -------------------------------------------------------------------------------------
//
// Whether walls of a body are its border: material on one side, none on the other. A wall may also
// lie within the material (where parts of a body overlap, nest or lie flush on each other) and then
// bounds nothing.

/// Whether one of the crossing pairs proves the verdict Crossing: both triangles are border at a
/// point inside both. Tries so many of them, in one pass over each mesh. Needs no diagnosis:
/// surfaces without an inside cross anyway, and of a body whose normals are not what is said no
/// triangle is border.
bool borders_cross(const Solid& a, const Solid& b, std::span<const TrianglePair> pairs,
                   std::size_t tries, const Context& context);

/// The same for the first of the crossing pairs alone, in a fraction of that: of each mesh it looks
/// only at what culling found to reach into the common part of the bodies' boxes.
bool first_crossing_is_of_borders(const Solid& a, const Solid& b, const FoundPairs& found,
                                  const Context& context);

/// Whether the triangles named are border, and the surface is plain around them: it does not meet
/// itself there, every edge has two faces, every corner one fan of faces, and all of them have
/// an area. Then contacts there can be judged one by one. Says no once the context is cancelled.
bool is_plain_border(const Solid& solid, const SolidSurface& surface,
                     std::span<const std::uint32_t> triangles, const Context& context);

// --- contacts, one by one ------------------------------------------------------------------------
//
// Two solids whose surfaces meet, but no triangle of one passes through a triangle of the other:
// flush walls, shared edges, corners on faces. Do the interiors overlap all the same? See
// docs/methods/exact.md for why these local questions suffice.

/// Whether the interiors overlap in the neighbourhood of some point where the surfaces meet.
/// `pairs` holds all pairs of faces that meet, none of kind Crossing.
/// Says no once the context is cancelled.
bool interiors_overlap_at_contact(const SolidSurface& a, const SolidSurface& b,
                                  std::span<const TrianglePair> pairs, const Context& context);

/// Whether two surfaces are the same set of points with the same normals, however they are
/// triangulated.
enum class SurfaceEquality : std::uint8_t {
    Different,
    WhereTouched, ///< every triangle that meets the other mesh is covered by it; others do not
    Equal,
};

/// `touched_a` and `touched_b` are the triangles in any pair that meets, in order, each once. They
/// must be plain border.
SurfaceEquality compare_surfaces(const Solid& a, std::span<const std::uint32_t> touched_a,
                                 const Solid& b, std::span<const std::uint32_t> touched_b,
                                 const Context& context);

/// Whether two surfaces, which may be of any kind, are the same as a whole: oriented alike, or all
/// of one turned over if `turn` is -1. Two solids of which this is true are the same. Next to
/// nothing where their boxes differ.
bool are_same_as_a_whole(const WorldMesh& a, const WorldMesh& b, Sign turn, const Context& context);

// --- anything else, cell by cell ---------------------------------------------------------------

/// The verdict for any two solids from its definition, in milliseconds where the contacts take
/// microseconds. `pairs` holds all pairs of triangles that meet. Nothing if the bodies meet at a
/// wall with no material of its body on either side (a sheet of no thickness, a face without an
/// area, a part wound around the wrong way) and that leaves the verdict open.
std::optional<Verdict> judge_cells(const Solid& a, const Solid& b,
                                   std::span<const TrianglePair> pairs, const Context& context);

// --- surfaces without an inside ----------------------------------------------------------------

enum class Inside : std::uint8_t { Known, Unknown };

struct OpenOrSolid {
    Solid surface; ///< a solid only if its inside is known
    Inside inside = Inside::Unknown;
};

struct Judgement {
    Verdict verdict = Verdict::Apart;
    Decision decision = Decision::Final;
};

/// The verdict for two bodies of which at least one has no inside, and whether it is the last word.
/// Their triangles meet in `pairs` (all of them) and nowhere cross.
/// Means nothing once the context is cancelled.
Judgement judge_open(const OpenOrSolid& a, const OpenOrSolid& b,
                     std::span<const TrianglePair> pairs, OpenMeshes meant, const Context& context);

} // namespace impinge::inline v0
