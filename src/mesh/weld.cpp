// SPDX-License-Identifier: Apache-2.0
#include "mesh/weld.hpp"

#include "base/parallel.hpp"
#include "base/unset_array.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace impinge::inline v0 {
namespace {

std::uint64_t bits_of(double value) {
    return std::bit_cast<std::uint64_t>(value + 0.0); // -0 + 0 is +0
}

std::uint64_t hash_of(Vec3d p) {
    std::uint64_t hash = bits_of(p.x) * 0x9E3779B97F4A7C15u;
    hash = (std::rotl(hash, 31) ^ bits_of(p.y)) * 0xD6E8FEB86659FD93u;
    hash = (std::rotl(hash, 31) ^ bits_of(p.z)) * 0xBF58476D1CE4E5B9u;
    return hash ^ (hash >> 32);
}

constexpr std::size_t weld_chunk = 1 << 15;
/// Vertices welded at a time: their table fits into the cache.
constexpr std::size_t vertices_per_share = 1 << 12;

/// A part of the hash above the vertex: different parts spare a look at the positions.
using HashedVertex = std::uint64_t;
constexpr HashedVertex no_vertex = ~HashedVertex{0};

std::uint32_t vertex_of(HashedVertex hashed) { return static_cast<std::uint32_t>(hashed); }

/// Enters into the map those that are equal to an earlier one; they come in increasing order, so
/// that the first at its place in the table, which is large enough, is always the smallest.
void weld_share(std::span<const HashedVertex> share, std::span<const Vec3d> positions,
                std::vector<HashedVertex>& table, std::span<std::uint32_t> map) {
    const std::size_t slots = std::bit_ceil(share.size() * 2 + 1);
    table.assign(slots, no_vertex);
    for (const HashedVertex hashed : share) {
        const auto is_equal = [&](HashedVertex known) {
            return known >> 32 == hashed >> 32 &&
                   positions[vertex_of(known)] == positions[vertex_of(hashed)];
        };
        std::size_t slot = (hashed >> 32) & (slots - 1);
        while (table[slot] != no_vertex && !is_equal(table[slot])) {
            slot = (slot + 1) & (slots - 1);
        }
        if (table[slot] == no_vertex) {
            table[slot] = hashed;
        } else {
            map[vertex_of(hashed)] = vertex_of(table[slot]);
        }
    }
}

/// The vertices dealt by the leading bits of their hashes, equal ones to the same share, in
/// increasing order within each.
struct WeldShares {
    UnsetArray<HashedVertex> vertices;
    std::vector<std::size_t> starts;

    [[nodiscard]] std::span<const HashedVertex> operator[](std::size_t share) const {
        return {vertices.get() + starts[share], starts[share + 1] - starts[share]};
    }
};

WeldShares deal_vertices(std::span<const Vec3d> positions, const Context& context) {
    const std::size_t count = std::bit_ceil(
        std::clamp<std::size_t>(positions.size() / vertices_per_share, 1, std::size_t{1} << 12));
    const int bits = std::countr_zero(count);
    const auto share_of = [bits](std::uint64_t hash) {
        return bits == 0 ? 0 : static_cast<std::size_t>(hash >> (64 - bits));
    };
    const std::size_t chunks = chunk_count(positions.size(), weld_chunk);
    std::vector<std::size_t> places(chunks * count, 0); // first counts
    for_each_chunk(context, positions.size(), weld_chunk, [&](const Chunk& chunk) {
        for (std::size_t vertex = chunk.begin; vertex < chunk.end; ++vertex) {
            ++places[chunk.index * count + share_of(hash_of(positions[vertex]))];
        }
    });
    WeldShares shares;
    std::size_t sum = 0;
    for (std::size_t share = 0; share < count; ++share) {
        shares.starts.push_back(sum);
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
            sum += std::exchange(places[chunk * count + share], sum);
        }
    }
    shares.starts.push_back(sum);
    shares.vertices = make_unset_array<HashedVertex>(positions.size());
    for_each_chunk(context, positions.size(), weld_chunk, [&](const Chunk& chunk) {
        for (std::size_t vertex = chunk.begin; vertex < chunk.end; ++vertex) {
            const std::uint64_t hash = hash_of(positions[vertex]);
            shares.vertices[places[chunk.index * count + share_of(hash)]++] = hash << 32 | vertex;
        }
    });
    return shares;
}

} // namespace

std::vector<std::uint32_t> weld_map(std::span<const Vec3d> positions, const Context& context) {
    std::vector<std::uint32_t> map(positions.size());
    std::iota(map.begin(), map.end(), std::uint32_t{0});
    const WeldShares shares = deal_vertices(positions, context);
    constexpr std::size_t shares_at_once = 4;
    for_each_chunk(context, shares.starts.size() - 1, shares_at_once, [&](const Chunk& chunk) {
        std::vector<HashedVertex> table;
        for (std::size_t share = chunk.begin; share < chunk.end; ++share) {
            weld_share(shares[share], positions, table, map);
        }
    });
    return map;
}

std::vector<TriangleIndices> welded_triangles(std::span<const TriangleIndices> triangles,
                                              std::span<const std::uint32_t> weld_map,
                                              const Context& context) {
    std::vector<TriangleIndices> welded(triangles.size());
    for_each_chunk(context, triangles.size(), weld_chunk, [&](const Chunk& chunk) {
        for (std::size_t index = chunk.begin; index < chunk.end; ++index) {
            const auto& [a, b, c] = triangles[index];
            welded[index] = {weld_map[a], weld_map[b], weld_map[c]};
        }
    });
    return welded;
}

} // namespace impinge::inline v0
