// SPDX-License-Identifier: Apache-2.0
#include "geometry/point_triangle.hpp"

#include <algorithm>

namespace impinge::inline v0 {
namespace {

Vec3d nearest_on_segment(Vec3d point, Vec3d from, Vec3d to) {
    const Vec3d way = to - from;
    const double squared = squared_length(way);
    if (!(squared > 0)) {
        return from;
    }
    const double t = dot(point - from, way) / squared;
    return t <= 0 ? from : t >= 1 ? to : from + way * t;
}

Vec3d nearest_on_edges(Vec3d point, const Triangle& t) {
    Vec3d best = nearest_on_segment(point, t[0], t[1]);
    for (const Vec3d candidate :
         {nearest_on_segment(point, t[1], t[2]), nearest_on_segment(point, t[2], t[0])}) {
        if (squared_length(point - candidate) < squared_length(point - best)) {
            best = candidate;
        }
    }
    return best;
}

} // namespace

Vec3d nearest_point(Vec3d point, const Triangle& t) {
    const Vec3d ab = t[1] - t[0];
    const Vec3d ac = t[2] - t[0];
    const Vec3d normal = cross(ab, ac);
    const double squared = squared_length(normal);
    if (!(squared > 0)) {
        return nearest_on_edges(point, t);
    }
    // Barycentric coordinates of the foot of the perpendicular.
    const Vec3d ap = point - t[0];
    const double v = dot(cross(ap, ac), normal) / squared;
    const double w = dot(cross(ab, ap), normal) / squared;
    if (v >= 0 && w >= 0 && v + w <= 1) {
        return t[0] + ab * v + ac * w;
    }
    return nearest_on_edges(point, t);
}

} // namespace impinge::inline v0
