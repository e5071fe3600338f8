// SPDX-License-Identifier: Apache-2.0
//
// The digest of an answer: what was decided and found, not how long it took.
#pragma once

#include "impinge/edge_rays.hpp"

namespace impinge::inline v0::imagespace {

std::uint64_t hash_of(const EdgeRays& rays);

} // namespace impinge::inline v0::imagespace
