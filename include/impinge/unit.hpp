// SPDX-License-Identifier: Apache-2.0
//
// Units of length, for files that state one and for answers that carry one. Queries know no units.
//
//     double in_millimetres(double inches) {
//         return inches * conversion(impinge::LengthUnit::Inch, impinge::LengthUnit::Millimetre);
//     }
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/export.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace impinge::inline v0 {

enum class LengthUnit : std::uint8_t { Micrometre, Millimetre, Centimetre, Metre, Inch, Foot };

/// "um", "mm", "cm", "m", "in", "ft": stable, for files and for behind a number.
IMPINGE_API const char* to_string(LengthUnit unit);

/// The unit with that symbol, or with its name in full ("millimetre", "millimeter", "inch", ...).
IMPINGE_API std::optional<LengthUnit> length_unit_from_string(std::string_view text);

/// A length of 1 `from` in `to`, correctly rounded: 1 inch is 25.4 mm.
IMPINGE_API double conversion(LengthUnit from, LengthUnit to);

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
