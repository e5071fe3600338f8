// SPDX-License-Identifier: Apache-2.0
//
// Last stage: from the triangle pairs that meet to one word.
#pragma once

#include "exact/solid_surface.hpp"

#include <optional>
#include <span>

namespace impinge::inline v0 {

/// The verdict for two solids whose triangles meet in `pairs` (all of them). Nothing if they meet
/// at a wall without material on either side and that leaves the verdict open (see
/// judge_cells.hpp).
std::optional<Verdict> judge_solids(const Solid& a, const Solid& b,
                                    std::span<const TrianglePair> pairs, const Context& context);

/// The verdict for two surfaces.
Verdict judge_surfaces(std::span<const TrianglePair> pairs);

} // namespace impinge::inline v0
