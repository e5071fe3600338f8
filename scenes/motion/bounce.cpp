// SPDX-License-Identifier: Apache-2.0
#include "scenes/motion/bounce.hpp"

namespace impinge::scenes {
namespace {

Vec3d velocity_at(const RigidMotion& motion, Vec3d point) {
    return motion.velocity + cross(motion.spin, point - motion.centre);
}

void give(RigidMotion& motion, Vec3d point, Vec3d impulse) {
    motion.velocity = motion.velocity + impulse * motion.inverse_mass;
    motion.spin = motion.spin + cross(point - motion.centre, impulse) * motion.inverse_inertia;
}

} // namespace

double parting_speed(const RigidMotion& a, const RigidMotion& b, Vec3d point, Vec3d normal) {
    return dot(velocity_at(b, point) - velocity_at(a, point), normal);
}

Vec3d bounce(RigidMotion& a, RigidMotion& b, Vec3d point, Vec3d normal, double restitution) {
    const double speed = parting_speed(a, b, point, normal);
    const double inverse = a.inverse_mass_at(point, normal) + b.inverse_mass_at(point, normal);
    if (!(speed < 0) || !(inverse > 0)) {
        return {};
    }
    const Vec3d impulse = normal * (-(1 + restitution) * speed / inverse);
    give(a, point, -impulse);
    give(b, point, impulse);
    return impulse;
}

MotionSums motion_sums(std::span<const SceneBody> bodies) {
    MotionSums sums;
    for (const SceneBody& body : bodies) {
        const RigidMotion& motion = body.motion;
        if (body.moved_by != MovedBy::Forces || motion.inverse_mass == 0) {
            continue;
        }
        const Vec3d momentum = motion.velocity * (1 / motion.inverse_mass);
        const Vec3d own = motion.spin * (1 / motion.inverse_inertia);
        sums.momentum = sums.momentum + momentum;
        sums.angular_momentum = sums.angular_momentum + cross(motion.centre, momentum) + own;
        sums.energy += (dot(momentum, motion.velocity) + dot(own, motion.spin)) / 2;
    }
    return sums;
}

} // namespace impinge::scenes
