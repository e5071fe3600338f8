// SPDX-License-Identifier: Apache-2.0
//
// Places on a 16-bit grid, four lanes to a register: x, y, z and one that is always 0. The
// compiler's vector type turns each function below into one or two instructions on every processor
// we know; what it computes is what a loop over the lanes would.
#pragma once

#include <bit>
#include <cstdint>

namespace impinge::inline v0 {

using Code = std::int16_t;
using Codes __attribute__((vector_size(8))) = Code;

constexpr Code below_region = -32768;
constexpr Code above_region = 32767;

inline Codes lowest(Codes a, Codes b) { return a < b ? a : b; }
inline Codes highest(Codes a, Codes b) { return a > b ? a : b; }
/// Whether a <= b holds in every lane.
inline bool all_at_most(Codes a, Codes b) { return std::bit_cast<std::uint64_t>(a > b) == 0; }

/// Number of a cell of 2^shift codes, counted from 0.
constexpr int cell_of(Code code, int shift) { return (code - below_region) >> shift; }

} // namespace impinge::inline v0
