// SPDX-License-Identifier: Apache-2.0
//
// Small measures of vectors and axis-aligned boxes (AABBs) that impinge/vec3.hpp has not.
#pragma once

#include "impinge/vec3.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0 {

inline Vec3d absolute(Vec3d v) { return {std::abs(v.x), std::abs(v.y), std::abs(v.z)}; }

/// The largest absolute coordinate.
inline double largest_magnitude(Vec3d v) {
    return std::max(std::abs(v.x), std::max(std::abs(v.y), std::abs(v.z)));
}

/// Halved before it is added: no overflow at the end of the range.
constexpr Vec3d centre(const Box3& box) { return box.min * 0.5 + box.max * 0.5; }

constexpr double longest_side(const Box3& box) {
    const Vec3d size = extent(box);
    return std::max(size.x, std::max(size.y, size.z));
}

/// Whether a box lies in another; closed boxes.
constexpr bool holds(const Box3& outer, const Box3& inner) {
    return contains(outer, inner.min) && contains(outer, inner.max);
}

/// Larger by so much on all sides, to rounding. An empty box may become one that is not.
constexpr Box3 grown(const Box3& box, double by) {
    const Vec3d all{by, by, by};
    return {box.min - all, box.max + all};
}

} // namespace impinge::inline v0
