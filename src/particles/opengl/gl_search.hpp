// SPDX-License-Identifier: Apache-2.0
//
// The search through OpenGL: a compute stage that writes records, a vertex stage that draws maps.
#pragma once

#include "impinge/raster.hpp"
#include "particles/device_search.hpp"

#include <memory>

namespace impinge::inline v0::particles::opengl {

/// Null if the device is not one of OpenGL.
Expected<std::unique_ptr<DeviceSearch>> make_gl_search(raster::Device& device,
                                                       const ParticleSystemData& system);

} // namespace impinge::inline v0::particles::opengl
