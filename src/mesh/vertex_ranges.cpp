// SPDX-License-Identifier: Apache-2.0
#include "mesh/vertex_ranges.hpp"

#include <bit>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t triangles_dealt_at_once = 1 << 16;
/// What is kept of so many vertices fits into the second cache.
constexpr unsigned least_range_bits = 12;
constexpr unsigned most_ranges_bits = 12;

unsigned bits_of_range(std::size_t vertex_count) {
    const auto bits = static_cast<unsigned>(std::bit_width(vertex_count));
    return std::max(least_range_bits, bits > most_ranges_bits ? bits - most_ranges_bits : 0);
}

} // namespace

template <typename Put> void VertexRanges::deal(const Chunk& chunk, Put put) const {
    for (std::size_t index = chunk.begin; index < chunk.end; ++index) {
        const auto& [a, b, c] = triangles_[index];
        const std::uint32_t low = std::min(a, b);
        const std::uint32_t high = std::max(a, b);
        const std::uint32_t first = std::min(low, c) >> shift_;
        const std::uint32_t second = std::max(low, std::min(high, c)) >> shift_;
        put(first, index);
        if (second != first) {
            put(second, index);
        }
    }
}

VertexRanges::VertexRanges(std::span<const TriangleIndices> triangles, std::size_t vertex_count,
                           const Context& context)
    : triangles_(triangles), vertex_count_(vertex_count), shift_(bits_of_range(vertex_count)),
      range_count_(std::max<std::size_t>(1, chunk_count(vertex_count, std::size_t{1} << shift_))) {
    if (range_count_ == 1) {
        return;
    }
    const std::size_t chunks = chunk_count(triangles.size(), triangles_dealt_at_once);
    std::vector<std::size_t> places(chunks * range_count_, 0); // first counts
    for_each_chunk(context, triangles.size(), triangles_dealt_at_once, [&](const Chunk& chunk) {
        std::size_t* const counts = places.data() + chunk.index * range_count_;
        deal(chunk, [counts](std::size_t range, std::size_t) { ++counts[range]; });
    });
    starts_.reserve(range_count_ + 1);
    std::size_t sum = 0;
    for (std::size_t range = 0; range < range_count_; ++range) {
        starts_.push_back(sum);
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
            std::size_t& place = places[chunk * range_count_ + range];
            const std::size_t count = place;
            place = sum;
            sum += count;
        }
    }
    starts_.push_back(sum);
    dealt_ = make_unset_array<std::uint32_t>(sum);
    for_each_chunk(context, triangles.size(), triangles_dealt_at_once, [&](const Chunk& chunk) {
        std::size_t* const next = places.data() + chunk.index * range_count_;
        deal(chunk, [&](std::size_t range, std::size_t index) {
            dealt_[next[range]++] = static_cast<std::uint32_t>(index);
        });
    });
}

} // namespace impinge::inline v0
