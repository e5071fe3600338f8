// SPDX-License-Identifier: Apache-2.0
//
// Which impinge this is: the macros say what a program was compiled with, version() what it runs
// with.
//
//     bool is_the_one_compiled_for() {
//         return impinge::version() == std::string_view(IMPINGE_VERSION_STRING);
//     }
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/export.h"
#include "impinge/version.h"

namespace impinge::inline v0 {

/// The version of the library, "MAJOR.MINOR.PATCH".
IMPINGE_API const char* version() noexcept;

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
