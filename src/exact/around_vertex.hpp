// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exact/around_edge.hpp"

namespace impinge::inline v0 {

/// Where the ray from a vertex of the surface towards the target leads at its very beginning.
Where locate_around_vertex(const SolidSurface& surface, std::uint32_t vertex, Vec3d target);

} // namespace impinge::inline v0
