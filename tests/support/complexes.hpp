// SPDX-License-Identifier: Apache-2.0
//
// Ready-made cell complexes: boxes on a rectilinear grid (polycubes), tetrahedra on a grid, wedges
// around a common edge, and cones around a common apex. All coordinates are small integers.
#pragma once

#include "base/random.hpp"
#include "tests/support/cell_complex.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace impinge::tests {

using Levels = std::vector<double>;

/// Levels 0, 1, ..., count: a grid of `count` unit cells along one axis.
inline Levels unit_levels(int count) {
    Levels levels;
    for (int i = 0; i <= count; ++i) {
        levels.push_back(i);
    }
    return levels;
}

/// Numbering of the corners of a rectilinear grid, and of its cells: x runs fastest.
struct GridNumbering {
    std::uint32_t nx = 0; ///< cells along x
    std::uint32_t ny = 0;
    std::uint32_t nz = 0;

    [[nodiscard]] std::uint32_t corner(std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
        return (z * (ny + 1) + y) * (nx + 1) + x;
    }
    [[nodiscard]] std::uint32_t cell(std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
        return (z * ny + y) * nx + x;
    }
    /// The eight corners of a cell, bit 0 of the place = x, bit 1 = y, bit 2 = z.
    [[nodiscard]] std::array<std::uint32_t, 8> corners(std::uint32_t x, std::uint32_t y,
                                                       std::uint32_t z) const {
        std::array<std::uint32_t, 8> result{};
        for (std::uint32_t bits = 0; bits < 8; ++bits) {
            result[bits] = corner(x + (bits & 1), y + (bits >> 1 & 1), z + (bits >> 2));
        }
        return result;
    }
};

inline GridNumbering numbering(const Levels& xs, const Levels& ys, const Levels& zs) {
    const auto cells = [](const Levels& v) { return static_cast<std::uint32_t>(v.size() - 1); };
    return {cells(xs), cells(ys), cells(zs)};
}

inline std::vector<Vec3d> grid_positions(const Levels& xs, const Levels& ys, const Levels& zs) {
    std::vector<Vec3d> positions;
    for (const double z : zs) {
        for (const double y : ys) {
            for (const double x : xs) {
                positions.push_back({x, y, z});
            }
        }
    }
    return positions;
}

/// The six faces of a brick whose corners are numbered by bits (x, y, z), seen from outside.
inline std::vector<Loop> brick_faces(const std::array<std::uint32_t, 8>& c) {
    return {{c[0], c[4], c[6], c[2]}, {c[1], c[3], c[7], c[5]}, {c[0], c[1], c[5], c[4]},
            {c[2], c[6], c[7], c[3]}, {c[0], c[2], c[3], c[1]}, {c[4], c[5], c[7], c[6]}};
}

template <typename Visit> void for_each_grid_cell(const GridNumbering& grid, Visit visit) {
    for (std::uint32_t z = 0; z < grid.nz; ++z) {
        for (std::uint32_t y = 0; y < grid.ny; ++y) {
            for (std::uint32_t x = 0; x < grid.nx; ++x) {
                visit(x, y, z);
            }
        }
    }
}

/// Boxes between neighbouring levels; cell (x, y, z) has the number GridNumbering::cell gives.
inline CellComplex brick_complex(const Levels& xs, const Levels& ys, const Levels& zs) {
    CellComplex complex(grid_positions(xs, ys, zs));
    const GridNumbering grid = numbering(xs, ys, zs);
    for_each_grid_cell(grid, [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
        complex.add_cell(brick_faces(grid.corners(x, y, z)));
    });
    return complex;
}

/// A tetrahedron's faces; (a, b, c, d) positively oriented: d above the plane (a, b, c).
inline std::vector<Loop> tetrahedron_faces(std::uint32_t a, std::uint32_t b, std::uint32_t c,
                                           std::uint32_t d) {
    return {{a, c, b}, {a, b, d}, {b, c, d}, {c, a, d}};
}

/// The six orders of three axes; the odd ones have the sign -1.
struct AxisOrder {
    std::array<int, 3> axes{};
    int sign = 1;
};
inline constexpr std::array<AxisOrder, 6> axis_orders{{{{0, 1, 2}, 1},
                                                       {{1, 2, 0}, 1},
                                                       {{2, 0, 1}, 1},
                                                       {{1, 0, 2}, -1},
                                                       {{0, 2, 1}, -1},
                                                       {{2, 1, 0}, -1}}};

/// Every cell of a grid cut into the six tetrahedra around its main diagonal.
inline CellComplex tetrahedron_complex(std::vector<Vec3d> positions, const GridNumbering& grid) {
    CellComplex complex(std::move(positions));
    for_each_grid_cell(grid, [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
        const std::array<std::uint32_t, 8> c = grid.corners(x, y, z);
        for (const AxisOrder& order : axis_orders) {
            const auto first = std::size_t{1} << order.axes[0];
            const auto second = first + (std::size_t{1} << order.axes[1]);
            complex.add_cell(order.sign > 0 ? tetrahedron_faces(c[0], c[first], c[second], c[7])
                                            : tetrahedron_faces(c[0], c[second], c[first], c[7]));
        }
    });
    return complex;
}

