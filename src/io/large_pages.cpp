// SPDX-License-Identifier: Apache-2.0
#include "io/large_pages.hpp"

#include <memory>
#include <sys/mman.h>

namespace impinge::inline v0 {

void prefer_large_pages(void* memory, std::size_t bytes) {
#ifdef MADV_HUGEPAGE
    constexpr std::size_t large_page = std::size_t{1} << 21;
    if (bytes < 2 * large_page) {
        return;
    }
    if (std::align(large_page, large_page, memory, bytes) != nullptr) {
        static_cast<void>(::madvise(memory, bytes / large_page * large_page, MADV_HUGEPAGE));
    }
#else
    static_cast<void>(memory);
    static_cast<void>(bytes);
#endif
}

} // namespace impinge::inline v0
