// SPDX-License-Identifier: Apache-2.0
#include "particles/emission.hpp"

#include <array>
#include <bit>
#include <cstdlib>
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

constexpr std::uint32_t golden = 0x9E3779B9u;

/// What is random about one life.
class Chance {
  public:
    Chance(std::uint32_t seed, std::uint32_t particle, std::uint32_t generation)
        : seed_(seed), generation_(mixed(generation + golden)), particle_(golden * (particle + 1)) {
    }
    /// Uniform in [0, 1), a multiple of 2^-32.
    [[nodiscard]] double unit(Channel channel) const {
        const std::uint32_t h = mixed(seed_ + golden * static_cast<std::uint32_t>(channel));
        return mixed(mixed(h ^ generation_) + particle_) * 0x1p-32;
    }

  private:
    std::uint32_t seed_;
    std::uint32_t generation_;
    std::uint32_t particle_;
};

/// Every second bit, pushed together.
std::uint32_t every_second(std::uint64_t bits) {
    bits &= 0x5555555555555555u;
    bits = (bits | bits >> 1) & 0x3333333333333333u;
    bits = (bits | bits >> 2) & 0x0F0F0F0F0F0F0F0Fu;
    bits = (bits | bits >> 4) & 0x00FF00FF00FF00FFu;
    bits = (bits | bits >> 8) & 0x0000FFFF0000FFFFu;
    return static_cast<std::uint32_t>(bits | bits >> 16);
}

/// Every third.
std::uint32_t every_third(std::uint64_t bits) {
    bits &= 0x1249249249249249u;
    bits = (bits | bits >> 2) & 0x10C30C30C30C30C3u;
    bits = (bits | bits >> 4) & 0x100F00F00F00F00Fu;
    bits = (bits | bits >> 8) & 0x001F0000FF0000FFu;
    bits = (bits | bits >> 16) & 0x001F00000000FFFFu;
    return static_cast<std::uint32_t>(bits | bits >> 32);
}

/// Every `step`-th bit from `first` on, pushed together.
std::uint32_t every(std::uint64_t bits, int first, int step) {
    bits >>= first;
    return step == 1   ? static_cast<std::uint32_t>(bits)
           : step == 2 ? every_second(bits)
                       : every_third(bits);
}

double power_of_two(int exponent) { // -63 to 63
    const double up = static_cast<double>(std::uint64_t{1} << std::abs(exponent));
    return exponent < 0 ? 1 / up : up;
}

Vec3d spread(const Emitter& emitter, const Chance& chance) {
    const auto off = [&](Channel channel) { return 2 * chance.unit(channel) - 1; };
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
    return emitter.first_birth +
           emitter.life * Chance(emitter.seed, particle, 0).unit(Channel::Birth);
}

double first_angle(const Emitter& emitter, std::uint32_t particle, std::uint32_t generation) {
    return 2 * std::numbers::pi * Chance(emitter.seed, particle, generation).unit(Channel::Angle);
}

StartCells start_cells(const Emitter& emitter) {
    StartCells cells;
    for (const Vec3d edge : {emitter.edge_u, emitter.edge_v, emitter.edge_w}) {
        cells.dimensions += edge != Vec3d{} ? 1 : 0;
    }
    if (cells.dimensions > 0) {
        const auto needed =
            static_cast<int>(std::bit_width(emitter.particles > 0 ? emitter.particles - 1 : 0));
        cells.bits = (needed + cells.dimensions - 1) / cells.dimensions;
    }
    cells.a_particle = power_of_two(cells.bits * cells.dimensions) / emitter.particles;
    return cells;
}

Launch launch_of(const Emitter& emitter, std::uint32_t particle, std::uint32_t generation) {
    const Chance chance(emitter.seed, particle, generation);
    const std::array<Vec3d, 3> edges{emitter.edge_u, emitter.edge_v, emitter.edge_w};
    const std::array<Channel, 3> channels{Channel::U, Channel::V, Channel::W};
    if (!emitter.starts.empty()) {
        const ParticleStart& start = emitter.starts[particle];
        if (generation == 0) {
            return {start.position, start.velocity};
        }
        Vec3d position = start.position;
        for (std::size_t i = 0; i < 3; ++i) {
            position = position + edges[i] * (chance.unit(channels[i]) - 0.5);
        }
        return {position, start.velocity + spread(emitter, chance)};
    }
    // A cell for each particle, along a Z-order curve, so that neighbours in number are neighbours
    // in space; within its cell a particle starts anywhere.
    const auto [dimensions, bits, cells] = start_cells(emitter);
    const auto cell = static_cast<std::uint64_t>(particle * cells);
    const double size = power_of_two(-bits);
    Vec3d position = emitter.origin;
    int dimension = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        if (edges[i] != Vec3d{}) {
            const double place = every(cell, dimension++, dimensions) + chance.unit(channels[i]);
            position = position + edges[i] * (place * size);
        }
    }
    return {position, emitter.velocity + spread(emitter, chance)};
}

} // namespace impinge::inline v0::particles
