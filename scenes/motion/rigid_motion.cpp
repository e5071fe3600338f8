// SPDX-License-Identifier: Apache-2.0
#include "scenes/motion/rigid_motion.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::scenes {
namespace {

Orientation unit(Orientation q) {
    const double shrink = 1 / std::sqrt(q.w * q.w + squared_length(q.v));
    return {q.w * shrink, q.v * shrink};
}

/// First b, then a.
Orientation product(Orientation a, Orientation b) {
    return {a.w * b.w - dot(a.v, b.v), b.v * a.w + a.v * b.w + cross(a.v, b.v)};
}

Rigid rotation_of(Orientation q) {
    const auto [x, y, z] = q.v;
    return {.row_x = {1 - 2 * (y * y + z * z), 2 * (x * y - q.w * z), 2 * (x * z + q.w * y)},
            .row_y = {2 * (x * y + q.w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - q.w * x)},
            .row_z = {2 * (x * z - q.w * y), 2 * (y * z + q.w * x), 1 - 2 * (x * x + y * y)}};
}

/// Of a body that was never turned nor moved: the identity, bit for bit.
Rigid pose_of(Orientation orientation, Vec3d centre, Vec3d local_centre) {
    Rigid pose = rotation_of(orientation);
    pose.translation = centre - apply(pose, local_centre);
    return pose;
}

Vec3d no_longer_than(Vec3d vector, double most) {
    const double size = length(vector);
    return size > most ? vector * (most / size) : vector;
}

} // namespace

Orientation turned(Orientation orientation, Vec3d by_radians) {
    return unit(product(unit({1, by_radians * 0.5}), orientation));
}

Rigid RigidMotion::pose() const { return pose_of(orientation, centre, local_centre); }
Rigid RigidMotion::pose_before() const {
    return pose_of(orientation_before, centre_before, local_centre);
}

void RigidMotion::begin_step(double seconds, Vec3d gravity) {
    centre_before = centre;
    orientation_before = orientation;
    if (inverse_mass == 0) {
        return;
    }
    velocity = velocity + gravity * seconds;
    centre = centre + velocity * seconds;
    orientation = turned(orientation, spin * seconds);
}

double RigidMotion::inverse_mass_at(Vec3d point, Vec3d unit_direction) const {
    return inverse_mass + inverse_inertia * squared_length(cross(point - centre, unit_direction));
}

void RigidMotion::push(Vec3d point, Vec3d strength) {
    const Vec3d turn = cross(point - centre, strength) * inverse_inertia;
    centre = centre + strength * inverse_mass;
    orientation = turned(orientation, turn);
}

double RigidMotion::end_step(double seconds, double max_speed, double max_move) {
    if (inverse_mass == 0) {
        return 0;
    }
    const Orientation undone{orientation_before.w, -orientation_before.v};
    const Orientation turn = product(orientation, undone);
    Vec3d radians = turn.v * (turn.w < 0 ? -2 : 2);
    double moved = length(centre - centre_before) + radius * length(radians);
    if (moved > max_move) {
        const double share = max_move / moved;
        radians = radians * share;
        centre = centre_before + (centre - centre_before) * share;
        orientation = turned(orientation_before, radians);
        moved = max_move;
    }
    velocity = no_longer_than((centre - centre_before) * (1 / seconds), max_speed);
    spin = no_longer_than(radians * (1 / seconds), max_speed / std::max(radius, 1e-9));
    return moved;
}

} // namespace impinge::scenes
