// SPDX-License-Identifier: Apache-2.0
//
// Penetration depth for callers that have checked the poses.
#pragma once

#include "convex/convex_pair.hpp"

namespace impinge::inline v0 {

/// The shortest translation of B that parts the two; depth 0 if they are apart or touch.
Penetration penetration(const ConvexPair& pair);

} // namespace impinge::inline v0
