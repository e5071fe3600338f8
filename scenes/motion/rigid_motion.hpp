// SPDX-License-Identifier: Apache-2.0
//
// A rigid body that forces move, as position based dynamics has it (M. Müller, M. Macklin,
// N. Chentanez, S. Jeschke and T.-Y. Kim, "Detailed Rigid Body Simulation with Extended Position
// Based Dynamics", 2020): it is moved first, pushed where it must not be, and its velocity follows
// from where it came to stand. Its inertia is that of a ball.
#pragma once

#include "impinge/rigid.hpp"

namespace impinge::scenes {

/// A unit quaternion.
struct Orientation {
    double w = 1;
    Vec3d v{};
};

/// Turned further, about the direction of the vector and by its length in radians; meant for small
/// ones.
Orientation turned(Orientation orientation, Vec3d by_radians);

struct RigidMotion {
    Vec3d local_centre{};       ///< of gravity, in the mesh
    double radius = 0;          ///< no vertex is farther from the centre
    double inverse_mass = 0;    ///< 0: nothing moves it
    double inverse_inertia = 0; ///< 0: nothing turns it
    Vec3d centre{};             ///< in the world
    Orientation orientation{};
    Vec3d velocity{};
    Vec3d spin{}; ///< radians a second
    Vec3d centre_before{};
    Orientation orientation_before{};

    [[nodiscard]] Rigid pose() const;
    [[nodiscard]] Rigid pose_before() const;

    void begin_step(double seconds, Vec3d gravity);
    [[nodiscard]] double inverse_mass_at(Vec3d point, Vec3d unit_direction) const;
    /// Pushes at a point of the world; `strength` is by which a mass of 1 would move.
    void push(Vec3d point, Vec3d strength);
    /// Takes back what would move a point farther than `max_move`. Returns a bound of how far any
    /// point of the body moved.
    double end_step(double seconds, double max_speed, double max_move);
};

} // namespace impinge::scenes
