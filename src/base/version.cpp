// SPDX-License-Identifier: Apache-2.0
#include "impinge/version.hpp"

namespace impinge::inline v0 {

const char* version() noexcept { return IMPINGE_VERSION_STRING; }

} // namespace impinge::inline v0
