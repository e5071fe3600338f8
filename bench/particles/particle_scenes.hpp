// SPDX-License-Identifier: Apache-2.0
//
// Fields of colliders under a shower.
#pragma once

#include "impinge/particles.hpp"

#include <cstdint>
#include <vector>

namespace impinge::bench {

enum class FlightKind : std::uint8_t { Straight, Falling };

struct FieldRequest {
    int colliders = 1;
    std::uint32_t particles = 100'000;
    FlightKind flight = FlightKind::Straight;
};

/// Rectangles, discs, ellipsoids and cylinders, side by side in a square so large that each has the
/// same share of it, and a shower over all.
std::vector<Collider> field_of_colliders(int count);
Emitter shower_over(const FieldRequest& request);
ParticleSystem field_system(const FieldRequest& request);

} // namespace impinge::bench
