// SPDX-License-Identifier: Apache-2.0
//
// What minmax and parity have in common: what masks mean after the first rendering, and all that
// follows if that leaves pixels open. The numbers are the lines of section 5 of the paper.
#pragma once

#include "imagespace/renderings.hpp"

namespace impinge::inline v0::imagespace {

/// Where counting down ends in the first rendering: B is left more often than it is entered.
inline constexpr std::uint8_t sc_negative = sc_zero - 1;

/// SC1 is in the masks where they are open.
std::optional<PixelCase> first_rendering(std::uint8_t masks);

/// From line 120 on: pixels with SC1 == 0 are looked at again, from A's beginning.
Expected<Findings> second_renderings(Renderings& run, EqualDepths equal);

} // namespace impinge::inline v0::imagespace
