// SPDX-License-Identifier: Apache-2.0
#include "broadphase/found_pairs.hpp"

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

} // namespace impinge::inline v0
