// SPDX-License-Identifier: Apache-2.0
//
// What minmax and parity have in common: nearly all. The numbers are the lines of section 5 of the
// paper.
#pragma once

#include "imagespace/renderings.hpp"

namespace impinge::inline v0::imagespace {

/// Up to line 110: SC1, at A's end. The pass leaves over pixels in which B is entered too often to
/// be counted. Nothing if a second rendering has to follow.
Expected<std::optional<Findings>> first_rendering(Renderings& run, EqualDepths equal,
                                                  const raster::Pass& too_many);

/// From line 120 on: pixels with SC1 == 0 are looked at again, from A's beginning.
Expected<Findings> second_renderings(Renderings& run, EqualDepths equal);

} // namespace impinge::inline v0::imagespace
