// SPDX-License-Identifier: Apache-2.0
//
// Principal axes of a symmetric matrix: of normals, to find planes of projection; of the corners of
// a spike or of a part of a mesh, to find the oriented box around it.
#pragma once

#include "impinge/vec3.hpp"

#include <array>

namespace impinge::inline v0 {

/// The matrix with diagonal (xx, yy, zz).
struct SymmetricMatrix {
    double xx = 0;
    double yy = 0;
    double zz = 0;
    double xy = 0;
    double yz = 0;
    double zx = 0;

    void add(Vec3d v, double weight) {
        xx += weight * v.x * v.x;
        yy += weight * v.y * v.y;
        zz += weight * v.z * v.z;
        xy += weight * v.x * v.y;
        yz += weight * v.y * v.z;
        zx += weight * v.z * v.x;
    }
};

struct PrincipalAxes {
    std::array<Vec3d, 3> axes; ///< orthonormal, that of the largest value first; signs mean nothing
    std::array<double, 3> values{};
};

/// By Jacobi's rotations: square roots and the four operations only, so the same bits everywhere.
PrincipalAxes principal_axes(const SymmetricMatrix& matrix);

} // namespace impinge::inline v0
