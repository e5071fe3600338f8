// SPDX-License-Identifier: Apache-2.0
//
// How far one triangle reaches beyond another: what a response to contacts goes by where surfaces
// have no inside that could be measured.
#pragma once

#include "impinge/triangle.hpp"

#include <array>
#include <cmath>
#include <optional>

namespace impinge::inline v0 {

struct TriangleReach {
    Vec3d point;      ///< of the other triangle, the farthest beyond the face
    double depth = 0; ///< its distance from the plane of the face
};

/// Counter-clockwise; zero for a triangle without area.
inline Vec3d unit_face_normal(const Triangle& triangle) {
    const Vec3d normal = cross(triangle[1] - triangle[0], triangle[2] - triangle[0]);
    const double size = length(normal);
    return size > 0 ? normal * (1 / size) : Vec3d{};
}

/// A triangle cut by three planes has at most six corners.
struct CutTriangle {
    std::array<Vec3d, 8> corners{};
    std::size_t count = 0;

    void add(Vec3d corner) {
        if (count < corners.size()) {
            corners[count++] = corner;
        }
    }
};

/// What lies on the side of the plane through `origin` that `inward` points to.
inline CutTriangle cut_by_plane(const CutTriangle& polygon, Vec3d origin, Vec3d inward) {
    CutTriangle kept;
    for (std::size_t i = 0; i < polygon.count; ++i) {
        const Vec3d from = polygon.corners[i];
        const Vec3d to = polygon.corners[(i + 1) % polygon.count];
        const double height_from = dot(from - origin, inward);
        const double height_to = dot(to - origin, inward);
        if (height_from >= 0) {
            kept.add(from);
        }
        if ((height_from > 0 && height_to < 0) || (height_from < 0 && height_to > 0)) {
            kept.add(from + (to - from) * (height_from / (height_from - height_to)));
        }
    }
    return kept;
}

/// Of what lies of `other` straight above and below the face, the point that lies farthest against
/// `normal` (the unit normal of the face, or its opposite). Nothing if no point of it lies there.
inline std::optional<TriangleReach> reach_beyond(const Triangle& face, Vec3d normal,
                                                 const Triangle& other) {
    const Vec3d upwards = unit_face_normal(face);
    CutTriangle polygon{{other[0], other[1], other[2]}, 3};
    for (int i = 0; i < 3; ++i) {
        const Vec3d from = face[i];
        const Vec3d to = face[(i + 1) % 3];
        polygon = cut_by_plane(polygon, from, cross(upwards, to - from));
    }
    std::optional<TriangleReach> deepest;
    for (std::size_t i = 0; i < polygon.count; ++i) {
        const double depth = -dot(polygon.corners[i] - face[0], normal);
        if (depth > 0 && (!deepest || depth > deepest->depth)) {
            deepest = TriangleReach{polygon.corners[i], depth};
        }
    }
    return deepest;
}

} // namespace impinge::inline v0
