// SPDX-License-Identifier: Apache-2.0
//
// Frames on OpenGL: the stages in their order, lists between them, answers in memory that the
// processor reads while later frames run.
#pragma once

#include "gpu/pair_engine.hpp"
#include "impinge/raster.hpp"

namespace impinge::inline v0::gpu::opengl {

/// Fails if the device is not one of OpenGL.
Expected<std::unique_ptr<PairEngine>> make_engine(raster::Device& device,
                                                  const SessionOptions& options);
Expected<std::unique_ptr<PairEngine>> make_engine_in_current_context(const SessionOptions& options);

} // namespace impinge::inline v0::gpu::opengl
