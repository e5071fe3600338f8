// SPDX-License-Identifier: Apache-2.0
//
// Which lives of which particles there are at a time.
#pragma once

#include "particles/emission.hpp"
#include "particles/life.hpp"
#include "particles/particle_system_data.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace impinge::inline v0::particles {

inline constexpr std::size_t particles_a_chunk = 1024;
/// Beyond, a generation is not a whole number any more that 32 bits hold.
inline constexpr double last_generation = 4294967295.0;

/// Particles of all emitters are counted through.
struct Numbered {
    std::vector<std::uint64_t> first{0};

    explicit Numbered(const std::vector<Emitter>& emitters) {
        for (const Emitter& emitter : emitters) {
            first.push_back(first.back() + particle_count(emitter));
        }
    }
    [[nodiscard]] std::uint64_t count() const { return first.back(); }
    [[nodiscard]] std::uint32_t emitter_of(std::uint64_t particle) const {
        return static_cast<std::uint32_t>(std::upper_bound(first.begin(), first.end(), particle) -
                                          first.begin() - 1);
    }
};

/// The generation that lives at a time: negative before the first.
inline double generation_at(double time, double birth, double life) {
    return std::floor((time - birth) / life);
}

/// A life up to a time.
inline LifeRequest life_of(const ParticleSystemData& system, std::uint32_t emitter,
                           std::uint32_t particle, std::uint32_t generation, double to) {
    const Emitter& from = system.emitters[emitter];
    LifeRequest life{from,     system.colliders, system.options,
                     particle, generation,       birth_of(from, particle) + generation * from.life};
    life.until = std::min(from.life, to - life.birth);
    return life;
}

/// Calls with every life of the particle of which a part lies in the time asked about.
template <typename Visit>
void for_each_life(const ParticleSystemData& system, const Emitter& emitter, std::uint32_t particle,
                   double from, double to, Visit visit) {
    const double birth = birth_of(emitter, particle);
    const double end = emitter.generations > 0 ? emitter.generations - 1.0 : last_generation;
    // One generation more at each end: the times of births are rounded.
    const double first = std::max(0.0, generation_at(from, birth, emitter.life) - 1);
    const double last = std::min(end, generation_at(to, birth, emitter.life) + 1);
    for (double generation = first; generation <= last; ++generation) {
        LifeRequest life{emitter,
                         system.colliders,
                         system.options,
                         particle,
                         static_cast<std::uint32_t>(generation),
                         birth + generation * emitter.life};
        life.until = std::min(emitter.life, to - life.birth);
        if (life.until > 0 && life.birth + emitter.life >= from) {
            visit(life);
        }
    }
}

} // namespace impinge::inline v0::particles
