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

/// Starts are spread over the cells of a grid, a particle each, along a Z-order curve.
struct StartCells {
    int dimensions = 0;    ///< edges that are not zero
    int bits = 0;          ///< of the number of cells along each
    double a_particle = 0; ///< cells, at least 1
};
StartCells start_cells(const Emitter& emitter);

struct Launch {
    Vec3d position{};
    Vec3d velocity{};
};
/// By which the spin of a particle begins, radians.
double first_angle(const Emitter& emitter, std::uint32_t particle, std::uint32_t generation);
Launch launch_of(const Emitter& emitter, std::uint32_t particle, std::uint32_t generation);

} // namespace impinge::inline v0::particles
