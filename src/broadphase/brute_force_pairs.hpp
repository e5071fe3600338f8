// SPDX-License-Identifier: Apache-2.0
//
// Every pair of boxes, one after the other: what all other methods have to equal, and the fastest
// one for a handful.
#pragma once

#include "broadphase/batch/batch_pairs.hpp"
#include "broadphase/found_pairs.hpp"

namespace impinge::inline v0 {

/// When cancelled, some pairs are missing.
FoundBoxPairs brute_force_pairs(const BatchBoxes& boxes, const Context& context = {});

} // namespace impinge::inline v0
