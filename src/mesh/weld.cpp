// SPDX-License-Identifier: Apache-2.0
#include "mesh/weld.hpp"

#include <bit>

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

} // namespace

std::vector<std::uint32_t> weld_map(std::span<const Vec3d> positions) {
    // Open addressing; a slot holds the first vertex seen at its coordinates, and vertices come in
    // increasing order, so the holder is always the smallest.
    constexpr std::uint32_t empty = 0xFFFFFFFFu;
    const std::size_t slots = std::bit_ceil(positions.size() * 2 + 1);
    std::vector<std::uint32_t> table(slots, empty);
    std::vector<std::uint32_t> map(positions.size());
    for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
        std::size_t slot = hash_of(positions[vertex]) & (slots - 1);
        while (table[slot] != empty && positions[table[slot]] != positions[vertex]) {
            slot = (slot + 1) & (slots - 1);
        }
        if (table[slot] == empty) {
            table[slot] = static_cast<std::uint32_t>(vertex);
        }
        map[vertex] = table[slot];
    }
    return map;
}

std::vector<TriangleIndices> welded_triangles(std::span<const TriangleIndices> triangles,
                                              std::span<const std::uint32_t> weld_map) {
    std::vector<TriangleIndices> welded(triangles.size());
    for (std::size_t index = 0; index < triangles.size(); ++index) {
        const auto& [a, b, c] = triangles[index];
        welded[index] = {weld_map[a], weld_map[b], weld_map[c]};
    }
    return welded;
}

} // namespace impinge::inline v0
