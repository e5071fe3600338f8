// SPDX-License-Identifier: Apache-2.0
//
// Sorting long lists on all threads, in pieces between which cancelling is heard.
#pragma once

#include "base/parallel.hpp"

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// The pieces are as long as said, then twice as long, and so on. The same order for any number of
/// threads, of equal items too. Says no if it was cancelled: then the items are all there, in no
/// order.
template <typename Item, typename Less = std::less<>>
bool sort_in_pieces(std::vector<Item>& items, const Context& context, Less less = {}) {
    constexpr std::size_t first_length = 1 << 16;
    const auto piece = [](auto& of, std::size_t begin, std::size_t end) {
        return std::span(of).subspan(std::min(begin, of.size()),
                                     std::min(end, of.size()) - std::min(begin, of.size()));
    };
    for_each_chunk(context, items.size(), first_length, [&](const Chunk& chunk) {
        const auto part = piece(items, chunk.begin, chunk.end);
        std::sort(part.begin(), part.end(), less);
    });
    if (items.size() <= first_length || context.cancelled()) {
        return !context.cancelled();
    }
    std::vector<Item> merged(items.size());
    for (std::size_t length = first_length; length < items.size(); length *= 2) {
        const std::size_t both = 2 * length;
        for_each_chunk(context, items.size(), both, [&](const Chunk& chunk) {
            const auto low = piece(items, chunk.begin, chunk.begin + length);
            const auto high = piece(items, chunk.begin + length, chunk.begin + both);
            std::merge(low.begin(), low.end(), high.begin(), high.end(),
                       merged.begin() + static_cast<std::ptrdiff_t>(chunk.begin), less);
        });
        if (context.cancelled()) {
            return false;
        }
        items.swap(merged);
    }
    return !context.cancelled();
}

} // namespace impinge::inline v0
