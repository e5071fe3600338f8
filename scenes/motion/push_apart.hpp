// SPDX-License-Identifier: Apache-2.0
//
// The response to contacts: every pair of triangles that met is looked at where it now is, and if
// the one reaches farther beyond the other than is allowed, both bodies give way, each by its mass
// at that place, and are held back sideways (friction). What they are pushed they must not keep as
// speed: a body that was too deep would be thrown out.
#pragma once

#include "scenes/motion/grip.hpp"

#include <vector>

namespace impinge::scenes {

/// Two points that were pushed apart, and how fast they parted before, along the normal.
struct Pushed {
    Grip face;
    Grip other;
    Vec3d normal;
    double speed_before = 0;
};

/// `pairs` name triangles of a and of b. Notes every push.
void push_bodies_apart(SceneBody& a, SceneBody& b, std::span<const TrianglePair> pairs,
                       const StepRules& rules, std::vector<Pushed>& pushed);

/// At the end of a step: points part no faster than they did before they were pushed.
void take_back_speed(std::vector<Pushed>& pushed);

} // namespace impinge::scenes
