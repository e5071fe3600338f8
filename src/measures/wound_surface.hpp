// SPDX-License-Identifier: Apache-2.0
//
// The surface around what two solids have in common where they overlap themselves: a point is in a
// body if the surface winds around it at least once.
//
// All facets are cut along everything that meets them, of either body, and nothing is shifted:
// lines (edges of facets that meet others, and lines along which facets cross) are cut where facets
// pass through them, and around the middle of each piece, an exact point, all cells and their
// winding numbers are known (cell_samples.hpp). A half plane there with what is meant on one of its
// sides only bounds it: a piece of rim for one of the facets in it. Rims close, since each is
// exactly the border of what is meant of its facet; rounding is only done to places.
#pragma once

#include "exact/verdict/cells/facets.hpp"
#include "impinge/context.hpp"
#include "measures/overlap_pair.hpp"
#include "measures/overlap_surface.hpp"

#include <optional>

namespace impinge::inline v0 {

/// What is meant: what both fill, or one of them, in the order of the pair.
enum class Filled : std::uint8_t { Both, First, Second };

/// Around what is meant; facets are those of the pair. Walls that both have count to the first.
/// Nothing if rounding has torn it, or once the context is cancelled.
std::optional<OverlapSurface> wound_surface(const OverlapPair& pair, const Facets& facets,
                                            Filled filled, const Context& context);

} // namespace impinge::inline v0
