// SPDX-License-Identifier: Apache-2.0
//
// The response to contacts: every pair of triangles that met is looked at where it now is, and if
// the one reaches farther beyond the other than is allowed, both bodies give way, each by its mass
// at that place, and are held back sideways (friction).
#pragma once

#include "scenes/motion/moving_scene.hpp"

namespace impinge::scenes {

/// `pairs` name triangles of a and of b.
void push_bodies_apart(SceneBody& a, SceneBody& b, std::span<const TrianglePair> pairs,
                       const StepRules& rules);

} // namespace impinge::scenes
