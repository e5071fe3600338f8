// SPDX-License-Identifier: Apache-2.0
//
// Directions are points of a cube, whose faces are cut into cells: +x, -x, +y, -y, +z, -z, each
// with rows along the axis after its own and columns along the one after that.
#include "convex/polytope/assemble_polytope.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0 {
namespace {

constexpr int cells = PolytopeData::direction_cells;

/// Which cell a coordinate of -1 .. 1 falls into; what is not a number into the first.
int cell_of(double coordinate) {
    const double place = (coordinate + 1) * (0.5 * cells);
    return place > 0 ? static_cast<int>(std::min(place, cells - 1.0)) : 0;
}

double middle_of(int cell) { return (2 * cell + 1.0) / cells - 1; }

int largest_axis(Vec3d v) {
    const Vec3d size{std::abs(v.x), std::abs(v.y), std::abs(v.z)};
    if (size.x >= size.y && size.x >= size.z) {
        return 0;
    }
    return size.y >= size.z ? 1 : 2;
}

std::uint32_t extreme_vertex(const PolytopeData& polytope, Vec3d direction) {
    const auto highest = std::max_element(
        polytope.vertices.begin(), polytope.vertices.end(),
        [&](const Vec3d& a, const Vec3d& b) { return dot(a, direction) < dot(b, direction); });
    return static_cast<std::uint32_t>(highest - polytope.vertices.begin());
}

} // namespace

std::uint32_t vertex_towards(const PolytopeData& polytope, Vec3d direction) {
    const int axis = largest_axis(direction);
    const double size = std::abs(direction[axis]);
    const int row = cell_of(direction[(axis + 1) % 3] / size);
    const int column = cell_of(direction[(axis + 2) % 3] / size);
    const int side = 2 * axis + (direction[axis] < 0 ? 1 : 0);
    const int place = (side * cells + row) * cells + column;
    return polytope.vertex_towards[static_cast<std::size_t>(place)];
}

void fill_direction_table(PolytopeData& polytope) {
    for (int side = 0; side < 6; ++side) {
        for (int row = 0; row < cells; ++row) {
            for (int column = 0; column < cells; ++column) {
                const int axis = side / 2;
                Vec3d direction;
                direction[axis] = side % 2 == 0 ? 1 : -1;
                direction[(axis + 1) % 3] = middle_of(row);
                direction[(axis + 2) % 3] = middle_of(column);
                polytope.vertex_towards.push_back(extreme_vertex(polytope, direction));
            }
        }
    }
}

} // namespace impinge::inline v0
