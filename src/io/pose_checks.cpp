// SPDX-License-Identifier: Apache-2.0
#include "io/pose_checks.hpp"

#include "math/measures.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace impinge::inline v0 {
namespace {

/// 0 for the zero vector. Brought near 1 first, so that tiny and huge units are all the same.
Vec3d of_length_one(Vec3d v) {
    const double size = largest_magnitude(v);
    if (size == 0) {
        return {};
    }
    const Vec3d near_one{v.x / size, v.y / size, v.z / size};
    return near_one * (1 / length(near_one));
}

double volume_of_directions(const std::array<Vec3d, 3>& vectors) {
    return std::abs(dot(of_length_one(vectors[0]),
                        cross(of_length_one(vectors[1]), of_length_one(vectors[2]))));
}

} // namespace

bool flattens(const Rigid& pose) {
    const auto column = [&](int i) { return Vec3d{pose.row_x[i], pose.row_y[i], pose.row_z[i]}; };
    return volume_of_directions({pose.row_x, pose.row_y, pose.row_z}) < flat_volume &&
           volume_of_directions({column(0), column(1), column(2)}) < flat_volume;
}

} // namespace impinge::inline v0
