// SPDX-License-Identifier: Apache-2.0
//
// An operator new that fails when told to, and counts what was not given back.
#pragma once

#include <cstddef>

namespace impinge::tests {

enum class Failing { Once, FromThenOn };

/// While it lives: lets so many allocations pass, then the next one fails, or all that follow.
class FailingAllocations {
  public:
    FailingAllocations(std::size_t passing, Failing failing);
    ~FailingAllocations();
    FailingAllocations(const FailingAllocations&) = delete;
    FailingAllocations& operator=(const FailingAllocations&) = delete;
};

/// Blocks that are in use now.
std::size_t blocks_in_use();

/// How many allocations were asked for since the last FailingAllocations was made, and how many of
/// them failed.
std::size_t allocations_asked();
std::size_t allocations_failed();

} // namespace impinge::tests
