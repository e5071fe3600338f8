// SPDX-License-Identifier: Apache-2.0
//
// Impulses: two bodies that meet at a point exchange momentum along a normal, at once, and part.
#pragma once

#include "scenes/motion/moving_scene.hpp"

#include <span>

namespace impinge::scenes {

/// How fast b parts from a at the point, along the normal from a to b; negative: they come nearer.
double parting_speed(const RigidMotion& a, const RigidMotion& b, Vec3d point, Vec3d normal);

/// The impulse that makes them part `restitution` times as fast as they came nearer (Newton);
/// nothing if they part already. b gets it along the normal, a the opposite: the sums of momentum
/// and of angular momentum stay what they were, and for a restitution from 0 to 1 energy never
/// grows. A body whose inverse mass is 0 takes what it gets and stays. Returns the impulse on b.
Vec3d bounce(RigidMotion& a, RigidMotion& b, Vec3d point, Vec3d normal, double restitution);

/// Of all rigid bodies.
struct MotionSums {
    Vec3d momentum{};
    Vec3d angular_momentum{}; ///< about the origin
    double energy = 0;        ///< of motion, turning included
};

MotionSums motion_sums(std::span<const SceneBody> bodies);

} // namespace impinge::scenes
