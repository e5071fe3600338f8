// SPDX-License-Identifier: Apache-2.0
#include "particles/emission.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <numbers>

namespace impinge::inline v0::particles {
namespace {

/// The finisher of MurmurHash3.
std::uint32_t mixed(std::uint32_t h) {
    h ^= h >> 16;
    h *= 0x85EBCA6Bu;
    h ^= h >> 13;
    h *= 0xC2B2AE35u;
    return h ^ (h >> 16);
}

enum class Channel : std::uint32_t { Birth = 1, U, V, W, SpeedX, SpeedY, SpeedZ, Angle };

/// Uniform in [0, 1), a multiple of 2^-32.
double unit(std::uint32_t seed, std::uint32_t particle, std::uint32_t generation, Channel channel) {
    const std::uint32_t golden = 0x9E3779B9u;
    std::uint32_t h = mixed(seed + golden * static_cast<std::uint32_t>(channel));
    h = mixed(h ^ mixed(generation + golden));
    h = mixed(h + golden * (particle + 1));
    return h * 0x1p-32;
}

/// Every `step`-th bit from `first` on, pushed together.
std::uint32_t every(std::uint64_t bits, int first, int step) {
    std::uint32_t result = 0;
    for (int from = first, to = 0; from < 64 && to < 32; from += step, ++to) {
        result |= static_cast<std::uint32_t>((bits >> from) & 1) << to;
    }
    return result;
}

Vec3d spread(const Emitter& emitter, std::uint32_t particle, std::uint32_t generation) {
    const auto off = [&](Channel channel) {
        return 2 * unit(emitter.seed, particle, generation, channel) - 1;
    };
    const Vec3d most = emitter.velocity_spread;
    return {most.x * off(Channel::SpeedX), most.y * off(Channel::SpeedY),
            most.z * off(Channel::SpeedZ)};
}

} // namespace

std::uint32_t particle_count(const Emitter& emitter) {
    return emitter.starts.empty() ? emitter.particles
                                  : static_cast<std::uint32_t>(emitter.starts.size());
}

double birth_of(const Emitter& emitter, std::uint32_t particle) {
    if (!emitter.starts.empty()) {
        return emitter.starts[particle].birth;
    }
    return emitter.first_birth + emitter.life * unit(emitter.seed, particle, 0, Channel::Birth);
}

double first_angle(const Emitter& emitter, std::uint32_t particle, std::uint32_t generation) {
    return 2 * std::numbers::pi * unit(emitter.seed, particle, generation, Channel::Angle);
}

StartCells start_cells(const Emitter& emitter) {
    StartCells cells;
    for (const Vec3d edge : {emitter.edge_u, emitter.edge_v, emitter.edge_w}) {
        cells.dimensions += edge != Vec3d{} ? 1 : 0;
    }
    if (cells.dimensions > 0) {
        const int needed = std::bit_width(emitter.particles > 0 ? emitter.particles - 1 : 0);
        cells.bits = (needed + cells.dimensions - 1) / cells.dimensions;
    }
    cells.a_particle = std::ldexp(1.0, cells.bits * cells.dimensions) / emitter.particles;
    return cells;
}

Launch launch_of(const Emitter& emitter, std::uint32_t particle, std::uint32_t generation) {
    const std::array<Vec3d, 3> edges{emitter.edge_u, emitter.edge_v, emitter.edge_w};
    const std::array<Channel, 3> channels{Channel::U, Channel::V, Channel::W};
    if (!emitter.starts.empty()) {
        const ParticleStart& start = emitter.starts[particle];
        if (generation == 0) {
            return {start.position, start.velocity};
        }
        Vec3d position = start.position;
        for (std::size_t i = 0; i < 3; ++i) {
            position =
                position + edges[i] * (unit(emitter.seed, particle, generation, channels[i]) - 0.5);
        }
        return {position, start.velocity + spread(emitter, particle, generation)};
    }
    // A cell for each particle, along a Z-order curve, so that neighbours in number are neighbours
    // in space; within its cell a particle starts anywhere.
    const auto [dimensions, bits, cells] = start_cells(emitter);
    const auto cell = static_cast<std::uint64_t>(particle * cells);
    Vec3d position = emitter.origin;
    int dimension = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        if (edges[i] != Vec3d{}) {
            const double place = every(cell, dimension++, dimensions) +
                                 unit(emitter.seed, particle, generation, channels[i]);
            position = position + edges[i] * std::ldexp(place, -bits);
        }
    }
    return {position, emitter.velocity + spread(emitter, particle, generation)};
}

} // namespace impinge::inline v0::particles
