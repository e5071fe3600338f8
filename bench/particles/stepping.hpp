// SPDX-License-Identifier: Apache-2.0
//
// The same flights in steps, as games do it: after each step one looks which surface was crossed.
#pragma once

#include "impinge/particles.hpp"

#include <cstdint>
#include <vector>

namespace impinge::bench {

/// One life of a particle.
struct SteppedParticle {
    Vec3d position{};
    Vec3d velocity{};
};

inline constexpr std::uint32_t no_collider = 0xFFFFFFFF;

struct SteppedHit {
    std::uint32_t collider = no_collider;
    double time = 0; ///< the end of the step in which it was seen
};

/// Steps all particles for so long; each stops at the first surface it is seen to cross. Colliders
/// are implicit surfaces without outline.
std::vector<SteppedHit> stepped_hits(const std::vector<SteppedParticle>& particles,
                                     const std::vector<Collider>& colliders, Vec3d acceleration,
                                     double duration, double step);

} // namespace impinge::bench
