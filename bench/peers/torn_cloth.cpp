// SPDX-License-Identifier: Apache-2.0
#include "bench/peers/torn_cloth.hpp"

#include "base/random.hpp"
#include "math/sine.hpp"
#include "scenes/assembly.hpp"
#include "scenes/bumpy_sphere.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace impinge::bench::peers {
namespace {

constexpr int balls_along = 8; // one unit apart, as are those across
constexpr int balls_across = 5;
constexpr std::uint32_t tears = 6;
constexpr double opening = 0.1;

/// A grid of cells; tears run across it, from row 0 on.
class TearingSheet {
  public:
    TearingSheet(std::size_t triangles, double torn)
        : cells_(scenes::grid_size(triangles, double{balls_along} / balls_across, {16, 10})),
          torn_(torn),
          torn_rows_(static_cast<std::uint32_t>(torn * static_cast<double>(cells_.across - 1))) {}

    Mesh mesh() {
        for (std::uint32_t row = 0; row <= cells_.across; ++row) {
            for (std::uint32_t column = 0; column <= cells_.along; ++column) {
                add_vertex(row, column, Side::Left);
            }
        }
        for (std::uint32_t row = 0; row < torn_rows_; ++row) {
            for (std::uint32_t tear = 0; tear < tears; ++tear) {
                add_vertex(row, column_of(tear), Side::Right);
            }
        }
        Random random(5);
        for (std::uint32_t row = 0; row < cells_.across; ++row) {
            for (std::uint32_t column = 0; column < cells_.along; ++column) {
                const bool may_be_lost = random.below(3) == 0;
                if (!(may_be_lost && is_torn(row, column + 1))) {
                    add_cell(row, column);
                }
            }
        }
        return std::move(mesh_);
    }

  private:
    /// Of a tear: which of its two borders is meant.
    enum class Side : std::uint8_t { Left, Right };

    [[nodiscard]] std::uint32_t column_of(std::uint32_t tear) const {
        return (tear + 1) * cells_.along / (tears + 1);
    }
    /// The tear that runs along this column, or `tears`.
    [[nodiscard]] std::uint32_t tear_at(std::uint32_t column) const {
        std::uint32_t tear = 0;
        while (tear < tears && column_of(tear) != column) {
            ++tear;
        }
        return tear;
    }
    [[nodiscard]] bool is_torn(std::uint32_t row, std::uint32_t column) const {
        return row < torn_rows_ && tear_at(column) < tears;
    }
    /// The sheet gives way to both sides of a tear, less and less up to half way to the next.
    [[nodiscard]] double drawn_aside(std::uint32_t row, std::uint32_t column, Side side) const {
        if (row >= torn_rows_) {
            return 0;
        }
        const double reach = 0.5 * cells_.along / (tears + 1);
        double aside = 0;
        for (std::uint32_t tear = 0; tear < tears; ++tear) {
            const auto away = static_cast<double>(column) - static_cast<double>(column_of(tear));
            const bool right = away > 0 || (away == 0 && side == Side::Right);
            const double share = std::max(0.0, 1 - std::abs(away) / reach);
            aside += (right ? share : -share) * opening / 2;
        }
        return aside * (1 - static_cast<double>(row) / torn_rows_);
    }

    void add_vertex(std::uint32_t row, std::uint32_t column, Side side) {
        const double x =
            double{balls_along} * column / cells_.along + drawn_aside(row, column, side);
        const double y = double{balls_across} * row / cells_.across;
        const double swing = 2 * std::numbers::pi * torn_;
        const double z = 0.1 * sine_cosine(3 * x + swing).sine + 0.08 * sine_cosine(4 * y - x).sine;
        mesh_.positions.push_back({x, y, z});
    }

    /// As a corner of a cell to the right of it.
    [[nodiscard]] std::uint32_t right_vertex(std::uint32_t row, std::uint32_t column) const {
        const std::uint32_t whole = (cells_.across + 1) * (cells_.along + 1);
        return is_torn(row, column) ? whole + row * tears + tear_at(column)
                                    : row * (cells_.along + 1) + column;
    }

    void add_cell(std::uint32_t row, std::uint32_t column) {
        const std::uint32_t left = right_vertex(row, column);
        const std::uint32_t left_above = right_vertex(row + 1, column);
        const std::uint32_t right = row * (cells_.along + 1) + column + 1;
        const std::uint32_t right_above = right + cells_.along + 1;
        mesh_.triangles.push_back({left, right, right_above});
        mesh_.triangles.push_back({left, right_above, left_above});
    }

    scenes::GridSize cells_;
    double torn_;
    std::uint32_t torn_rows_;
    Mesh mesh_;
};

} // namespace

Mesh tearing_cloth(std::size_t triangles, double torn) {
    return TearingSheet(triangles, torn).mesh();
}

std::vector<Mesh> bodies_under_cloth() {
    std::vector<Mesh> bodies;
    for (int i = 0; i < balls_along; ++i) {
        for (int j = 0; j < balls_across; ++j) {
            const Mesh ball = scenes::bumpy_sphere(
                {.triangles = 1000, .radius = 0.35, .seed = bodies.size() + 1});
            bodies.push_back(scenes::moved(ball, {i + 0.5, j + 0.5, 0}));
        }
    }
    return bodies;
}

} // namespace impinge::bench::peers
