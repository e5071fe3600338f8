// SPDX-License-Identifier: Apache-2.0
//
// A broad phase for one moment: boxes (AABBs) of many bodies -> the pairs that can meet, by a sweep
// along one axis, in strips along another. It needs
// nothing but the boxes of the moment: no memory between calls, no order of its own.
#pragma once

#include "impinge/broadphase.hpp"
#include "impinge/context.hpp"
#include "impinge/vec3.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// Whether two boxes overlap after one of them is grown by the margin (>= 0) on all sides; closed
/// boxes, so touching counts. Sums of doubles are rounded monotonically, hence boxes whose true gap
/// is no larger than the margin along each axis are never told apart. An empty box is near nothing.
constexpr bool boxes_near(const Box3& a, const Box3& b, double margin) {
    return !is_empty(a) && !is_empty(b) && a.min.x <= b.max.x + margin &&
           b.min.x <= a.max.x + margin && a.min.y <= b.max.y + margin &&
           b.min.y <= a.max.y + margin && a.min.z <= b.max.z + margin &&
           b.min.z <= a.max.z + margin;
}

/// All pairs for which boxes_near(), sorted, each once; the same for any number of threads.
/// Boxes are sorted along the axis on which they are spread most, in strips across the next one, so
/// the cost is that of the sort, of the pairs that share a strip and overlap along the one axis,
/// and of the answer. When cancelled, some pairs are missing.
std::vector<BoxPair> box_pairs(std::span<const Box3> boxes, double margin = 0,
                               const Context& context = {});

} // namespace impinge::inline v0
