// SPDX-License-Identifier: Apache-2.0
//
// A body to try things with.
#pragma once

#include <impinge/mesh.hpp>

/// A closed box, normals outwards.
inline impinge::Mesh box(impinge::Vec3d min, impinge::Vec3d max) {
    impinge::Mesh mesh;
    for (int corner = 0; corner < 8; ++corner) {
        mesh.positions.push_back({(corner & 1) != 0 ? max.x : min.x,
                                  (corner & 2) != 0 ? max.y : min.y,
                                  (corner & 4) != 0 ? max.z : min.z});
    }
    mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                      {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    return mesh;
}
