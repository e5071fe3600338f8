// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "impinge/mesh.hpp"

namespace impinge::scenes {

/// The AABB of all vertices.
inline Box3 box_of(const Mesh& mesh) {
    Box3 bounds;
    for (const Vec3d& position : mesh.positions) {
        bounds = extend(bounds, position);
    }
    return bounds;
}

} // namespace impinge::scenes
