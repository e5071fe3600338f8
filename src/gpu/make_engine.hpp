// SPDX-License-Identifier: Apache-2.0
//
// The only place that knows which devices have compute stages.
#pragma once

#include "gpu/pair_engine.hpp"
#include "gpu/swarm/swarm_engine.hpp"

namespace impinge::inline v0::gpu {

Expected<std::unique_ptr<PairEngine>> engine_on(raster::Device& device,
                                                const SessionOptions& options);
Expected<std::unique_ptr<PairEngine>> engine_in_current_context(const SessionOptions& options);
Expected<std::unique_ptr<SwarmEngine>> swarm_engine_on(raster::Device& device,
                                                       const SwarmOptions& options);
Expected<std::unique_ptr<SwarmEngine>> swarm_engine_in_current_context(const SwarmOptions& options);

} // namespace impinge::inline v0::gpu
