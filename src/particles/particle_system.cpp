// SPDX-License-Identifier: Apache-2.0
#include "base/hash.hpp"
#include "base/no_throw.hpp"
#include "base/parallel.hpp"
#include "base/sort_in_pieces.hpp"
#include "math/sine.hpp"
#include "particles/impacts_of.hpp"
#include "particles/life.hpp"
#include "particles/lives.hpp"
#include "particles/particle_system_data.hpp"
#include "particles/validate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

namespace impinge::inline v0 {
namespace {

using particles::birth_of;
using particles::follow;
using particles::generation_at;
using particles::Hit;
using particles::last_generation;
using particles::LifeRequest;
using particles::Numbered;
using particles::particles_a_chunk;

ParticleState state_of(const ParticleSystemData& system, std::uint32_t emitter_index,
                       std::uint32_t particle, double time) {
    const Emitter& emitter = system.emitters[emitter_index];
    const double birth = birth_of(emitter, particle);
    const double generation = generation_at(time, birth, emitter.life);
    if (generation < 0) {
        return {};
    }
    if (emitter.generations > 0 && generation >= emitter.generations) {
        ParticleState ended;
        ended.phase = ParticlePhase::Ended;
        ended.generation = emitter.generations - 1;
        return ended;
    }
    LifeRequest life{emitter,
                     system.colliders,
                     system.options,
                     particle,
                     static_cast<std::uint32_t>(std::min(generation, last_generation)),
                     birth + generation * emitter.life};
    life.until = std::clamp(time - life.birth, 0.0, emitter.life);
    return follow(life, [](const Hit&, double, std::uint32_t) { return true; }).state;
}

} // namespace

Expected<ParticleSystem> ParticleSystem::make(std::span<const Emitter> emitters,
                                              std::span<const Collider> colliders,
                                              const ParticleOptions& options) {
    return no_throw([&]() -> Expected<ParticleSystem> {
        if (Status status = particles::validate(emitters, colliders, options); !status) {
            return status.error();
        }
        auto data = std::make_shared<ParticleSystemData>();
        data->emitters.assign(emitters.begin(), emitters.end());
        data->colliders = particles::ColliderSet(colliders);
        data->options = options;
        return ParticleSystem(std::move(data));
    });
}

std::uint64_t ParticleSystem::particle_count() const {
    std::uint64_t count = 0;
    for (const Emitter& emitter : data_->emitters) {
        count += particles::particle_count(emitter);
    }
    return count;
}

Expected<Impacts> ParticleSystem::impacts(double from, double to, const Context& context) const {
    return no_throw([&]() -> Expected<Impacts> {
        if (Status status = particles::check_times(from, to); !status) {
            return status.error();
        }
        Impacts impacts;
        particles::add_impacts(
            *data_, [](const Emitter&) { return true; }, from, to, context, impacts);
        particles::finish(impacts, context);
        return impacts;
    });
}

Expected<ParticleStates> ParticleSystem::states(double time, const Context& context) const {
    return no_throw([&]() -> Expected<ParticleStates> {
        if (Status status = particles::check_times(time, time); !status) {
            return status.error();
        }
        const Numbered numbered(data_->emitters);
        ParticleStates result;
        result.list.resize(numbered.count());
        for_each_chunk(context, numbered.count(), particles_a_chunk, [&](const Chunk& chunk) {
            for (std::uint64_t i = chunk.begin; i < chunk.end; ++i) {
                const std::uint32_t emitter = numbered.emitter_of(i);
                result.list[i] = state_of(
                    *data_, emitter, static_cast<std::uint32_t>(i - numbered.first[emitter]), time);
            }
        });
        result.partial = context.cancelled();
        return result;
    });
}

} // namespace impinge::inline v0
