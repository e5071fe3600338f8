// SPDX-License-Identifier: Apache-2.0
//
// How much memory this process has now.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <fstream>

namespace impinge::tests {

inline std::size_t resident_bytes() {
    std::size_t all_pages = 0;
    std::size_t resident_pages = 0;
    std::ifstream("/proc/self/statm") >> all_pages >> resident_pages;
    return resident_pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

} // namespace impinge::tests
