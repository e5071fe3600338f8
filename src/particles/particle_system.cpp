// SPDX-License-Identifier: Apache-2.0
#include "base/hash.hpp"
#include "base/no_throw.hpp"
#include "base/parallel.hpp"
#include "base/sort_in_pieces.hpp"
#include "math/sine.hpp"
#include "particles/life.hpp"
#include "particles/packet.hpp"
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
using particles::first_flight;
using particles::Flight;
using particles::follow;
using particles::Hit;
using particles::LifeEnd;
using particles::LifeRequest;
using particles::packet_size;

constexpr std::size_t particles_a_chunk = 1024;
/// Beyond, a generation is not a whole number any more that 32 bits hold.
constexpr double last_generation = 4294967295.0;

/// Particles of all emitters are counted through.
struct Numbered {
    std::vector<std::uint64_t> first{0};

    explicit Numbered(const std::vector<Emitter>& emitters) {
        for (const Emitter& emitter : emitters) {
            first.push_back(first.back() + particles::particle_count(emitter));
        }
    }
    [[nodiscard]] std::uint64_t count() const { return first.back(); }
    [[nodiscard]] std::uint32_t emitter_of(std::uint64_t particle) const {
        return static_cast<std::uint32_t>(std::upper_bound(first.begin(), first.end(), particle) -
                                          first.begin() - 1);
    }
};

/// The generation that lives at a time: negative before the first.
double generation_at(double time, double birth, double life) {
    return std::floor((time - birth) / life);
}

struct ChunkOfImpacts {
    std::vector<Impact> list;
    double flight_error = 0;
    std::uint64_t cut_short = 0;
};

Impact impact_of(const Hit& hit, double time) {
    Impact impact{.time = time};
    impact.collider = hit.collider;
    impact.triangle = hit.triangle;
    impact.position = hit.position;
    impact.normal = hit.normal;
    impact.velocity = hit.velocity;
    impact.speed = length(hit.velocity);
    impact.normal_speed = std::max(0.0, -dot(hit.velocity, hit.normal));
    const double across = length(cross(hit.velocity, hit.normal));
    impact.angle = impact.speed > 0 ? angle_of({across, impact.normal_speed}) : 0;
    return impact;
}

std::uint64_t hash_of(std::span<const Impact> impacts) {
    Hasher hasher;
    const auto pair = [](std::uint32_t a, std::uint32_t b) {
        return std::uint64_t{a} << 32 | std::uint64_t{b};
    };
    for (const Impact& impact : impacts) {
        hasher.add(impact.time);
        hasher.add(pair(impact.emitter, impact.particle));
        hasher.add(pair(impact.generation, impact.bounce));
        hasher.add(pair(impact.collider, impact.triangle));
        hasher.add(impact.position);
        hasher.add(impact.normal);
        hasher.add(impact.velocity);
        hasher.add(impact.angle);
    }
    return hasher.digest();
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

class ImpactCollector {
  public:
    ImpactCollector(double from, double to, ChunkOfImpacts& out)
        : from_(from), to_(to), out_(out) {}

    /// Lives wait until a packet of them is full.
    void add(const LifeRequest& life, std::uint32_t emitter) {
        if (life.emitter.air) {
            follow_one(life, emitter);
            return;
        }
        if (!waiting_.empty() && waiting_.front().emitter != emitter) {
            flush();
        }
        waiting_.push_back({life, emitter});
        if (waiting_.size() == packet_size) {
            flush();
        }
    }
    void flush() {
        if (waiting_.empty()) {
            return;
        }
        flights_.clear();
        births_.clear();
        for (const Waiting& one : waiting_) {
            flights_.push_back(first_flight(one.life));
            births_.push_back(one.life.birth);
        }
        std::array<std::optional<Hit>, packet_size> hits;
        waiting_.front().life.colliders.first_hits(flights_, births_,
                                                   std::span(hits).first(flights_.size()));
        for (std::size_t i = 0; i < waiting_.size(); ++i) {
            if (hits[i]) { // nothing comes of the others
                waiting_[i].life.first = &hits[i];
                follow_one(waiting_[i].life, waiting_[i].emitter);
            }
        }
        waiting_.clear();
    }

  private:
    struct Waiting {
        LifeRequest life;
        std::uint32_t emitter;
    };

    void follow_one(const LifeRequest& life, std::uint32_t emitter) {
        const LifeEnd ended = follow(life, [&](const Hit& hit, double age, std::uint32_t bounce) {
            const double time = life.birth + age;
            if (time > from_ && time <= to_) {
                Impact impact = impact_of(hit, time);
                impact.emitter = emitter;
                impact.particle = life.particle;
                impact.generation = life.generation;
                impact.bounce = bounce;
                out_.list.push_back(impact);
            }
            return true;
        });
        out_.flight_error = std::max(out_.flight_error, ended.flight_error);
        out_.cut_short += ended.cut_short ? 1 : 0;
    }

    double from_;
    double to_;
    ChunkOfImpacts& out_;
    std::vector<Waiting> waiting_;
    std::vector<Flight> flights_;
    std::vector<double> births_;
};

Status check_times(double from, double to) {
    if (!std::isfinite(from) || !std::isfinite(to)) {
        return invalid("times must be finite");
    }
    return from <= to ? Status() : invalid("the end of the time is before its beginning");
}

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
        if (Status status = check_times(from, to); !status) {
            return status.error();
        }
        const Numbered numbered(data_->emitters);
        std::vector<ChunkOfImpacts> chunks(chunk_count(numbered.count(), particles_a_chunk));
        for_each_chunk(context, numbered.count(), particles_a_chunk, [&](const Chunk& chunk) {
            ImpactCollector collector(from, to, chunks[chunk.index]);
            for (std::uint64_t i = chunk.begin; i < chunk.end; ++i) {
                const std::uint32_t emitter = numbered.emitter_of(i);
                const auto particle = static_cast<std::uint32_t>(i - numbered.first[emitter]);
                for_each_life(*data_, data_->emitters[emitter], particle, from, to,
                              [&](const LifeRequest& life) { collector.add(life, emitter); });
            }
            collector.flush();
        });
        Impacts result;
        for (const ChunkOfImpacts& chunk : chunks) {
            result.list.insert(result.list.end(), chunk.list.begin(), chunk.list.end());
            result.flight_error = std::max(result.flight_error, chunk.flight_error);
            result.cut_short += chunk.cut_short;
        }
        const auto key = [](const Impact& i) {
            return std::tie(i.time, i.emitter, i.particle, i.generation, i.bounce);
        };
        sort_in_pieces(result.list, context,
                       [&](const Impact& a, const Impact& b) { return key(a) < key(b); });
        result.hash = hash_of(result.list);
        result.partial = context.cancelled();
        return result;
    });
}

Expected<ParticleStates> ParticleSystem::states(double time, const Context& context) const {
    return no_throw([&]() -> Expected<ParticleStates> {
        if (Status status = check_times(time, time); !status) {
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
