// SPDX-License-Identifier: Apache-2.0
//
// The way of bodies through the scene as the timeline moves them.
#pragma once

#include "app/session.hpp"
#include "clearance/clearance_types.hpp"
#include "draw/drawn_scene.hpp"

#include <vector>

namespace impinge::viewer {

/// Where both bodies of a pair stand in the world in every frame of the timeline; empty if it moves
/// neither of them.
std::vector<PairPoses> motion_of(const Session& session, PairOfBodies pair);

/// The way of the middle of each body that moves, with a tick across it for each frame.
std::shared_ptr<const Segments> motion_paths(const Session& session);

} // namespace impinge::viewer
