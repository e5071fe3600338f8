// SPDX-License-Identifier: Apache-2.0
//
// A grid over the dental arch, rows across it from one end to the other, carries the teeth. Walls
// go straight down from its border to a flat base.
#include "scenes/jaws.hpp"

#include "math/sine.hpp"
#include "scenes/assembly.hpp"
#include "scenes/tooth_row.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace impinge::scenes {
namespace {

using std::numbers::pi;
constexpr double base_depth = 11;    ///< of the flat base below the gum line
constexpr double bite_height = 11.5; ///< of gum line above gum line when the teeth meet
constexpr double open_gap = 6;
constexpr double bite_depth = 0.25;
constexpr Vec3d bite_shift{0.1337890625, -0.0712890625, 0};

/// Where the grid points lie in the plane, row by row, tongue side first, left end first.
struct ArchGrid {
    std::uint32_t rows = 0;    ///< cells along the arch
    std::uint32_t columns = 0; ///< cells across it
    std::vector<Vec3d> points; ///< z is 0
    std::vector<double> along; ///< per row, from the middle of the arch
};

/// The middle line of the arch, a half ellipse, and its outward normal.
struct ArchPoint {
    Vec3d point;
    Vec3d outward;
};

ArchPoint arch_point(double angle) {
    constexpr double half_width = 27;
    constexpr double depth = 42;
    const auto [s, c] = sine_cosine(angle);
    const Vec3d normal{c / half_width, s / depth, 0};
    return {{half_width * c, depth * s, 0}, normal * (1 / length(normal))};
}

/// Angles of equally spaced points of the middle line.
std::vector<double> equal_steps(std::uint32_t rows) {
    constexpr std::size_t fine = 4096;
    const auto angle_of = [](double step) { return pi * step / static_cast<double>(fine); };
    std::vector<double> lengths{0};
    for (std::size_t i = 1; i <= fine; ++i) {
        const auto step = static_cast<double>(i);
        lengths.push_back(lengths.back() + length(arch_point(angle_of(step)).point -
                                                  arch_point(angle_of(step - 1)).point));
    }
    std::vector<double> angles;
    std::size_t at = 0;
    for (std::uint32_t row = 0; row <= rows; ++row) {
        const double wanted = lengths.back() * row / rows;
        while (at + 1 < fine && lengths[at + 1] < wanted) {
            ++at;
        }
        const double part = (wanted - lengths[at]) / (lengths[at + 1] - lengths[at]);
        angles.push_back(angle_of(static_cast<double>(at) + part));
    }
    return angles;
}

ArchGrid arch_grid(std::size_t triangles) {
    // The grid's cells, four triangles a row for the walls, two for the base, and the two ends.
    const double aspect = ToothRow::half_length / ToothRow::half_width;
    const auto count = [](GridSize size) {
        return 2 * std::size_t{size.along} * size.across + 6 * std::size_t{size.along} +
               6 * std::size_t{size.across} - 2;
    };
    GridSize size = grid_size(triangles, aspect, {40, 8});
    while (count(size) > triangles && size.along > 40) {
        --size.along;
    }
    ArchGrid grid{size.along, size.across, {}, {}};
    const std::vector<double> angles = equal_steps(grid.rows);
    for (std::uint32_t row = 0; row <= grid.rows; ++row) {
        grid.along.push_back(ToothRow::half_length * (2.0 * row / grid.rows - 1));
        const ArchPoint middle = arch_point(angles[row]);
        for (std::uint32_t column = 0; column <= grid.columns; ++column) {
            const double across = ToothRow::half_width * (2.0 * column / grid.columns - 1);
            grid.points.push_back(on_grid(middle.point + middle.outward * across));
        }
    }
    return grid;
}

double across_of(const ArchGrid& grid, std::size_t vertex) {
    const auto column = static_cast<double>(vertex % (grid.columns + 1));
    return ToothRow::half_width * (2 * column / grid.columns - 1);
}

std::vector<double> heights_of(const ArchGrid& grid, const ToothRow& teeth) {
    std::vector<double> heights(grid.points.size());
    for (std::size_t i = 0; i < heights.size(); ++i) {
        heights[i] = on_grid(teeth.height(grid.along[i / (grid.columns + 1)], across_of(grid, i)));
    }
    return heights;
}

/// The closed body between the grid at its heights and the base, heights upwards.
class JawBuilder {
  public:
    JawBuilder(const ArchGrid& grid, const std::vector<double>& heights)
        : rows_(grid.rows), columns_(grid.columns) {
        const std::size_t count = grid.points.size();
        for (std::size_t i = 0; i < count; ++i) {
            mesh.positions.push_back({grid.points[i].x, grid.points[i].y, heights[i]});
        }
        base_of_.resize(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t row = i / (columns_ + 1);
            const std::uint32_t column = i % (columns_ + 1);
            if (row == 0 || row == rows_ || column == 0 || column == columns_) {
                base_of_[i] = static_cast<std::uint32_t>(mesh.positions.size());
                mesh.positions.push_back({grid.points[i].x, grid.points[i].y, -base_depth});
            }
        }
        add_top();
        add_walls();
        add_base();
    }
    Mesh mesh;

