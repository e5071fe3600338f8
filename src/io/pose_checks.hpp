// SPDX-License-Identifier: Apache-2.0
//
// Whether a pose put together from a file's numbers is finite, and whether it is singular and would
// flatten a body.
#pragma once

#include "impinge/rigid.hpp"

namespace impinge::inline v0 {

/// The box spanned by the rows, each made one long, and that spanned by the columns both have a
/// volume of less than this: the matrix has rank 2 or less, or it had before its numbers were
/// rounded. A turn has 1, however much each axis is stretched before or after it.
inline constexpr double flat_volume = 1e-12;

/// Of finite numbers; the translation plays no part.
bool flattens(const Rigid& pose);

inline bool is_finite(const Rigid& pose) {
    return is_finite(pose.row_x) && is_finite(pose.row_y) && is_finite(pose.row_z) &&
           is_finite(pose.translation);
}

} // namespace impinge::inline v0
