// SPDX-License-Identifier: Apache-2.0
//
// Whether the system has what libepoxy loads on first use; it ends the process if they are missing.
#pragma once

#include "impinge/expected.hpp"

namespace impinge::inline v0::raster::opengl {

/// Names the library that is missing.
Status check_gl_libraries();

} // namespace impinge::inline v0::raster::opengl
