// SPDX-License-Identifier: Apache-2.0
//
// Where bodies stand, as boxes in the world.
#pragma once

#include "impinge/collide.hpp"

#include <span>
#include <vector>

namespace impinge::inline v0 {

/// The box of the world vertices of each body, bit for bit those the queries decide about; empty
/// for a mesh without triangles. Fails on the first body that collide() would refuse, naming it by
/// its index: "body 3: vertex 7 is not finite". Meaningless once the context is cancelled.
Expected<std::vector<Box3>> world_boxes(std::span<const Body> bodies, const Context& context);

} // namespace impinge::inline v0
