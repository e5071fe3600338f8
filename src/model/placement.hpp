// SPDX-License-Identifier: Apache-2.0
//
// How the frame of one tree lies in that of another, once both bodies stand in the world.
#pragma once

#include "impinge/rigid.hpp"
#include "model/box_tests.hpp"

#include <array>

namespace impinge::inline v0::model {

/// From the frame of one tree to that of another: q = ratio * turn * p + offset.
struct FrameMap {
    std::array<Vec3d, 3> turn; ///< rows
    double ratio = 1;
    Vec3d offset;
    /// More than what is mapped can be off, in units of the frame it is mapped to: what vertices
    /// are off in their frames, and the rounding of the world's coordinates.
    float slack = 0;

    [[nodiscard]] Vec3d operator()(Vec3d p) const {
        return Vec3d{dot(turn[0], p), dot(turn[1], p), dot(turn[2], p)} * ratio + offset;
    }
    /// The same in floats, which costs what `slack` has in it.
    [[nodiscard]] FloatMap in_floats() const;
    [[nodiscard]] FloatBoxMap for_boxes() const;
};

std::array<float, 3> to_floats(Vec3d v);

/// Where a body stands, as its tree sees it.
struct PlacedTree {
    const ObbTree& tree;
    Rigid pose;
};

/// Whether the pose is a finite rotation or reflection, to a relative 2^-20, with a scale and a
/// translation that leave the coordinates of the body between 1e-50 and 1e50. Others are not looked
/// at through trees.
bool fits(const PlacedTree& body);

/// From the world to the frame of a tree.
struct WorldMap {
    std::array<Vec3d, 3> axes; ///< those of the world, seen in the frame
    Vec3d centre;              ///< of the frame, in the world
    double per_unit = 1;       ///< units of the frame in one of the world
    float slack = 0;           ///< as in FrameMap

    explicit WorldMap(const PlacedTree& body);
    [[nodiscard]] Vec3d direction(Vec3d world) const {
        return axes[0] * world.x + axes[1] * world.y + axes[2] * world.z;
    }
    [[nodiscard]] Vec3d point(Vec3d world) const { return direction((world - centre) * per_unit); }
};

/// Whether the two are neither so far apart nor so different in size that floats in the frame of
/// the one do not hold the other.
bool are_comparable(const PlacedTree& a, const PlacedTree& b);

/// From each of two frames to the other.
struct FrameMaps {
    FrameMap a_to_b;
    FrameMap b_to_a;
};
FrameMaps maps_between(const PlacedTree& a, const PlacedTree& b);

} // namespace impinge::inline v0::model
