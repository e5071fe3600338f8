// SPDX-License-Identifier: Apache-2.0
//
// The verdict for two bodies of which at least one has no inside, and whether it is the last word.
//
// What is proved: where a surface without an inside lies to a solid. Parts that do not meet the
// solid's surface lie on one side of it, so one vertex of each decides. Of a part that touches
// without crossing, the vertices of the triangles in contact are asked: every piece into which the
// contact cuts the part, and that has a vertex at all, has one of those.
//
// What cannot be proved: that a body does not lie in a mesh without an inside. If the mesh had one
// it would lie in its box, and what closes a hole in the box of the hole's rim. So that is left
// open where a part of the other body lies in the box of the mesh (strictly, if it does not meet
// the surface) or may reach through a hole.
#pragma once

#include "exact/solid_surface.hpp"

#include <span>

namespace impinge::inline v0 {

enum class Inside : std::uint8_t { Known, Unknown };

struct OpenOrSolid {
    Solid surface; ///< a solid only if its inside is known
    Inside inside = Inside::Unknown;
};

struct Judgement {
    Verdict verdict = Verdict::Apart;
    Decision decision = Decision::Final;
};

/// The triangles of the two meet in `pairs` (all of them) and nowhere cross.
Judgement judge_open(const OpenOrSolid& a, const OpenOrSolid& b,
                     std::span<const TrianglePair> pairs, OpenMeshes meant);

} // namespace impinge::inline v0
