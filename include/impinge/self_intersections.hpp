// SPDX-License-Identifier: Apache-2.0
//
// Does a mesh cross, touch or fold onto itself?
//
//     bool crosses_itself(const impinge::Mesh& mesh) {
//         const auto found =
//             impinge::self_intersections(mesh.view(), {.detail = impinge::Detail::Verdict});
//         return !found || !found->pairs.empty(); // could not tell, or does
//     }
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/collide.hpp"
#include "impinge/export.h"

namespace impinge::inline v0 {

struct SelfIntersectionOptions {
    Detail detail = Detail::Pairs;
};

struct SelfIntersections {
    /// Pairs with a < b, sorted, each once, no caps. Reported are
    ///  - triangles without a common corner that meet at all (kind Touching or Crossing);
    ///  - triangles with a common corner or edge that meet in more than that corner or edge: one
    ///    pierces the other, or they fold onto each other in one plane.
    /// Corners are common when their coordinates are equal, whatever their indices.
    std::vector<TrianglePair> pairs;
    std::uint64_t crossing_pairs = 0;
    std::uint64_t touching_pairs = 0;
    /// With Detail::Curves: where, as in Interference.
    std::vector<ContactSegment> segments;
    std::vector<ContactCurve> curves;
    bool partial = false; ///< cancelled: the lists hold only what was proved so far
    std::uint64_t hash = 0;
    Counters counters;
    StageTimes milliseconds;
};

/// All self-intersections, exact. With Detail::Verdict it stops at the first one found: `pairs`
/// then holds at most one pair (which one may differ between runs; whether there is one does not).
/// Triangles of zero area are segments or points and take part like any other.
IMPINGE_API Expected<SelfIntersections>
self_intersections(const MeshView& mesh, const SelfIntersectionOptions& options = {},
                   const Context& context = {});

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
