// SPDX-License-Identifier: Apache-2.0
//
// Shows a file with the program that the desktop has for it.
#pragma once

#include "impinge/expected.hpp"

#include <string>

namespace impinge::cli {

/// Fails if there is no xdg-open, or it says that it could not.
Status open_page(const std::string& file);

} // namespace impinge::cli
