// SPDX-License-Identifier: Apache-2.0
#include "geometry/plane_sides.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0 {
namespace {

/// Largest magnitude per axis of the vectors given.
Vec3d magnitudes(Vec3d v) { return {std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)}; }

} // namespace

std::array<Sign, 3> plane_sides(const Triangle& plane, const Triangle& points) {
    const Vec3d u = plane[1] - plane[0];
    const Vec3d v = plane[2] - plane[0];
    const std::array<Vec3d, 3> w{points[0] - plane[0], points[1] - plane[0], points[2] - plane[0]};
    const Vec3d size = max(max(magnitudes(u), magnitudes(v)),
                           max(magnitudes(w[0]), max(magnitudes(w[1]), magnitudes(w[2]))));
    const double smallest = std::min({size.x, size.y, size.z});
    const double largest = std::max({size.x, size.y, size.z});
    // The same error bound as in orient3d, taken for the largest of the three corners. Where it
    // does not decide, `uncertain` stays above every value and orient3d decides.
    const bool in_range = smallest > 1e-95 && largest < 1e100;
    const double uncertain =
        in_range ? 5.5e-15 * (size.x * size.y * size.z) : std::numeric_limits<double>::infinity();
    const Vec3d normal = cross(u, v);
    std::array<Sign, 3> sides{};
    for (int i = 0; i < 3; ++i) {
        const auto k = static_cast<std::size_t>(i);
        const double volume = dot(normal, w[k]);
        sides[k] = volume > uncertain    ? 1
                   : volume < -uncertain ? -1
                                         : orient3d(plane[0], plane[1], plane[2], points[i]);
    }
    return sides;
}

} // namespace impinge::inline v0
