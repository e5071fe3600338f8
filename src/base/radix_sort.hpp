// SPDX-License-Identifier: Apache-2.0
//
// Sorting numbers of few bits, in time linear in their count.
#pragma once

#include "impinge/context.hpp"

#include <cstdint>
#include <vector>

namespace impinge::inline v0 {

/// The bits of a number that decide the order: those from `first` on, `count` of them.
struct BitRange {
    unsigned first = 0;
    unsigned count = 0;
};

/// Sorts by these bits; numbers equal in them keep their order. `spare` is overwritten. The same
/// for any number of threads.
void radix_sort(std::vector<std::uint64_t>& numbers, std::vector<std::uint64_t>& spare,
                BitRange bits, const Context& context);

} // namespace impinge::inline v0
