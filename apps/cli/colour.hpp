// SPDX-License-Identifier: Apache-2.0
//
// Colour for verdicts: on a terminal only, and not if the user does not want it.
#pragma once

#include "impinge/collide.hpp"

#include <string>

namespace impinge::cli {

/// Whether standard output is a terminal that takes colour: NO_COLOR is unset or empty, and TERM is
/// not "dumb".
bool colour_wanted();

/// The text in the colour of the verdict (red: they interfere, yellow: they touch, green: apart),
/// or as it is.
std::string coloured(std::string text, Verdict verdict);

} // namespace impinge::cli
