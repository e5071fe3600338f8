// SPDX-License-Identifier: Apache-2.0
//
// Boxes of triangles in a frame, before they become codes: of the part within the frame's clip, or
// of the directions in which the triangle leaves the frame's corner.
#pragma once

#include "exact/pairs/match_parts.hpp"

namespace impinge::inline v0 {

/// Contains what it is the box of, whatever rounding does; may be empty.
Box3 box_in(const Frame& frame, const Triangle& triangle);

} // namespace impinge::inline v0
