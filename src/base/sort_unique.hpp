// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

namespace impinge::inline v0 {

/// Sorts, and keeps of equal items one.
template <typename Item> void sort_unique(std::vector<Item>& items) {
    std::sort(items.begin(), items.end());
    items.erase(std::unique(items.begin(), items.end()), items.end());
}

} // namespace impinge::inline v0
