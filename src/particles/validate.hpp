// SPDX-License-Identifier: Apache-2.0
//
// Whether numbers of emitters and colliders are in their documented ranges.
#pragma once

#include "impinge/particles.hpp"

#include <span>

namespace impinge::inline v0::particles {

Status validate(std::span<const Emitter> emitters, std::span<const Collider> colliders,
                const ParticleOptions& options);

} // namespace impinge::inline v0::particles
