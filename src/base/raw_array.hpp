// SPDX-License-Identifier: Apache-2.0
//
// Arrays whose items are written before they are read: a vector would clear them first, which takes
// a pass over the memory.
#pragma once

#include <cstddef>
#include <memory>

namespace impinge::inline v0 {

template <typename T> using RawArray = std::unique_ptr<T[]>; // NOLINT(modernize-avoid-c-arrays)

template <typename T> RawArray<T> raw_array(std::size_t count) {
    return std::make_unique_for_overwrite<T[]>(count); // NOLINT(modernize-avoid-c-arrays)
}

} // namespace impinge::inline v0
