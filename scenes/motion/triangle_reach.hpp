// SPDX-License-Identifier: Apache-2.0
//
// How far one triangle reaches beyond another: what a response to contacts goes by.
#pragma once

#include "impinge/triangle.hpp"

#include <optional>

namespace impinge::scenes {

struct TriangleReach {
    Vec3d point;      ///< of the other triangle, the farthest beyond the face
    double depth = 0; ///< its distance from the plane of the face
};

/// Counter-clockwise; zero for a triangle without area.
Vec3d unit_normal(const Triangle& triangle);

/// Of what lies of `other` straight above and below the face, the point that lies farthest against
/// `normal` (the unit normal of the face, or its opposite). Nothing if no point of it lies there.
std::optional<TriangleReach> reach_beyond(const Triangle& face, Vec3d normal,
                                          const Triangle& other);

} // namespace impinge::scenes
