// SPDX-License-Identifier: Apache-2.0
//
// DejaVu Sans, put into the program while building (embedded_font.cpp.in), so that panels look the
// same on every machine.
#pragma once

#include <cstddef>

namespace impinge::viewer {

const unsigned char* font_begin();
std::size_t font_size();

} // namespace impinge::viewer
