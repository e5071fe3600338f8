// SPDX-License-Identifier: Apache-2.0
//
// A pass as state of OpenGL.
#pragma once

#include "raster/opengl/program.hpp"

namespace impinge::inline v0::raster::opengl {

/// What never changes in a context of ours: depths from 0 to 1, nothing clipped in depth.
void set_lasting_state();

/// Everything else a draw depends on, apart from program, target and buffers.
void set_pass_state(const Pass& pass, const ProgramKey& key);

/// So that clearing reaches every bit.
void unmask_all();

} // namespace impinge::inline v0::raster::opengl
