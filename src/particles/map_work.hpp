// SPDX-License-Identifier: Apache-2.0
//
// Impact maps in the making.
#pragma once

#include "particles/particle_system_data.hpp"

#include "impinge/impact_map.hpp"

#include <span>

namespace impinge::inline v0::particles {

Expected<ImpactMaps> empty_maps(const ParticleSystemData& system, const ImpactMapOptions& options);

/// Impacts from `from` to `to`, in their order.
Status add_to_maps(const ParticleSystemData& system, std::span<const Impact> impacts, double from,
                   double to, ImpactRule rule, ImpactMaps& maps);

} // namespace impinge::inline v0::particles
