// SPDX-License-Identifier: Apache-2.0
//
// Items by groups, in two plain arrays (compressed rows): those of group i are items[first[i]] up
// to items[first[i + 1]].
#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

namespace impinge::inline v0::imagespace {

/// `for_each(visit)` calls visit(group, item) for every item; it is asked twice and must say the
/// same both times. Stable.
template <typename Item, typename ForEach>
void counting_sort(std::size_t groups, ForEach for_each, std::vector<std::size_t>& first,
                   std::vector<Item>& items) {
    first.assign(groups + 1, 0);
    for_each([&](std::size_t group, const Item&) { ++first[group + 1]; });
    std::partial_sum(first.begin(), first.end(), first.begin());
    items.resize(first.back());
    std::vector<std::size_t> next(first.begin(), first.end() - 1);
    for_each([&](std::size_t group, const Item& item) { items[next[group]++] = item; });
}

} // namespace impinge::inline v0::imagespace
