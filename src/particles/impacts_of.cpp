// SPDX-License-Identifier: Apache-2.0
#include "particles/impacts_of.hpp"

#include "base/hash.hpp"
#include "base/no_throw.hpp"
#include "base/parallel.hpp"
#include "base/sort_in_pieces.hpp"
#include "math/sine.hpp"
#include "particles/life.hpp"
#include "particles/lives.hpp"
#include "particles/packet.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <optional>
#include <tuple>
#include <vector>

namespace impinge::inline v0::particles {
namespace {

struct ChunkOfImpacts {
    std::vector<Impact> list;
    double flight_error = 0;
    double flight_error_bound = 0;
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
    void add_known(LifeRequest life, std::uint32_t emitter, std::uint32_t collider) {
        const std::optional<Hit> hit =
            life.colliders.first_hit_on(collider, first_flight(life), life.birth);
        life.first = &hit;
        follow_one(life, emitter);
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
        waiting_.front().life.colliders.first_hits(flights_, births_, {from_, to_},
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
        out_.flight_error_bound = std::max(out_.flight_error_bound, ended.flight_error_bound);
        out_.cut_short += ended.cut_short ? 1 : 0;
    }

    double from_;
    double to_;
    ChunkOfImpacts& out_;
    std::vector<Waiting> waiting_;
    std::vector<Flight> flights_;
    std::vector<double> births_;
};

/// Tells how much is done; sorting is left for later.
class ChunksDone {
  public:
    ChunksDone(const Context& context, std::size_t total) : context_(context), total_(total) {}
    void one_more() {
        if (!context_.has_progress()) {
            return;
        }
        const std::lock_guard lock(mutex_);
        ++done_;
        context_.report(0.9 * static_cast<double>(done_) / static_cast<double>(total_));
    }

  private:
    const Context& context_;
    std::size_t total_;
    std::mutex mutex_;
    std::size_t done_ = 0;
};

void join(std::vector<ChunkOfImpacts>& chunks, Impacts& impacts) {
    std::size_t count = impacts.list.size();
    for (const ChunkOfImpacts& chunk : chunks) {
        count += chunk.list.size();
    }
    impacts.list.reserve(count);
    for (const ChunkOfImpacts& chunk : chunks) {
        impacts.list.insert(impacts.list.end(), chunk.list.begin(), chunk.list.end());
        impacts.flight_error = std::max(impacts.flight_error, chunk.flight_error);
        impacts.flight_error_bound = std::max(impacts.flight_error_bound, chunk.flight_error_bound);
        impacts.cut_short += chunk.cut_short;
    }
}

} // namespace

void add_impacts(const ParticleSystemData& system, EmitterTest test, double from, double to,
                 const Context& context, Impacts& impacts) {
    const Numbered numbered(system.emitters);
    std::vector<ChunkOfImpacts> chunks(chunk_count(numbered.count(), particles_a_chunk));
    ChunksDone done(context, chunks.size());
    for_each_chunk(context, numbered.count(), particles_a_chunk, [&](const Chunk& chunk) {
        ImpactCollector collector(from, to, chunks[chunk.index]);
        for (std::uint64_t i = chunk.begin; i < chunk.end; ++i) {
            const std::uint32_t emitter = numbered.emitter_of(i);
            if (!test(system.emitters[emitter])) {
                continue;
            }
            const auto particle = static_cast<std::uint32_t>(i - numbered.first[emitter]);
            for_each_life(system, system.emitters[emitter], particle, from, to,
                          [&](const LifeRequest& life) { collector.add(life, emitter); });
        }
        collector.flush();
        done.one_more();
    });
    join(chunks, impacts);
}

void add_impacts(const ParticleSystemData& system, std::span<const KnownLife> lives, double from,
                 double to, const Context& context, Impacts& impacts) {
    constexpr std::size_t lives_a_chunk = 256;
    std::vector<ChunkOfImpacts> chunks(chunk_count(lives.size(), lives_a_chunk));
    for_each_chunk(context, lives.size(), lives_a_chunk, [&](const Chunk& chunk) {
        ImpactCollector collector(from, to, chunks[chunk.index]);
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            const KnownLife& known = lives[i];
            const LifeRequest life =
                life_of(system, known.emitter, known.particle, known.generation, to);
            if (known.collider == KnownLife::ask) {
                collector.add(life, known.emitter);
            } else {
                collector.add_known(life, known.emitter, known.collider);
            }
        }
        collector.flush();
    });
    join(chunks, impacts);
}

void finish(Impacts& impacts, const Context& context) {
    const auto key = [](const Impact& i) {
        return std::tie(i.time, i.emitter, i.particle, i.generation, i.bounce);
    };
    sort_in_pieces(impacts.list, context,
                   [&](const Impact& a, const Impact& b) { return key(a) < key(b); });
    impacts.hash = hash_of(impacts.list);
    impacts.partial = context.cancelled();
    context.report(1);
}

Status check_times(double from, double to) {
    if (!std::isfinite(from) || !std::isfinite(to)) {
        return invalid("times must be finite");
    }
    return from <= to ? Status() : invalid("the end of the time is before its beginning");
}

} // namespace impinge::inline v0::particles
