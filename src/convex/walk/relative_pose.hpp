// SPDX-License-Identifier: Apache-2.0
//
// Two bodies seen from each other: everything the walk compares is brought into the frame of one of
// the polytopes, so that neither is moved as a whole and the distance from the origin is lost
// before anything is multiplied with it.
#pragma once

#include "impinge/rigid.hpp"

namespace impinge::inline v0 {

/// A point of one polytope's frame in that of the other.
struct FrameChange {
    Vec3d row_x;
    Vec3d row_y;
    Vec3d row_z;
    Vec3d offset;

    [[nodiscard]] constexpr Vec3d turned(Vec3d vector) const {
        return {dot(row_x, vector), dot(row_y, vector), dot(row_z, vector)};
    }
    /// The direction of the first frame that measures there what `direction` measures here:
    /// dot(direction, turned(v)) = dot(turned_back(direction), v).
    [[nodiscard]] constexpr Vec3d turned_back(Vec3d direction) const {
        return row_x * direction.x + row_y * direction.y + row_z * direction.z;
    }
    [[nodiscard]] constexpr Vec3d operator()(Vec3d point) const { return turned(point) + offset; }
};

/// Vectors change their length between the frames if the bodies have different scales; sizes and
/// distances found by the walk are those of A's frame.
struct RelativePose {
    FrameChange b_to_a;
    FrameChange a_to_b;
};

/// Rotations must be orthonormal.
constexpr RelativePose relative_pose(const Rigid& a, const Rigid& b) {
    const auto columns = [](Vec3d x, Vec3d y, Vec3d z) {
        return FrameChange{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}, {}};
    };
    const FrameChange world_to_a = columns(a.row_x, a.row_y, a.row_z);
    const FrameChange b_axes = columns(b.row_x, b.row_y, b.row_z); // its rows: images of B's axes
    const Vec3d x = world_to_a.turned(b_axes.row_x);
    const Vec3d y = world_to_a.turned(b_axes.row_y);
    const Vec3d z = world_to_a.turned(b_axes.row_z);
    const double growth = b.scale / a.scale;
    const Vec3d between = b.translation - a.translation;

    RelativePose relative;
    relative.b_to_a = columns(x * growth, y * growth, z * growth);
    relative.b_to_a.offset = world_to_a.turned(between) * (1 / a.scale);
    relative.a_to_b = {x * (1 / growth), y * (1 / growth), z * (1 / growth), {}};
    relative.a_to_b.offset = b_axes.turned(between) * (-1 / b.scale);
    return relative;
}

} // namespace impinge::inline v0
