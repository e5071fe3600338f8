// SPDX-License-Identifier: Apache-2.0
//
// Whether a pose put together from a file's numbers is still one of numbers.
#pragma once

#include "impinge/rigid.hpp"

namespace impinge::inline v0 {

inline bool is_finite(const Rigid& pose) {
    return is_finite(pose.row_x) && is_finite(pose.row_y) && is_finite(pose.row_z) &&
           is_finite(pose.translation);
}

} // namespace impinge::inline v0
