// SPDX-License-Identifier: Apache-2.0
//
// How much memory a piece of code took at most, third-party libraries included: malloc and operator
// new are counted in a program that links heap_watch.cpp.
#pragma once

#include <cstddef>

namespace impinge::tests {

/// From its making on. One at a time, and what other threads do meanwhile is counted too.
class HeapWatch {
  public:
    HeapWatch();

    /// Most bytes in use at once so far, beyond what was in use at the start.
    [[nodiscard]] std::size_t peak_bytes() const;

  private:
    std::size_t at_start_;
};

} // namespace impinge::tests
