// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "impinge/triangle.hpp"

namespace impinge::inline v0 {

/// Rounding positions from exact fractions is what makes a contact set expensive; who needs only
/// its shape and features can do without.
enum class Positions : std::uint8_t { Rounded, Omitted };

TriangleContact triangle_contact(const Triangle& a, const Triangle& b, Positions positions);

} // namespace impinge::inline v0
