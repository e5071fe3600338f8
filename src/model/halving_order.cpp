// SPDX-License-Identifier: Apache-2.0
#include "model/halving_order.hpp"

#include "base/clones.hpp"
#include "base/parallel.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace impinge::inline v0::model {
namespace {

using FourNumbers [[gnu::vector_size(16), gnu::may_alias]] = std::int32_t;

/// The axis along which the centres lie farthest apart, of many judged by some of them.
IMPINGE_CLONES std::size_t widest_axis(const PlacedTriangle* first, std::size_t count) {
    constexpr std::size_t enough = 256;
    const std::size_t step = std::max<std::size_t>(1, count / enough);
    constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
    FourNumbers low{most, most, most, most};
    FourNumbers high = -low;
    for (std::size_t i = 0; i < count; i += step) {
        // The fourth is no coordinate, and nobody looks at it.
        const FourNumbers p = reinterpret_cast<const FourNumbers&>(first[i]);
        low = p < low ? p : low;
        high = p > high ? p : high;
    }
    const FourNumbers side = high - low; // centres are not negative
    const std::size_t wider = side[1] > side[0] ? 1 : 0;
    return side[2] > side[wider] ? 2 : wider;
}

/// A number that orders triangles along an axis, no two alike.
std::int64_t key_of(const PlacedTriangle& entry, std::size_t axis) {
    return std::int64_t{entry.centre[axis]} << 32 | entry.triangle;
}

/// Puts those with smaller keys in front; returns how many they are. Without branches, which nobody
/// could predict here.
std::size_t partition(std::span<PlacedTriangle> entries, std::int64_t pivot, std::size_t axis) {
    PlacedTriangle* front = entries.data();
    for (PlacedTriangle& entry : entries) {
        const std::size_t moves = key_of(entry, axis) < pivot ? 1 : 0;
        // In one piece: a load waits for a store of the same size only.
        auto& here = reinterpret_cast<FourNumbers&>(entry);
        auto& there = reinterpret_cast<FourNumbers&>(*front);
        const FourNumbers kept = here;
        here = there;
        there = kept;
        front += moves;
    }
    return static_cast<std::size_t>(front - entries.data());
}

constexpr std::size_t few = 64;

/// ranks[i] for the first `count` keys, rounded up: how many of these are smaller than key i. As
/// many compares as pairs, but eight or sixteen at once.
IMPINGE_CLONES void count_smaller(const std::int32_t* keys, std::size_t count,
                                  std::int32_t* ranks) {
    const std::size_t whole = (count + 15) / 16 * 16;
    for (std::size_t i = 0; i < whole; ++i) {
        ranks[i] = 0;
    }
    for (std::size_t j = 0; j < count; ++j) {
        const std::int32_t other = keys[j];
        for (std::size_t i = 0; i < whole; ++i) {
            ranks[i] += other < keys[i] ? 1 : 0;
        }
    }
}

/// Sorts a few along an axis.
void sort_few(std::span<PlacedTriangle> entries, std::size_t axis) {
    std::array<std::int32_t, few> keys;
    keys.fill(std::numeric_limits<std::int32_t>::max()); // smaller than none
    std::array<std::int32_t, few> ranks;
    std::array<PlacedTriangle, few> sorted;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        // The last bits tell apart what lies at the same place.
        keys[i] = entries[i].centre[axis] / std::int32_t{few} * std::int32_t{few} +
                  static_cast<std::int32_t>(i);
    }
    count_smaller(keys.data(), entries.size(), ranks.data());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        sorted[static_cast<std::size_t>(ranks[i])] = entries[i];
    }
    std::copy_n(sorted.begin(), entries.size(), entries.begin());
}

/// Keys that stand a little before and after the wanted place, judged by a sample.
struct Pivots {
    std::int64_t low = 0;
    std::int64_t high = 0;
};

