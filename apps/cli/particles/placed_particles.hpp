// SPDX-License-Identifier: Apache-2.0
//
// From a file of particles to a scene that can be run: meshes are read, shapes put in their places.
#pragma once

#include "scenes/particles/particle_scene.hpp"

#include <string>

namespace impinge::cli {

/// The error names the file and the collider.
Expected<scenes::ParticleScene> load_particles(const std::string& file);

/// "hail, rain, fountain"
std::string particle_scene_names();
/// One of these, or that of a file FILE.json.
Expected<scenes::ParticleScene> particle_scene_called(const std::string& name);

} // namespace impinge::cli
