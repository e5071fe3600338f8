// SPDX-License-Identifier: Apache-2.0
//
// The formats, each read by OpenCASCADE. What cannot be read throws an Error.
#pragma once

#include "placed_shape.hpp"

namespace impinge::cad_reader {

CadDocument read_step(const char* file);
CadDocument read_iges(const char* file);
CadDocument read_brep(const char* file);

} // namespace impinge::cad_reader
