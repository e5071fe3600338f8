// SPDX-License-Identifier: Apache-2.0
//
// An array whose items are not set to anything first, for those that are all written before they
// are read, or of which few are used: what is not touched takes no memory.
#pragma once

#include <cstddef>
#include <memory>

namespace impinge::inline v0 {

template <typename T> using UnsetArray = std::unique_ptr<T[]>; // NOLINT(modernize-avoid-c-arrays)

template <typename T> UnsetArray<T> make_unset_array(std::size_t size) {
    return std::make_unique_for_overwrite<T[]>(size); // NOLINT(modernize-avoid-c-arrays)
}

} // namespace impinge::inline v0
