// SPDX-License-Identifier: Apache-2.0
#include "scene/pose_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace impinge::viewer {
namespace {

constexpr double degrees = 180 / std::numbers::pi;

Vec3d unit(Vec3d v) {
    const double size = length(v);
    return size > 0 ? v * (1 / size) : v;
}

Rigid orthonormal(Rigid pose) {
    pose.row_x = unit(pose.row_x);
    pose.row_y = unit(pose.row_y - pose.row_x * dot(pose.row_x, pose.row_y));
    const Vec3d third = cross(pose.row_x, pose.row_y);
    pose.row_z = dot(third, pose.row_z) < 0 ? -third : third;
    return pose;
}

bool is_orthonormal(const Rigid& pose) {
    constexpr double slack = 1e-6;
    const auto near = [](double value, double wanted) { return std::abs(value - wanted) < slack; };
    return near(squared_length(pose.row_x), 1) && near(squared_length(pose.row_y), 1) &&
           near(squared_length(pose.row_z), 1) && near(dot(pose.row_x, pose.row_y), 0) &&
           near(dot(pose.row_x, pose.row_z), 0) && near(dot(pose.row_y, pose.row_z), 0);
}

} // namespace

Vec3d turns_of(const Rigid& pose) {
    // Rz * Ry * Rx: row_z.x is -sin y.
    const double y = std::asin(std::clamp(-pose.row_z.x, -1.0, 1.0));
    if (std::abs(pose.row_z.x) > 1 - 1e-12) { // only x - z or x + z is told; z is taken as none
        return Vec3d{std::atan2(-pose.row_y.z, pose.row_y.y), y, 0} * degrees;
    }
    return Vec3d{std::atan2(pose.row_z.y, pose.row_z.z), y,
                 std::atan2(pose.row_y.x, pose.row_x.x)} *
           degrees;
}

Rigid with_turns(const Rigid& pose, Vec3d turns_degrees) {
    const Rigid x = rotation_degrees({1, 0, 0}, turns_degrees.x);
    const Rigid y = rotation_degrees({0, 1, 0}, turns_degrees.y);
    const Rigid z = rotation_degrees({0, 0, 1}, turns_degrees.z);
    Rigid out = compose(z, compose(y, x));
    out.translation = pose.translation;
    out.scale = pose.scale;
    return out;
}

Rigid moved(const Rigid& pose, Vec3d offset) {
    Rigid out = pose;
    out.translation = pose.translation + offset;
    return out;
}

Rigid turned(const Rigid& pose, Vec3d pivot, Vec3d axis, double angle_radians) {
    const Rigid turn = rotation(axis, angle_radians);
    Rigid out = compose(turn, pose);
    // About the pivot instead of the origin, without adding and taking away a large offset.
    out.translation = pivot + apply(turn, pose.translation - pivot);
    return is_orthonormal(pose) ? orthonormal(out) : out;
}

} // namespace impinge::viewer
