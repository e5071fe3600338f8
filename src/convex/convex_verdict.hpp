// SPDX-License-Identifier: Apache-2.0
//
// The verdict on two polytopes for callers that ask very often and have checked the poses.
#pragma once

#include "convex/convex_pair.hpp"

namespace impinge::inline v0 {

/// What double arithmetic can prove about the world vertices of the two, or Unsure. Memory may come
/// from any other pair of polytopes: it costs time, never the answer.
ConvexVerdict convex_verdict(const ConvexPair& pair, ConvexMemory& memory);

} // namespace impinge::inline v0
