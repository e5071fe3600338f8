// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "check/check_types.hpp"

namespace impinge::viewer {

/// Closed, outward normals.
inline Mesh box_mesh(Vec3d low, Vec3d high) {
    Mesh mesh;
    for (unsigned i = 0; i < 8; ++i) {
        mesh.positions.push_back({(i & 1U) != 0 ? high.x : low.x, (i & 2U) != 0 ? high.y : low.y,
                                  (i & 4U) != 0 ? high.z : low.z});
    }
    mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                      {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    return mesh;
}

inline CheckedBody checked_box(Vec3d low, Vec3d high, const Rigid& pose = {}) {
    return {std::make_shared<const Mesh>(box_mesh(low, high)), pose, {low, high}, true};
}

} // namespace impinge::viewer
