// SPDX-License-Identifier: Apache-2.0
#include "predicates/double_double.hpp"

#include <algorithm>
#include <limits>

namespace impinge::inline v0 {
namespace {

double magnitude(DoubleDouble a, DoubleDouble b) {
    return std::max(std::fabs(a.head), std::fabs(b.head));
}

/// 2^-95 of the largest product: for orient3d at most 6 products of three exact differences, each
/// with three operations behind it and three sums after it, all within 2^-102 of what they handle,
/// come to less than 2^-97. Sizes that products could take out of the normal range get no bound.
double error_bound(std::initializer_list<double> sizes) {
    double product = 0x1p-95;
    for (const double size : sizes) {
        if (!(size > 0x1p-200 && size < 0x1p200)) {
            return std::numeric_limits<double>::infinity();
        }
        product *= size;
    }
    return product;
}

} // namespace

Estimate estimate_orient2d(Vec2d a, Vec2d b, Vec2d c) {
    const DoubleDouble ux = exact_difference(b.x, a.x);
    const DoubleDouble uy = exact_difference(b.y, a.y);
    const DoubleDouble vx = exact_difference(c.x, a.x);
    const DoubleDouble vy = exact_difference(c.y, a.y);
    return {ux * vy - uy * vx, error_bound({magnitude(ux, vx), magnitude(uy, vy)})};
}

Estimate estimate_orient3d(Vec3d a, Vec3d b, Vec3d c, Vec3d d) {
    const DoubleDouble ux = exact_difference(b.x, a.x);
    const DoubleDouble uy = exact_difference(b.y, a.y);
    const DoubleDouble uz = exact_difference(b.z, a.z);
    const DoubleDouble vx = exact_difference(c.x, a.x);
    const DoubleDouble vy = exact_difference(c.y, a.y);
    const DoubleDouble vz = exact_difference(c.z, a.z);
    const DoubleDouble wx = exact_difference(d.x, a.x);
    const DoubleDouble wy = exact_difference(d.y, a.y);
    const DoubleDouble wz = exact_difference(d.z, a.z);
    const DoubleDouble value =
        wx * (uy * vz - uz * vy) + wy * (uz * vx - ux * vz) + wz * (ux * vy - uy * vx);
    return {value, error_bound({std::max(magnitude(ux, vx), std::fabs(wx.head)),
                                std::max(magnitude(uy, vy), std::fabs(wy.head)),
                                std::max(magnitude(uz, vz), std::fabs(wz.head))})};
}

} // namespace impinge::inline v0
