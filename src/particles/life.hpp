// SPDX-License-Identifier: Apache-2.0
//
// One life of a particle: flights from impact to impact. Computed from its start whenever it is
// asked about, so that it is a function of time and nothing else.
#pragma once

#include "particles/collider_set.hpp"
#include "particles/emission.hpp"

#include "impinge/particles.hpp"

#include <cstdint>
#include <functional>
#include <optional>

namespace impinge::inline v0::particles {

struct LifeRequest {
    const Emitter& emitter;
    const ColliderSet& colliders;
    const ParticleOptions& options;
    std::uint32_t particle = 0;
    std::uint32_t generation = 0;
    double birth = 0; ///< of this life
    double until = 0; ///< age to which it is followed
    /// The first impact of the whole life, if it is known already.
    const std::optional<Hit>* first = nullptr;
};

/// The first flight of a life. Not for flight through air.
Flight first_flight(const LifeRequest& life);

struct LifeEnd {
    ParticleState state; ///< at age `until`
    // Of flight through air, as in Impacts:
    double flight_error = 0;
    double flight_error_bound = 0;
    bool cut_short = false;
};

/// Calls on_hit(hit, age, bounces before) for each impact in turn; it returns false to end here.
LifeEnd follow(const LifeRequest& life,
               const std::function<bool(const Hit&, double, std::uint32_t)>& on_hit);

} // namespace impinge::inline v0::particles
