// SPDX-License-Identifier: Apache-2.0
#include "convex/convex_pair.hpp"

namespace impinge::inline v0 {

Status check_convex_pose(const Rigid& pose) {
    if (is_convex_pose(pose)) {
        return {};
    }
    const bool finite = is_finite(pose.row_x) && is_finite(pose.row_y) && is_finite(pose.row_z) &&
                        is_finite(pose.translation) && std::isfinite(pose.scale);
    if (!finite) {
        return Error{ErrorCode::NonFinite, "the pose of a convex body is not finite"};
    }
    if (!(pose.scale > 0)) {
        return Error{ErrorCode::InvalidArgument,
                     "the scale of the pose of a convex body is not positive"};
    }
    return Error{ErrorCode::InvalidArgument,
                 "the rows of the pose of a convex body are no rotation (orthonormal to 1e-9, "
                 "right-handed)"};
}

} // namespace impinge::inline v0
