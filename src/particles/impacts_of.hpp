// SPDX-License-Identifier: Apache-2.0
//
// Impacts of some lives of a system.
#pragma once

#include "particles/particle_system_data.hpp"

#include "impinge/context.hpp"

#include <cstdint>
#include <limits>
#include <span>

namespace impinge::inline v0::particles {

/// A life, and what it is known to hit first.
struct KnownLife {
    static constexpr std::uint32_t ask = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t emitter = 0;
    std::uint32_t particle = 0;
    std::uint32_t generation = 0;
    std::uint32_t collider = ask;
};

/// Which emitters are meant.
using EmitterTest = bool (*)(const Emitter& emitter);

/// All impacts after `from` and not after `to`; add_impacts() leaves them in no order and without a
/// hash, finish() sorts.
void add_impacts(const ParticleSystemData& system, EmitterTest test, double from, double to,
                 const Context& context, Impacts& impacts);
void add_impacts(const ParticleSystemData& system, std::span<const KnownLife> lives, double from,
                 double to, const Context& context, Impacts& impacts);
void finish(Impacts& impacts, const Context& context);

Status check_times(double from, double to);

} // namespace impinge::inline v0::particles
