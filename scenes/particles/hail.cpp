// SPDX-License-Identifier: Apache-2.0
#include "scenes/particles/yard.hpp"

namespace impinge::scenes {

ParticleScene hail() {
    ParticleSceneBuilder builder = yard("hail on a yard", {.hail = true});
    builder.emit({.particles = 7000,
                  .origin = {-10, -8.6, 9},
                  .edge_u = {17, 0, 0},
                  .edge_v = {0, 13.8, 0},
                  .velocity = {1.2, 0.3, -10},
                  .velocity_spread = {0.4, 0.4, 1},
                  .acceleration = {0, 0, -9.81},
                  .life = 3,
                  .first_birth = -0.4,
                  .air = {},
                  .starts = {}},
                 {.radius = 0.042,
                  .end_radius = 0.036,
                  .tint = {250, 252, 255},
                  .end_tint = {214, 226, 236},
                  .spin = 400});
    return std::move(builder).build();
}

ParticleScene rain() {
    ParticleSceneBuilder builder =
        yard("rain on a yard", {.hail = false, .umbrella = true, .puddle = true});
    // At their final speed, so that they fly straight.
    builder.emit({.particles = 6000,
                  .origin = {-11, -8.6, 8},
                  .edge_u = {17.5, 0, 0},
                  .edge_v = {0, 13.8, 0},
                  .velocity = {1.6, 0.2, -8},
                  .velocity_spread = {0.15, 0.15, 0.8},
                  .life = 1.25,
                  .first_birth = -0.8,
                  .air = {},
                  .starts = {}},
                 {.radius = 0.012,
                  .end_radius = 0.012,
                  .tint = {120, 150, 184},
                  .end_tint = {120, 150, 184},
                  .stretch = 0.04});
    return std::move(builder).build();
}

} // namespace impinge::scenes
