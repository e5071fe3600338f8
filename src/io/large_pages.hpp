// SPDX-License-Identifier: Apache-2.0
//
// Fresh memory comes from the system page by page, and each page costs about as much as parsing
// what will stand in it. Large pages make that cost vanish where the system offers them.
#pragma once

#include <cstddef>
#include <vector>

namespace impinge::inline v0 {

/// Asks for large pages under memory that has not been touched yet. A wish: nothing depends on it.
void prefer_large_pages(void* memory, std::size_t bytes);

/// vector::reserve with that wish.
template <typename T> void reserve_large(std::vector<T>& items, std::size_t count) {
    items.reserve(count);
    prefer_large_pages(items.data() + items.size(), (items.capacity() - items.size()) * sizeof(T));
}

} // namespace impinge::inline v0
