// SPDX-License-Identifier: Apache-2.0
//
// The contact of two polytopes that overlap, without asking the exact engine.
#pragma once

#include "convex/convex_pair.hpp"
#include "impinge/contacts.hpp"

#include <optional>

namespace impinge::inline v0 {

/// With normal and depth of penetration(). Nothing if they overlap by no more than rounding.
std::optional<Manifold> convex_manifold(const ConvexPair& pair, std::size_t points);

} // namespace impinge::inline v0
