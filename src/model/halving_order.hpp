// SPDX-License-Identifier: Apache-2.0
//
// An order of triangles in which neighbours stay together, by k-d splits at medians.
#pragma once

#include "impinge/context.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace impinge::inline v0::model {

/// A triangle on its way to its place in the order.
struct alignas(16) PlacedTriangle {
    std::array<std::int32_t, 3> centre; ///< not negative
    std::uint32_t triangle;
};

/// Sorts such that each run of 8^k * `block` entries in a row, beginning at a multiple of its
/// length, is what is left after halving the whole again and again across its widest side. The same
/// for any number of threads; 50 ns for each on one.
void sort_by_halving(std::span<PlacedTriangle> entries, std::size_t block, const Context& context);

} // namespace impinge::inline v0::model
