// SPDX-License-Identifier: Apache-2.0
//
// How the scenes look that move by themselves, in pictures and in the viewer.
#pragma once

#include "simulate/scene_pictures.hpp"

namespace impinge::cli {

SceneLook cloth_look();
SceneLook creature_look();
SceneLook shatter_look();

} // namespace impinge::cli
