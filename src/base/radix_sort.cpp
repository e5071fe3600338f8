// SPDX-License-Identifier: Apache-2.0
//
// From the lowest digit to the highest. Each chunk of the numbers counts its digits, and the sums
// over digits and chunks say where each chunk puts its numbers.
#include "base/radix_sort.hpp"

#include "base/parallel.hpp"

#include <algorithm>

namespace impinge::inline v0 {
namespace {

constexpr unsigned most_digit_bits = 11;
constexpr std::size_t numbers_per_chunk = 1 << 16;

void sort_by_digit(const std::vector<std::uint64_t>& numbers, std::vector<std::uint64_t>& sorted,
                   BitRange digit, const Context& context) {
    const std::size_t digits = std::size_t{1} << digit.count;
    const auto digit_of = [shift = digit.first, mask = digits - 1](std::uint64_t number) {
        return (number >> shift) & mask;
    };
    const std::size_t chunks = chunk_count(numbers.size(), numbers_per_chunk);
    std::vector<std::uint32_t> places(chunks * digits, 0);
    for_each_chunk(context, numbers.size(), numbers_per_chunk, [&](const Chunk& chunk) {
        std::uint32_t* const counts = places.data() + chunk.index * digits;
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            ++counts[digit_of(numbers[i])];
        }
    });
    std::uint32_t sum = 0;
    for (std::size_t d = 0; d < digits; ++d) {
        for (std::size_t c = 0; c < chunks; ++c) {
            std::uint32_t& place = places[c * digits + d];
            const std::uint32_t count = place;
            place = sum;
            sum += count;
        }
    }
    for_each_chunk(context, numbers.size(), numbers_per_chunk, [&](const Chunk& chunk) {
        std::uint32_t* const next = places.data() + chunk.index * digits;
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            sorted[next[digit_of(numbers[i])]++] = numbers[i];
        }
    });
}

} // namespace

void radix_sort(std::vector<std::uint64_t>& numbers, std::vector<std::uint64_t>& spare,
                BitRange bits, const Context& context) {
    spare.resize(numbers.size());
    const unsigned passes = (bits.count + most_digit_bits - 1) / most_digit_bits;
    for (unsigned pass = 0; pass < passes; ++pass) {
        const unsigned from = bits.count * pass / passes;
        const unsigned to = bits.count * (pass + 1) / passes;
        sort_by_digit(numbers, spare, {bits.first + from, to - from}, context);
        std::swap(numbers, spare);
    }
}

} // namespace impinge::inline v0