template <std::size_t samples, std::size_t aside>
Pivots pivots_around(std::span<const PlacedTriangle> entries, std::size_t wanted,
                     std::size_t axis) {
    std::array<std::int64_t, samples> sample;
    for (std::size_t i = 0; i < samples; ++i) {
        sample[i] = key_of(entries[(2 * i + 1) * entries.size() / (2 * samples)], axis);
    }
    std::sort(sample.begin(), sample.end());
    const std::size_t place = wanted * samples / entries.size();
    return {sample[place > aside ? place - aside : 0],
            sample[std::min(place + aside, samples - 1)]};
}

/// Puts the `wanted` smallest in front.
void select(std::span<PlacedTriangle> entries, std::size_t wanted, std::size_t axis) {
    while (entries.size() > few && wanted > 0) {
        constexpr std::size_t many = 2048;
        constexpr std::size_t very_many = 1 << 15;
        const auto [low, high] =
            entries.size() > very_many ? pivots_around<400, 16>(entries, wanted, axis)
            : entries.size() > many    ? pivots_around<64, 5>(entries, wanted, axis)
                                       : pivots_around<16, 2>(entries, wanted, axis);
        const std::size_t below_high = partition(entries, high, axis);
        if (wanted >= below_high) { // seldom
            entries = entries.subspan(below_high);
            wanted -= below_high;
            continue;
        }
        entries = entries.first(below_high);
        const std::size_t below_low = partition(entries, low, axis);
        const bool above = wanted >= below_low;
        entries = above ? entries.subspan(below_low) : entries.first(below_low);
        wanted -= above ? below_low : 0;
    }
    if (wanted > 0) {
        sort_few(entries, axis);
    }
}

/// Entries that are to be cut into parts of `capacity`, all full but the last.
struct Run {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t capacity = 0;

    [[nodiscard]] std::size_t size() const { return end - begin; }
};

/// The two halves; `run` has more than one part.
std::array<Run, 2> halves(std::span<PlacedTriangle> entries, const Run& run) {
    const std::size_t parts = chunk_count(run.size(), run.capacity);
    const std::size_t middle = parts / 2 * run.capacity;
    const auto some = entries.subspan(run.begin, run.size());
    select(some, middle, widest_axis(some.data(), some.size()));
    return {Run{run.begin, run.begin + middle, run.capacity},
            Run{run.begin + middle, run.end, run.capacity}};
}

/// With the capacity of the level at which it has more than one part.
Run to_cut(Run run, std::size_t block) {
    while (run.size() <= run.capacity && run.capacity > block) {
        run.capacity /= 8;
    }
    return run;
}

void halve_to_the_end(std::span<PlacedTriangle> entries, const Run& whole, std::size_t block) {
    const Run run = to_cut(whole, block);
    if (run.size() > run.capacity) {
        for (const Run& half : halves(entries, run)) {
            halve_to_the_end(entries, half, block);
        }
    }
}

} // namespace

void sort_by_halving(std::span<PlacedTriangle> entries, std::size_t block, const Context& context) {
    std::size_t capacity = block;
    while (capacity < entries.size()) {
        capacity *= 8;
    }
    // Halved side by side until there are many, then each by one thread.
    constexpr std::size_t one_task = 1 << 12;
    std::vector<Run> runs{{0, entries.size(), capacity}};
    std::size_t longest = entries.size();
    while (longest > one_task && !context.cancelled()) {
        runs = gather_chunks<Run>(context, runs.size(), 1, [&](const Chunk& chunk) {
            const Run run = to_cut(runs[chunk.index], block);
            if (run.size() <= run.capacity) {
                return std::vector<Run>{run};
            }
            const auto both = halves(entries, run);
            return std::vector<Run>(both.begin(), both.end());
        });
        longest = 0;
        for (const Run& run : runs) {
            longest = std::max(longest, run.size());
        }
    }
    for_each_chunk(context, runs.size(), 1, [&](const Chunk& chunk) {
        halve_to_the_end(entries, runs[chunk.index], block);
    });
}

} // namespace impinge::inline v0::model
