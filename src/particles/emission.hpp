// SPDX-License-Identifier: Apache-2.0
//
// How each particle starts in each of its lives: a function of seed, particle and generation alone,
// in operations that graphics hardware has too.
#pragma once

#include "impinge/particles.hpp"

#include <cstdint>

namespace impinge::inline v0::particles {

std::uint32_t particle_count(const Emitter& emitter);
/// Of the first life.
double birth_of(const Emitter& emitter, std::uint32_t particle);

struct Launch {
    Vec3d position{};
    Vec3d velocity{};
};
/// By which the spin of a particle begins, radians.
double first_angle(const Emitter& emitter, std::uint32_t particle, std::uint32_t generation);
Launch launch_of(const Emitter& emitter, std::uint32_t particle, std::uint32_t generation);

} // namespace impinge::inline v0::particles
