// SPDX-License-Identifier: Apache-2.0
//
// Lists that chunks have left, joined by all threads.
#pragma once

#include "base/kept_memory.hpp"
#include "base/parallel.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace impinge::inline v0 {

/// In the order of the parts. Nothing if cancelled.
template <typename T>
KeptVector<T> joined_parts(std::vector<KeptVector<T>> parts, const Context& context) {
    if (parts.size() == 1) {
        return std::move(parts.front());
    }
    std::vector<std::size_t> starts;
    std::size_t total = 0;
    for (const KeptVector<T>& part : parts) {
        starts.push_back(total);
        total += part.size();
    }
    KeptVector<T> all(total);
    constexpr std::size_t worth_threads = 1 << 13; // fewer are copied before others have begun
    const std::size_t parts_at_once = total < worth_threads ? parts.size() + 1 : 8;
    for_each_chunk(context, parts.size(), parts_at_once, [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            std::copy(parts[i].begin(), parts[i].end(),
                      all.begin() + static_cast<std::ptrdiff_t>(starts[i]));
        }
    });
    return context.cancelled() ? KeptVector<T>{} : std::move(all);
}

} // namespace impinge::inline v0
