// SPDX-License-Identifier: Apache-2.0
//
// What the colours of a picture mean, and which body is which.
#pragma once

#include "picture/picture_content.hpp"

#include <span>

namespace impinge::cli {

/// In the top left corner, never higher than the picture. A few bodies are all named, with what was
/// found about them. Of many, those that interfere are named and get numbers, which stand on the
/// bodies too; the others are counted.
void draw_picture_legend(render::Frame& frame, const Examination& examination,
                         std::span<ShownBody> shown);

} // namespace impinge::cli
