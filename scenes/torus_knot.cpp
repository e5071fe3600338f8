// SPDX-License-Identifier: Apache-2.0
//
// The centre line lies on a torus, so the torus normal is perpendicular to it everywhere: a frame
// for the tube that closes up by itself.
#include "scenes/torus_knot.hpp"

#include "math/sine.hpp"
#include "scenes/assembly.hpp"

#include <cmath>
#include <cstdlib>
#include <numbers>

namespace impinge::scenes {
namespace {

using std::numbers::pi;

struct Station {
    Vec3d centre;
    Vec3d normal; ///< unit, perpendicular to the line
    Vec3d side;   ///< unit, perpendicular to both
};

/// Position and frame at parameter 0 to 1.
Station station_at(const TorusKnot& shape, double parameter) {
    const double around_angle = 2 * pi * shape.turns_around * parameter;
    const double through_angle = 2 * pi * shape.turns_through * parameter + shape.phase_radians;
    const auto [sa, ca] = sine_cosine(around_angle);
    const auto [st, ct] = sine_cosine(through_angle);
    const double ring = shape.major_radius + shape.minor_radius * ct;
    const Vec3d normal{ct * ca, ct * sa, st};
    const Vec3d along_around{-sa, ca, 0};
    const Vec3d along_through{-st * ca, -st * sa, ct};
    const Vec3d tangent = along_around * (ring * shape.turns_around) +
                          along_through * (shape.minor_radius * shape.turns_through);
    const Vec3d side = cross(tangent, normal);
    return {{ring * ca, ring * sa, shape.minor_radius * st}, normal, side * (1 / length(side))};
}

double line_length(const TorusKnot& shape) {
    constexpr int steps = 512;
    double sum = 0;
    Vec3d previous = station_at(shape, 0).centre;
    for (int i = 1; i <= steps; ++i) {
        const Vec3d next = station_at(shape, static_cast<double>(i) / steps).centre;
        sum += length(next - previous);
        previous = next;
    }
    return sum;
}

} // namespace

Mesh torus_knot(const TorusKnot& shape) {
    const double aspect = line_length(shape) / (2 * pi * shape.tube_radius);
    const auto turns =
        static_cast<std::uint32_t>(std::abs(shape.turns_around) + std::abs(shape.turns_through));
    const GridSize size = grid_size(shape.triangles, aspect, {8 * turns, 5});
    const std::uint32_t rings = size.along;
    const std::uint32_t sides = size.across;
    Mesh mesh;
    for (std::uint32_t ring = 0; ring < rings; ++ring) {
        const Station station = station_at(shape, static_cast<double>(ring) / rings);
        for (std::uint32_t side = 0; side < sides; ++side) {
            const auto [s, c] = sine_cosine(2 * pi * side / sides);
            mesh.positions.push_back(station.centre +
                                     (station.normal * c + station.side * s) * shape.tube_radius);
            const auto at = [&](std::uint32_t i, std::uint32_t j) {
                return (i % rings) * sides + j % sides;
            };
            mesh.triangles.push_back({at(ring, side), at(ring, side + 1), at(ring + 1, side + 1)});
            mesh.triangles.push_back({at(ring, side), at(ring + 1, side + 1), at(ring + 1, side)});
        }
    }
    return mesh;
}

std::vector<Mesh> tangled_knots(std::size_t count, TorusKnot shape) {
    shape.triangles /= count;
    const double step = 2 * pi / (static_cast<double>(count) * shape.turns_around);
    std::vector<Mesh> knots;
    for (std::size_t i = 0; i < count; ++i) {
        knots.push_back(torus_knot(shape));
        shape.phase_radians += step;
    }
    return knots;
}

} // namespace impinge::scenes
