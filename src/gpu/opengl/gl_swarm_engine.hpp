// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/swarm/swarm_engine.hpp"

namespace impinge::inline v0::gpu::opengl {

Expected<std::unique_ptr<SwarmEngine>> make_swarm_engine(raster::Device& device,
                                                         const SwarmOptions& options);
Expected<std::unique_ptr<SwarmEngine>>
make_swarm_engine_in_current_context(const SwarmOptions& options);

} // namespace impinge::inline v0::gpu::opengl
