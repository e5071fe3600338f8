// SPDX-License-Identifier: Apache-2.0
//
// What is asked about the pairs of an assembly, as a list instead of a function.
#include "io/case/file.hpp"

#include <algorithm>

namespace impinge::inline v0 {

std::vector<WishRun> wish_runs(const PairWishes& wishes, std::size_t bodies) {
    if (!wishes.of) {
        const std::uint64_t pairs = bodies < 2 ? 0 : std::uint64_t{bodies} * (bodies - 1) / 2;
        return {{pairs, {.check = true, .clearance = wishes.largest_clearance}}};
    }
    std::vector<WishRun> runs;
    for (std::uint32_t a = 0; a < bodies; ++a) {
        for (std::uint32_t b = a + 1; b < bodies; ++b) {
            const PairWish wish = wishes.of(a, b);
            const bool same = !runs.empty() && runs.back().wish.check == wish.check &&
                              (!wish.check || runs.back().wish.clearance == wish.clearance);
            if (same) {
                ++runs.back().pairs;
            } else {
                runs.push_back({1, wish});
            }
        }
    }
    return runs;
}

PairWishes wishes_from(std::vector<WishRun> runs, std::size_t bodies) {
    PairWishes wishes;
    std::uint64_t end = 0;
    for (WishRun& run : runs) { // from here on `pairs` is where a run ends
        end += run.pairs;
        run.pairs = end;
        wishes.largest_clearance =
            std::max(wishes.largest_clearance, run.wish.check ? run.wish.clearance : 0);
    }
    wishes.of = [runs = std::move(runs), n = std::uint64_t{bodies}](std::uint32_t a,
                                                                    std::uint32_t b) {
        const std::uint64_t before = a * (2 * n - a - 1) / 2; // pairs of bodies before a
        const std::uint64_t index = before + b - a - 1;
        const auto run = std::upper_bound(
            runs.begin(), runs.end(), index,
            [](std::uint64_t value, const WishRun& candidate) { return value < candidate.pairs; });
        return run->wish;
    };
    return wishes;
}

} // namespace impinge::inline v0
