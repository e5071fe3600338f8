// SPDX-License-Identifier: Apache-2.0
//
// The solids test tables are written with. Every number given is used as it is: no shape here
// rounds anything.
#pragma once

#include "tests/support/complexes.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace impinge::tests {

inline PolyMesh box(Vec3d low, Vec3d high) {
    PolyMesh mesh;
    mesh.positions = grid_positions({low.x, high.x}, {low.y, high.y}, {low.z, high.z});
    mesh.faces = brick_faces({0, 1, 2, 3, 4, 5, 6, 7});
    return mesh;
}

inline PolyMesh cube(Vec3d low, double side) { return box(low, low + Vec3d{side, side, side}); }

/// d lies above the plane (a, b, c) seen with a, b, c counter-clockwise.
inline PolyMesh tetrahedron(Vec3d a, Vec3d b, Vec3d c, Vec3d d) {
    return {{a, b, c, d}, tetrahedron_faces(0, 1, 2, 3)};
}

/// A planar convex base, counter-clockwise seen from the apex.
inline PolyMesh pyramid(const std::vector<Vec3d>& base, Vec3d apex) {
    PolyMesh mesh{base, {}};
    const auto count = static_cast<std::uint32_t>(base.size());
    Loop floor;
    for (std::uint32_t i = 0; i < count; ++i) {
        floor.push_back(count - 1 - i);
        mesh.faces.push_back({i, (i + 1) % count, count});
    }
    mesh.faces.push_back(floor);
    mesh.positions.push_back(apex);
    return mesh;
}

/// A pyramid over an axis-aligned square in the plane z = base_z, centred below or above the apex.
inline PolyMesh square_pyramid(Vec3d apex, double base_z, double half_side) {
    const double h = half_side;
    std::vector<Vec3d> base{{apex.x - h, apex.y - h, base_z},
                            {apex.x + h, apex.y - h, base_z},
                            {apex.x + h, apex.y + h, base_z},
                            {apex.x - h, apex.y + h, base_z}};
    return apex.z > base_z ? pyramid(base, apex) : inside_out(pyramid(base, apex));
}

/// A convex profile, counter-clockwise, moved along a vector to its left-hand, upper side.
inline PolyMesh prism(const std::vector<Vec3d>& profile, Vec3d along) {
    PolyMesh mesh{profile, {}};
    const auto count = static_cast<std::uint32_t>(profile.size());
    Loop floor;
    Loop roof;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t next = (i + 1) % count;
        floor.push_back(count - 1 - i);
        roof.push_back(count + i);
        mesh.positions.push_back(profile[i] + along);
        mesh.faces.push_back({i, next, count + next, count + i});
    }
    mesh.faces.push_back(floor);
    mesh.faces.push_back(roof);
    return mesh;
}

/// A profile (x, y) pushed up from z = low to z = high.
inline PolyMesh upright_prism(const std::vector<std::array<double, 2>>& profile, double low,
                              double high) {
    std::vector<Vec3d> base;
    for (const auto& [x, y] : profile) {
        base.push_back({x, y, low});
    }
    return prism(base, {0, 0, high - low});
}

inline PolyMesh octahedron(Vec3d centre, double radius) {
    const double r = radius;
    PolyMesh mesh;
    for (const Vec3d tip : {Vec3d{r, 0, 0}, Vec3d{0, r, 0}, Vec3d{0, 0, r}, Vec3d{-r, 0, 0},
                            Vec3d{0, -r, 0}, Vec3d{0, 0, -r}}) {
        mesh.positions.push_back(centre + tip);
    }
    mesh.faces = {{0, 1, 2}, {1, 3, 2}, {3, 4, 2}, {4, 0, 2},
                  {1, 0, 5}, {3, 1, 5}, {4, 3, 5}, {0, 4, 5}};
    return mesh;
}

/// Rows of a drawing seen from above, the first row being the one with the highest y; '#' is
/// material, one character is one unit.
using Drawing = std::vector<std::string>;

/// Unit cells stacked upwards, one drawing per layer, lowest first.
inline PolyMesh cells(const std::vector<Drawing>& layers, Vec3d low = {0, 0, 0},
                      Vec3d cell_size = {1, 1, 1}) {
    const auto levels = [](std::size_t count, double first, double step) {
        Levels result;
        for (std::size_t i = 0; i <= count; ++i) {
            result.push_back(first + static_cast<double>(i) * step);
        }
        return result;
    };
    const Levels xs = levels(layers[0][0].size(), low.x, cell_size.x);
    const Levels ys = levels(layers[0].size(), low.y, cell_size.y);
    const Levels zs = levels(layers.size(), low.z, cell_size.z);
    const CellComplex complex = brick_complex(xs, ys, zs);
    const GridNumbering grid = numbering(xs, ys, zs);
    CellSet set = complex.no_cells();
    for_each_grid_cell(grid, [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
        set[grid.cell(x, y, z)] = layers[z][grid.ny - 1 - y][x] == '#';
    });
    return complex.boundary(set);
}

/// A drawing of one layer, pushed up from z = low to z = high.
inline PolyMesh plate(const Drawing& drawing, double low, double high) {
    return cells({drawing}, {0, 0, low}, {1, 1, high - low});
}

/// Some of the eight wedges around the z axis ('#' = material), cut off by a square of half side
/// `radius`: "##......" fills 0 to 90 degrees.
inline PolyMesh wheel(const std::string& sectors, double radius, double low, double high) {
    const CellComplex complex = wheel_complex({radius}, {low, high});
    CellSet set = complex.no_cells();
    for (std::size_t sector = 0; sector < sectors.size(); ++sector) {
        set[sector] = sectors[sector] == '#';
    }
    return complex.boundary(set);
}

} // namespace impinge::tests
