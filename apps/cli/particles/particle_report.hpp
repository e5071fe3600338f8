// SPDX-License-Identifier: Apache-2.0
//
// What is told of a run of particles: a table for people and a JSON document.
#pragma once

#include "particles/particle_run.hpp"

#include <string>

namespace impinge::cli {

std::string particles_text(const ParticleRequest& request, const ParticleReport& report);
std::string particles_json(const ParticleRequest& request, const ParticleReport& report);

} // namespace impinge::cli
