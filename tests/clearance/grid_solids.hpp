// SPDX-License-Identifier: Apache-2.0
//
// Solids made of whole cells of a small grid, with the winding number of every cell by plain
// counting: boxes that overlap, are there twice, nest outward or lie inward where others leave room
// for it, and prisms over polygons that cross themselves.
#pragma once

#include "base/random.hpp"
#include "impinge/mesh.hpp"
#include "scenes/assembly.hpp"
#include "scenes/boxes.hpp"

#include <array>
#include <cstdlib>
#include <vector>

namespace impinge::tests {

struct GridSolid {
    static constexpr int cells = 6; ///< along each axis
    Mesh mesh;
    std::array<int, cells * cells * cells> winding{};

    static std::size_t index(int x, int y, int z) {
        return static_cast<std::size_t>((z * cells + y) * cells + x);
    }
};

struct GridBox {
    std::array<int, 3> low{};
    std::array<int, 3> high{};
};

inline GridBox random_grid_box(Random& random) {
    GridBox box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        box.low[axis] = random.integer(0, GridSolid::cells - 2);
        box.high[axis] = random.integer(box.low[axis] + 1, GridSolid::cells);
    }
    return box;
}

inline Mesh mesh_of(const GridBox& box) {
    const auto corner = [](const std::array<int, 3>& p) {
        return Vec3d{static_cast<double>(p[0]), static_cast<double>(p[1]),
                     static_cast<double>(p[2])};
    };
    return scenes::box(corner(box.low), corner(box.high));
}

inline void add(GridSolid& solid, const GridBox& box, int times) {
    for (int z = box.low[2]; z < box.high[2]; ++z) {
        for (int y = box.low[1]; y < box.high[1]; ++y) {
            for (int x = box.low[0]; x < box.high[0]; ++x) {
                solid.winding[GridSolid::index(x, y, z)] += times;
            }
        }
    }
    for (int i = 0; i < std::abs(times); ++i) {
        const Mesh part = mesh_of(box);
        solid.mesh = scenes::joined({solid.mesh, times > 0 ? part : scenes::turned_over(part)});
    }
}

inline GridSolid boxes_solid(Random& random) {
    GridSolid solid;
    const int parts = random.integer(1, 4);
    for (int i = 0; i < parts; ++i) {
        add(solid, random_grid_box(random), random.below(3) == 0 ? 2 : 1);
    }
    if (random.below(4) == 0) {
        add(solid, random_grid_box(random), -1);
    }
    return solid;
}

/// Corners of a closed way along the lines of the grid.
inline std::vector<std::array<int, 2>> random_way(Random& random) {
    std::vector<std::array<int, 2>> corners;
    std::array<int, 2> at{random.integer(0, GridSolid::cells), random.integer(0, GridSolid::cells)};
    const int turns = 2 * random.integer(2, 4);
    for (int i = 0; i < turns; ++i) {
        corners.push_back(at);
        at[static_cast<std::size_t>(i % 2)] = random.integer(0, GridSolid::cells);
    }
    // The last corner closes the way: it shares a line with the one before and with the first.
    corners.back() = {corners.front()[0], corners[corners.size() - 2][1]};
    return corners;
}

/// How often the way winds around the middle of a cell: edges to the right of it, up and down.
inline int winding_of(const std::vector<std::array<int, 2>>& way, int x, int y) {
    int winding = 0;
    for (std::size_t i = 0; i < way.size(); ++i) {
        const auto& from = way[i];
        const auto& to = way[(i + 1) % way.size()];
        if (from[0] == to[0] && from[0] > x) {
            winding += from[1] <= y && to[1] > y ? 1 : to[1] <= y && from[1] > y ? -1 : 0;
        }
    }
    return winding;
}

/// The prism over a way: its caps are fans, whose triangles may overlap and turn.
inline GridSolid prism_solid(Random& random) {
    const auto way = random_way(random);
    const auto n = static_cast<std::uint32_t>(way.size());
    const int low = random.integer(0, GridSolid::cells - 2);
    const int high = random.integer(low + 1, GridSolid::cells);
    GridSolid solid;
    for (const int z : {low, high}) {
        for (const auto& corner : way) {
            solid.mesh.positions.push_back({static_cast<double>(corner[0]),
                                            static_cast<double>(corner[1]),
                                            static_cast<double>(z)});
        }
    }
    for (std::uint32_t i = 0; i < n; ++i) {
        const std::uint32_t j = (i + 1) % n;
        solid.mesh.triangles.push_back({i, j, j + n});
        solid.mesh.triangles.push_back({i, j + n, i + n});
        if (i > 0 && j > 0) {
            solid.mesh.triangles.push_back({0, j, i});
            solid.mesh.triangles.push_back({n, i + n, j + n});
        }
    }
    for (int z = low; z < high; ++z) {
        for (int y = 0; y < GridSolid::cells; ++y) {
            for (int x = 0; x < GridSolid::cells; ++x) {
                solid.winding[GridSolid::index(x, y, z)] = winding_of(way, x, y);
            }
        }
    }
    return solid;
}

/// One that diagnose() calls a solid, with its faces outward.
inline GridSolid random_grid_solid(Random& random) {
    for (;;) {
        GridSolid solid = random.below(3) == 0 ? prism_solid(random) : boxes_solid(random);
        const auto diagnosis = diagnose(solid.mesh.view());
        if (diagnosis && diagnosis->solid() && !diagnosis->inside_out) {
            return solid;
        }
    }
}

template <typename Inside>
double common_cells(const GridSolid& a, const GridSolid& b, Inside inside) {
    double sum = 0;
    for (std::size_t i = 0; i < a.winding.size(); ++i) {
        sum += inside(a.winding[i]) && inside(b.winding[i]) ? 1 : 0;
    }
    return sum;
}

inline double common_cells(const GridSolid& a, const GridSolid& b) {
    return common_cells(a, b, [](int winding) { return winding >= 1; });
}
inline double common_cells_by_parity(const GridSolid& a, const GridSolid& b) {
    return common_cells(a, b, [](int winding) { return winding % 2 != 0; });
}

} // namespace impinge::tests
