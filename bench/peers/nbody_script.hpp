// SPDX-License-Identifier: Apache-2.0
//
// The frames of a swarm worked out beforehand, so that all are asked about the same poses, and the
// collisions in each as the exact engine sees them.
#pragma once

#include "bench/peers/moving_bodies.hpp"
#include "impinge/expected.hpp"
#include "scenes/moving_polytopes.hpp"

namespace impinge::bench::peers {

struct NbodyScript {
    MovingBodies scene;
    std::vector<std::vector<BodyPair>> truth; ///< the pairs that interfere in each frame, in order
};

Expected<NbodyScript> write_script(const scenes::SwarmParameters& parameters, std::size_t frames);

} // namespace impinge::bench::peers
