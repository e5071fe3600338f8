// SPDX-License-Identifier: Apache-2.0
//
// A yard with a house, a gazebo, a picnic table, a bin, a bush and a boulder, in metres: planes,
// quadrics, a blend and meshes.
#pragma once

#include "scenes/particles/particle_scene.hpp"

namespace impinge::scenes {

/// What lies in a box, as seen by the view.
std::vector<Vec3d> corners(const Box3& box);

/// What hits it, and what that does to it.
struct YardWeather {
    bool hail = true; ///< stones bounce and leave pale dents; else drops end and leave wet spots
    bool umbrella = false;
    bool puddle = false;
};

/// Everything but the emitters.
ParticleSceneBuilder yard(std::string what, const YardWeather& weather);

} // namespace impinge::scenes
