// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "impinge/triangle.hpp"

namespace impinge::inline v0 {

/// As classify_triangles, for two triangles of one surface: a common corner or edge, by
/// coordinates, is no contact. What counts is whatever they have in common beyond it.
PairKind classify_neighbours(const Triangle& s, const Triangle& t);

} // namespace impinge::inline v0
