// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "particles/collider_set.hpp"

#include "impinge/particles.hpp"

#include <vector>

namespace impinge::inline v0 {

class ParticleSystemData {
  public:
    std::vector<Emitter> emitters;
    particles::ColliderSet colliders;
    ParticleOptions options;
};

} // namespace impinge::inline v0
