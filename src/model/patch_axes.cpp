// SPDX-License-Identifier: Apache-2.0
#include "model/patch_axes.hpp"

#include "base/clones.hpp"

#include <cmath>

namespace impinge::inline v0::model {
namespace {

// As in box_tests.cpp: everything is inlined, and vectors are taken by reference.
using Doubles = double __attribute__((vector_size(64)));
using DoublesOfArray [[gnu::aligned(alignof(double)), gnu::may_alias]] = Doubles;

[[gnu::always_inline]] inline void load_eight(Doubles& into, const EightDoubles& from) {
    into = *reinterpret_cast<const DoublesOfArray*>(from.data());
}
[[gnu::always_inline]] inline void store_eight(EightDoubles& into, const Doubles& from) {
    *reinterpret_cast<DoublesOfArray*>(into.data()) = from;
}
[[gnu::always_inline]] inline void take_roots(Doubles& x) {
    EightDoubles values;
    store_eight(values, x);
    for (double& value : values) {
        value = std::sqrt(value);
    }
    load_eight(x, values);
}

/// Roots and the four operations only: the same bits for every processor.
IMPINGE_CLONES_OF_EIGHT void patch_axes_kernel(const EightPatches& patches, EightAxes& axes) {
    const Doubles one = Doubles{} + 1;
    Doubles nx;
    Doubles ny;
    Doubles nz;
    load_eight(nx, patches.normal[0]);
    load_eight(ny, patches.normal[1]);
    load_eight(nz, patches.normal[2]);
    Doubles length = nx * nx + ny * ny + nz * nz;
    take_roots(length);
    nx /= length;
    ny /= length;
    nz /= length;
    // Two vectors across it (Duff et al., Building an Orthonormal Basis, Revisited, 2017).
    const Doubles sign = nz < 0 ? -one : one;
    const Doubles scale = -1 / (sign + nz);
    const Doubles ux = 1 + sign * nx * nx * scale;
    const Doubles uy = sign * nx * ny * scale;
    const Doubles uz = -sign * nx;
    const Doubles vx = nx * ny * scale;
    const Doubles vy = sign + ny * ny * scale;
    const Doubles vz = -ny;
    Doubles xx;
    load_eight(xx, patches.covariance[0]);
    Doubles yy;
    load_eight(yy, patches.covariance[1]);
    Doubles zz;
    load_eight(zz, patches.covariance[2]);
    Doubles xy;
    load_eight(xy, patches.covariance[3]);
    Doubles yz;
    load_eight(yz, patches.covariance[4]);
    Doubles zx;
    load_eight(zx, patches.covariance[5]);
    const Doubles px = xx * ux + xy * uy + zx * uz;
    const Doubles py = xy * ux + yy * uy + yz * uz;
    const Doubles pz = zx * ux + yz * uy + zz * uz;
    const Doubles qx = xx * vx + xy * vy + zx * vz;
    const Doubles qy = xy * vx + yy * vy + yz * vz;
    const Doubles qz = zx * vx + yz * vy + zz * vz;
    const Doubles uu = ux * px + uy * py + uz * pz;
    const Doubles vv = vx * qx + vy * qy + vz * qz;
    const Doubles uv = ux * qx + uy * qy + uz * qz;
    // The direction of the larger eigenvalue of a symmetric 2 x 2 matrix.
    const Doubles half_difference = (uu - vv) / 2;
    Doubles root = half_difference * half_difference + uv * uv;
    take_roots(root);
    const Doubles to_u = half_difference >= 0 ? half_difference + root : uv;
    const Doubles to_v = half_difference >= 0 ? uv : root - half_difference;
    const Doubles squared = to_u * to_u + to_v * to_v;
    const auto some = squared > 1e-280; // else all directions are alike
    Doubles norm = some ? squared : one;
    take_roots(norm);
    const Doubles along_u = some ? to_u / norm : one;
    const Doubles along_v = some ? to_v / norm : Doubles{};
    const Doubles ax = ux * along_u + vx * along_v;
    const Doubles ay = uy * along_u + vy * along_v;
    const Doubles az = uz * along_u + vz * along_v;
    store_eight(axes.axis[0][0], nx);
    store_eight(axes.axis[0][1], ny);
    store_eight(axes.axis[0][2], nz);
    store_eight(axes.axis[1][0], ax);
    store_eight(axes.axis[1][1], ay);
    store_eight(axes.axis[1][2], az);
    store_eight(axes.axis[2][0], ny * az - nz * ay);
    store_eight(axes.axis[2][1], nz * ax - nx * az);
    store_eight(axes.axis[2][2], nx * ay - ny * ax);
}

} // namespace

void patch_axes(const EightPatches& patches, EightAxes& axes) { patch_axes_kernel(patches, axes); }

} // namespace impinge::inline v0::model
