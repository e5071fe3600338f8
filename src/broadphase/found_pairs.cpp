// SPDX-License-Identifier: Apache-2.0
#include "broadphase/found_pairs.hpp"

#include "base/parallel.hpp"

#include <algorithm>

namespace impinge::inline v0 {
namespace {

/// One number that sorts as the pair does: one comparison instead of two.
std::uint64_t key(const BoxPair& pair) { return (std::uint64_t{pair.a} << 32) | pair.b; }

} // namespace

void find_changes(std::span<const BoxPair> before, std::span<const BoxPair> now,
                  PairChanges& changes) {
    changes.added.clear();
    changes.removed.clear();
    std::size_t b = 0;
    std::size_t n = 0;
    while (b < before.size() && n < now.size()) {
        const std::uint64_t key_before = key(before[b]);
        const std::uint64_t key_now = key(now[n]);
        if (key_before < key_now) {
            changes.removed.push_back(before[b]);
        } else if (key_now < key_before) {
            changes.added.push_back(now[n]);
        }
        b += key_before <= key_now ? 1 : 0;
        n += key_now <= key_before ? 1 : 0;
    }
    changes.removed.insert(changes.removed.end(), before.begin() + static_cast<std::ptrdiff_t>(b),
                           before.end());
    changes.added.insert(changes.added.end(), now.begin() + static_cast<std::ptrdiff_t>(n),
                         now.end());
}

void apply_changes(std::span<const BoxPair> before, const PairChanges& changes,
                   std::vector<BoxPair>& now) {
    now.clear();
    auto removed = changes.removed.begin();
    auto added = changes.added.begin();
    for (const BoxPair& pair : before) {
        if (removed != changes.removed.end() && *removed == pair) {
            ++removed;
            continue;
        }
        for (; added != changes.added.end() && key(*added) < key(pair); ++added) {
            now.push_back(*added);
        }
        now.push_back(pair);
    }
    now.insert(now.end(), added, changes.added.end());
}

namespace {

constexpr std::size_t rows_per_chunk = 128;

/// Boxes that can be in a pair at all, the moving ones first.
struct Members {
    std::vector<Box3> boxes;
    std::vector<std::uint32_t> numbers;
    std::size_t moving = 0;
};

Members members_of(const BatchBoxes& all) {
    Members members;
    for (const Mobility mobility : {Mobility::Moving, Mobility::Stationary}) {
        for (std::size_t i = 0; i < all.boxes.size(); ++i) {
            if (all.mobility[i] == mobility && !is_empty(all.boxes[i])) {
                members.boxes.push_back(all.boxes[i]);
                members.numbers.push_back(static_cast<std::uint32_t>(i));
            }
        }
        if (mobility == Mobility::Moving) {
            members.moving = members.boxes.size();
        }
    }
    return members;
}

} // namespace

FoundBoxPairs brute_force_pairs(const BatchBoxes& boxes, const Context& context) {
    const Members members = members_of(boxes);
    const std::size_t count = members.boxes.size();
    const auto pairs_of_chunk = [&](const Chunk& chunk) {
        std::vector<BoxPair> pairs;
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            const Box3 box = members.boxes[i];
            for (std::size_t j = i + 1; j < count; ++j) {
                if (boxes_overlap(box, members.boxes[j])) {
                    pairs.push_back(ordered_pair(members.numbers[i], members.numbers[j]));
                }
            }
        }
        return pairs;
    };
    FoundBoxPairs found{
        gather_chunks<BoxPair>(context, members.moving, rows_per_chunk, pairs_of_chunk),
        members.moving * (members.moving - 1) / 2 + members.moving * (count - members.moving)};
    std::sort(found.pairs.begin(), found.pairs.end());
    return found;
}

} // namespace impinge::inline v0
