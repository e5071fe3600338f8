// SPDX-License-Identifier: Apache-2.0
//
// What a step of a World found, as it is told and drawn.
#pragma once

#include "impinge/world.hpp"
#include "simulations/frame_source.hpp"

#include <span>
#include <vector>

namespace impinge::viewer {

BodyState state_of(Verdict verdict);
/// As `impinge simulate --json` names them.
std::vector<FrameFact> facts_of(const WorldStep& step);
/// From closest point to closest point of pairs that are apart.
std::shared_ptr<const Segments> features_of(std::span<const WorldPair> pairs);

} // namespace impinge::viewer