/// The unit cubes of an n x n x n grid.
inline CellComplex tetrahedron_complex(int cubes_per_axis) {
    const Levels levels = unit_levels(cubes_per_axis);
    return tetrahedron_complex(grid_positions(levels, levels, levels),
                               numbering(levels, levels, levels));
}

/// The same with cubes of side 8 and every corner moved by up to one unit along each axis, which
/// turns no tetrahedron over.
inline CellComplex perturbed_tetrahedron_complex(int cubes_per_axis, Random& random) {
    const Levels levels = unit_levels(cubes_per_axis);
    std::vector<Vec3d> positions = grid_positions(levels, levels, levels);
    for (Vec3d& p : positions) {
        for (int axis = 0; axis < 3; ++axis) {
            p[axis] = 8 * p[axis] + random.integer(-1, 1);
        }
    }
    return tetrahedron_complex(std::move(positions), numbering(levels, levels, levels));
}

/// The corners of a square of half side 1 around the origin and the middles of its sides.
inline constexpr std::array<std::array<int, 2>, 8> compass{
    {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};
inline constexpr std::uint32_t sector_count = 8;

/// Eight wedges around the z axis, cut by squares of the given radii and by horizontal planes. The
/// cell of (sector, ring, layer) is (layer * rings + ring) * 8 + sector.
inline CellComplex wheel_complex(const Levels& radii, const Levels& zs) {
    std::vector<Vec3d> positions;
    for (const double z : zs) {
        positions.push_back({0, 0, z});
        for (const double r : radii) {
            for (const auto& direction : compass) {
                positions.push_back({direction[0] * r, direction[1] * r, z});
            }
        }
    }
    CellComplex complex(std::move(positions));
    const auto rings = static_cast<std::uint32_t>(radii.size());
    const std::uint32_t per_level = 1 + rings * sector_count;
    for (std::uint32_t layer = 0; layer + 1 < zs.size(); ++layer) {
        for (std::uint32_t ring = 0; ring < rings; ++ring) {
            for (std::uint32_t sector = 0; sector < sector_count; ++sector) {
                const auto at = [&](std::uint32_t r, std::uint32_t s, std::uint32_t level) {
                    const std::uint32_t place = r == 0 ? 0 : (r - 1) * 8 + s % sector_count + 1;
                    return (layer + level) * per_level + place;
                };
                Loop floor{at(ring + 1, sector + 1, 0), at(ring + 1, sector, 0)};
                Loop roof{at(ring + 1, sector, 1), at(ring + 1, sector + 1, 1)};
                floor.push_back(at(ring, sector, 0));
                roof.push_back(at(ring, sector + 1, 1));
                if (ring > 0) {
                    floor.push_back(at(ring, sector + 1, 0));
                    roof.push_back(at(ring, sector, 1));
                }
                std::vector<Loop> faces{floor, roof};
                const auto side = [&](std::uint32_t r0, std::uint32_t s0, std::uint32_t r1,
                                      std::uint32_t s1) {
                    faces.push_back({at(r0, s0, 0), at(r1, s1, 0), at(r1, s1, 1), at(r0, s0, 1)});
                };
                side(ring, sector, ring + 1, sector);
                side(ring + 1, sector, ring + 1, sector + 1);
                side(ring + 1, sector + 1, ring, sector + 1);
                if (ring > 0) {
                    side(ring, sector + 1, ring, sector);
                }
                complex.add_cell(faces);
            }
        }
    }
    return complex;
}

/// The 48 equal tetrahedra into which a cube of half side `radius` falls around its centre.
inline CellComplex star_complex(double radius) {
    const Levels levels{-radius, 0, radius};
    CellComplex complex(grid_positions(levels, levels, levels));
    const GridNumbering grid = numbering(levels, levels, levels);
    const std::uint32_t apex = grid.corner(1, 1, 1);
    for (std::uint32_t octant = 0; octant < 8; ++octant) {
        for (const AxisOrder& order : axis_orders) {
            std::array<std::uint32_t, 3> at{1, 1, 1};
            std::array<std::uint32_t, 3> corners{};
            int sign = order.sign;
            for (std::size_t step = 0; step < 3; ++step) {
                const auto axis = static_cast<std::size_t>(order.axes[step]);
                const bool negative = (octant >> axis & 1) != 0;
                at[axis] = negative ? 0 : 2;
                sign = negative ? -sign : sign;
                corners[step] = grid.corner(at[0], at[1], at[2]);
            }
            complex.add_cell(sign > 0
                                 ? tetrahedron_faces(apex, corners[0], corners[1], corners[2])
                                 : tetrahedron_faces(apex, corners[1], corners[0], corners[2]));
        }
    }
    return complex;
}

} // namespace impinge::tests