  private:
    [[nodiscard]] std::uint32_t at(std::uint32_t row, std::uint32_t column) const {
        return row * (columns_ + 1) + column;
    }
    [[nodiscard]] std::uint32_t base(std::uint32_t row, std::uint32_t column) const {
        return base_of_[at(row, column)];
    }
    void add_quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
        mesh.triangles.push_back({a, b, c});
        mesh.triangles.push_back({a, c, d});
    }
    void add_top() {
        for (std::uint32_t row = 0; row < rows_; ++row) {
            for (std::uint32_t column = 0; column < columns_; ++column) {
                add_quad(at(row, column), at(row, column + 1), at(row + 1, column + 1),
                         at(row + 1, column));
            }
        }
    }
    /// The wall below the border edge from one grid point to the next, counter-clockwise from
    /// above.
    void add_wall(std::uint32_t from, std::uint32_t to) {
        add_quad(from, base_of_[from], base_of_[to], to);
    }
    void add_walls() {
        for (std::uint32_t row = 0; row < rows_; ++row) {
            add_wall(at(row, columns_), at(row + 1, columns_));
            add_wall(at(row + 1, 0), at(row, 0));
        }
        for (std::uint32_t column = 0; column < columns_; ++column) {
            add_wall(at(0, column), at(0, column + 1));
            add_wall(at(rows_, column + 1), at(rows_, column));
        }
    }
    /// Quads between inner and outer border; at the ends fans, as every column has a vertex there.
    void add_base() {
        for (std::uint32_t row = 1; row + 1 < rows_; ++row) {
            add_quad(base(row, 0), base(row + 1, 0), base(row + 1, columns_), base(row, columns_));
        }
        for (std::uint32_t column = 0; column < columns_; ++column) {
            mesh.triangles.push_back({base(0, column + 1), base(0, column), base(1, 0)});
            mesh.triangles.push_back(
                {base(rows_, column), base(rows_, column + 1), base(rows_ - 1, 0)});
        }
        mesh.triangles.push_back({base(0, columns_), base(1, 0), base(1, columns_)});
        mesh.triangles.push_back(
            {base(rows_, columns_), base(rows_ - 1, columns_), base(rows_ - 1, 0)});
    }

    std::uint32_t rows_;
    std::uint32_t columns_;
    std::vector<std::uint32_t> base_of_; ///< of a border vertex, the vertex below it
};

} // namespace

Jaws jaws(const JawOptions& options) {
    const ArchGrid grid = arch_grid(options.triangles / 2);
    const ToothRow lower_teeth(Arch::Lower, options.seed);
    ToothRow upper_teeth(Arch::Upper, options.seed);
    upper_teeth.wear_against(lower_teeth, bite_height);
    const std::vector<double> lower = heights_of(grid, lower_teeth);
    const std::vector<double> upper = heights_of(grid, upper_teeth);
    double touching = 0; // how far the upper jaw must stand above the lower one's gum line
    for (std::size_t i = 0; i < lower.size(); ++i) {
        touching = std::max(touching, lower[i] + upper[i]);
    }
    Vec3d place{0, 0, touching};
    if (options.bite == Bite::Open) {
        place.z += open_gap;
    } else if (options.bite == Bite::Biting) {
        place = place + bite_shift - Vec3d{0, 0, bite_depth};
    }
    return {moved(upside_down(JawBuilder(grid, upper).mesh), place), JawBuilder(grid, lower).mesh};
}

} // namespace impinge::scenes
