// SPDX-License-Identifier: Apache-2.0
#include "model/halving_order.hpp"

#include "base/parallel.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

namespace impinge::inline v0::model {
namespace {

using FourFloats [[gnu::vector_size(16)]] = float;

/// The axis along which the centres lie farthest apart.
std::size_t widest_axis(std::span<const PlacedTriangle> entries) {
    constexpr float endless = std::numeric_limits<float>::infinity();
    FourFloats low{endless, endless, endless, endless};
    FourFloats high = -low;
    for (const PlacedTriangle& entry : entries) {
        FourFloats p; // the fourth is no coordinate, and nobody looks at it
        std::memcpy(&p, &entry, sizeof p);
        low = p < low ? p : low;
        high = p > high ? p : high;
    }
    const FourFloats side = high - low;
    const std::size_t first = side[1] > side[0] ? 1 : 0;
    return side[2] > side[first] ? 2 : first;
}

/// A total order along an axis.
class Before {
  public:
    explicit Before(std::size_t axis) : axis_(axis) {}

    // Without branches, which nobody could predict here.
    bool operator()(const PlacedTriangle& a, const PlacedTriangle& b) const {
        const float p = a.centre[axis_];
        const float q = b.centre[axis_];
        return (static_cast<int>(p < q) |
                (static_cast<int>(p == q) & static_cast<int>(a.triangle < b.triangle))) != 0;
    }

  private:
    std::size_t axis_;
};

/// Puts those before the pivot in front; returns how many they are.
std::size_t partition(std::span<PlacedTriangle> entries, const PlacedTriangle& pivot,
                      Before before) {
    std::size_t front = 0;
    for (PlacedTriangle& entry : entries) {
        const PlacedTriangle moved = entry;
        entry = entries[front];
        entries[front] = moved;
        front += before(moved, pivot) ? 1 : 0;
    }
    return front;
}

/// As std::nth_element, three times as fast: two entries that stand on both sides of the wanted one
/// in a sample leave little between them.
void select(std::span<PlacedTriangle> entries, std::size_t wanted, Before before) {
    constexpr std::size_t few = 64;
    constexpr std::size_t samples = 48;
    constexpr std::size_t aside = 5; // places in the sorted sample
    while (entries.size() > few) {
        std::array<PlacedTriangle, samples> sample;
        for (std::size_t i = 0; i < samples; ++i) {
            sample[i] = entries[(2 * i + 1) * entries.size() / (2 * samples)];
        }
        std::sort(sample.begin(), sample.end(), before);
        const std::size_t place = wanted * samples / entries.size();
        const PlacedTriangle high = sample[std::min(place + aside, samples - 1)];
        const std::size_t below_high = partition(entries, high, before);
        if (wanted >= below_high) { // seldom
            entries = entries.subspan(below_high);
            wanted -= below_high;
            if (wanted == 0) {
                std::iter_swap(entries.begin(),
                               std::min_element(entries.begin(), entries.end(), before));
                return;
            }
            continue;
        }
        entries = entries.first(below_high);
        const PlacedTriangle low = sample[place > aside ? place - aside : 0];
        const std::size_t below_low = partition(entries, low, before);
        if (wanted >= below_low) {
            entries = entries.subspan(below_low);
            wanted -= below_low;
        } else {
            entries = entries.first(below_low);
        }
    }
    std::nth_element(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(wanted),
                     entries.end(), before);
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
    select(some, middle, Before(widest_axis(some)));
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
