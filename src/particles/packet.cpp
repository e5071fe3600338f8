// SPDX-License-Identifier: Apache-2.0
#include "particles/packet.hpp"

#include "particles/root_search.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0::particles {
namespace {

double sum_of_sizes(Vec3d v) { return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z); }

} // namespace

Packet::Packet(std::span<const Flight> flights) : used((flights.size() + 7) / 8 * 8) {
    for (std::size_t lane = 0; lane < used; ++lane) {
        const Flight& flight = flights[std::min(lane, flights.size() - 1)];
        for (int axis = 0; axis < 3; ++axis) {
            const auto i = static_cast<std::size_t>(axis);
            position[i][lane] = flight.position[axis];
            velocity[i][lane] = flight.velocity[axis];
            acceleration[i][lane] = 0.5 * flight.acceleration[axis];
        }
        duration[lane] = flight.duration;
        straight &= flight.acceleration == Vec3d{};
        const double first = sum_of_sizes(flight.velocity) * flight.duration;
        const double second =
            0.5 * sum_of_sizes(flight.acceleration) * flight.duration * flight.duration;
        reach[lane] = sum_of_sizes(flight.position) + first + second;
        // Rounding, and a root that is not where it was found.
        doubt[lane] = reach[lane] * 0x1p-46 + (first + 2 * second) * (4 * root_precision);
    }
}

FormTerms::FormTerms(const QuadraticForm& of)
    : form(of), plane(is_plane(of)),
      largest_square(std::max({std::fabs(of.xx), std::fabs(of.yy), std::fabs(of.zz),
                               std::fabs(of.xy), std::fabs(of.xz), std::fabs(of.yz)})),
      largest_linear(2 * std::max({std::fabs(of.x), std::fabs(of.y), std::fabs(of.z)})),
      one(std::fabs(of.one)) {
    form.x *= 2;
    form.y *= 2;
    form.z *= 2;
}

SurfaceTerms::SurfaceTerms(const ImplicitSurface& surface)
    : form(surface.form), bounds(surface.bounds.begin(), surface.bounds.end()),
      outlined(surface.outline.has_value()) {}

} // namespace impinge::inline v0::particles
