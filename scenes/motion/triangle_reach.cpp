// SPDX-License-Identifier: Apache-2.0
#include "scenes/motion/triangle_reach.hpp"

#include <array>
#include <cmath>

namespace impinge::scenes {
namespace {

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
CutTriangle cut(const CutTriangle& polygon, Vec3d origin, Vec3d inward) {
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

} // namespace

Vec3d unit_normal(const Triangle& triangle) {
    const Vec3d normal = cross(triangle[1] - triangle[0], triangle[2] - triangle[0]);
    const double size = length(normal);
    return size > 0 ? normal * (1 / size) : Vec3d{};
}

std::optional<TriangleReach> reach_beyond(const Triangle& face, Vec3d normal,
                                          const Triangle& other) {
    const Vec3d upwards = unit_normal(face);
    CutTriangle polygon{{other[0], other[1], other[2]}, 3};
    for (int i = 0; i < 3; ++i) {
        const Vec3d from = face[i];
        const Vec3d to = face[(i + 1) % 3];
        polygon = cut(polygon, from, cross(upwards, to - from));
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

} // namespace impinge::scenes
