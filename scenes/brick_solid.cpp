// SPDX-License-Identifier: Apache-2.0
#include "scenes/brick_solid.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace impinge::scenes {
namespace {

using Cell = std::array<std::uint32_t, 3>;

bool is_filled(const Lattice& lattice, const Cell& cell) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (cell[axis] >= lattice.cells(axis)) { // also what was one before the first
            return false;
        }
    }
    return lattice.filled[(std::size_t{cell[0]} * lattice.cells(1) + cell[1]) * lattice.cells(2) +
                          cell[2]] != 0;
}

template <typename Visit> void for_each_cell(const Lattice& lattice, Visit visit) {
    Cell cell{};
    for (cell[0] = 0; cell[0] < lattice.cells(0); ++cell[0]) {
        for (cell[1] = 0; cell[1] < lattice.cells(1); ++cell[1]) {
            for (cell[2] = 0; cell[2] < lattice.cells(2); ++cell[2]) {
                visit(cell);
            }
        }
    }
}

/// Which of the two faces of a filled cell across an axis are part of the surface.
struct BareFaces {
    bool low = false;
    bool high = false;
};

BareFaces bare_faces(const Lattice& lattice, Cell cell, std::size_t axis) {
    if (!is_filled(lattice, cell)) {
        return {};
    }
    BareFaces bare;
    ++cell[axis];
    bare.high = !is_filled(lattice, cell);
    cell[axis] -= 2;
    bare.low = !is_filled(lattice, cell);
    return bare;
}

std::size_t triangle_count(const Lattice& lattice) {
    std::size_t count = 0;
    for_each_cell(lattice, [&](const Cell& cell) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::size_t u = (axis + 1) % 3;
            const std::size_t v = (axis + 2) % 3;
            const BareFaces bare = bare_faces(lattice, cell, axis);
            const std::size_t faces = (bare.low ? 1U : 0U) + (bare.high ? 1U : 0U);
            count += 2 * faces * lattice.pieces[u][cell[u]] * lattice.pieces[v][cell[v]];
        }
    });
    return count;
}

class SurfaceBuilder {
  public:
    explicit SurfaceBuilder(const Lattice& lattice) : lattice_(lattice) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (std::size_t i = 0; i < lattice.pieces[axis].size(); ++i) {
                const std::uint32_t pieces = lattice.pieces[axis][i];
                first_step_[axis].push_back(static_cast<std::uint32_t>(steps_[axis].size()));
                const double low = lattice.planes[axis][i];
                const double high = lattice.planes[axis][i + 1];
                for (std::uint32_t piece = 0; piece < pieces; ++piece) {
                    steps_[axis].push_back(low + (high - low) * piece / pieces);
                }
            }
            steps_[axis].push_back(lattice.planes[axis].back());
        }
    }

    void add_faces(const Cell& cell, std::size_t axis) {
        const BareFaces bare = bare_faces(lattice_, cell, axis);
        const std::size_t u = (axis + 1) % 3;
        const std::size_t v = (axis + 2) % 3;
        Cell low{};
        for (std::size_t k = 0; k < 3; ++k) {
            low[k] = first_step_[k][cell[k]];
        }
        const std::uint32_t pieces = lattice_.pieces[axis][cell[axis]];
        const std::uint32_t end_u = low[u] + lattice_.pieces[u][cell[u]];
        const std::uint32_t end_v = low[v] + lattice_.pieces[v][cell[v]];
        Cell at = low;
        for (at[u] = low[u]; at[u] < end_u; ++at[u]) {
            for (at[v] = low[v]; at[v] < end_v; ++at[v]) {
                if (bare.high) {
                    at[axis] = low[axis] + pieces;
                    add_piece(at, u, v);
                }
                if (bare.low) {
                    at[axis] = low[axis];
                    add_piece(at, v, u);
                }
            }
        }
    }
    Mesh mesh;

  private:
    void add_piece(Cell at, std::size_t u, std::size_t v) {
        const std::uint32_t a = vertex(at);
        ++at[u];
        const std::uint32_t b = vertex(at);
        ++at[v];
        const std::uint32_t c = vertex(at);
        --at[u];
        const std::uint32_t d = vertex(at);
        mesh.triangles.push_back({a, b, c});
        mesh.triangles.push_back({a, c, d});
    }
    std::uint32_t vertex(const Cell& at) {
        const auto [entry, fresh] =
            vertices_.try_emplace(at, static_cast<std::uint32_t>(mesh.positions.size()));
        if (fresh) {
            mesh.positions.push_back({steps_[0][at[0]], steps_[1][at[1]], steps_[2][at[2]]});
        }
        return entry->second;
    }

    const Lattice& lattice_;
    std::array<std::vector<std::uint32_t>, 3> first_step_;
    std::array<std::vector<double>, 3> steps_;
    std::map<Cell, std::uint32_t> vertices_;
};

/// Every plane in which a brick begins or ends, and the cells that lie in one.
Lattice lattice_of(std::span<const Box3> bricks) {
    Lattice lattice;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        std::vector<double>& planes = lattice.planes[axis];
        for (const Box3& brick : bricks) {
            planes.push_back(brick.min[static_cast<int>(axis)]);
            planes.push_back(brick.max[static_cast<int>(axis)]);
        }
        std::sort(planes.begin(), planes.end());
        planes.erase(std::unique(planes.begin(), planes.end()), planes.end());
        lattice.pieces[axis].assign(planes.size() - 1, 1);
    }
    for_each_cell(lattice, [&](const Cell& cell) {
        const auto within = [&](const Box3& brick) {
            for (int axis = 0; axis < 3; ++axis) {
                const auto k = static_cast<std::size_t>(axis);
                if (lattice.planes[k][cell[k]] < brick.min[axis] ||
                    lattice.planes[k][cell[k] + 1] > brick.max[axis]) {
                    return false;
                }
            }
            return true;
        };
        lattice.filled.push_back(std::any_of(bricks.begin(), bricks.end(), within) ? 1 : 0);
    });
    return lattice;
}

/// Pieces no longer than about `length`.
void cut(Lattice& lattice, double length) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (std::size_t i = 0; i < lattice.pieces[axis].size(); ++i) {
            const double interval = lattice.planes[axis][i + 1] - lattice.planes[axis][i];
            lattice.pieces[axis][i] =
                std::max(1U, static_cast<std::uint32_t>(std::nearbyint(interval / length)));
        }
    }
}

/// The one with the count nearest to the wanted one.
double piece_length(Lattice lattice, std::size_t triangles) {
    const auto count_at = [&](double length) {
        cut(lattice, length);
        return triangle_count(lattice);
    };
    double coarse = lattice.planes[0].back() - lattice.planes[0].front();
    double fine = coarse;
    while (count_at(fine) < triangles) {
        coarse = fine;
        fine /= 2;
    }
    for (int round = 0; round < 40; ++round) {
        const double middle = (coarse + fine) / 2;
        (count_at(middle) < triangles ? coarse : fine) = middle;
    }
    const std::size_t above = count_at(fine) - triangles;
    return triangles - std::min(triangles, count_at(coarse)) < above ? coarse : fine;
}

} // namespace

Mesh surface_of(const Lattice& lattice) {
    SurfaceBuilder builder(lattice);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for_each_cell(lattice, [&](const Cell& cell) { builder.add_faces(cell, axis); });
    }
    return std::move(builder.mesh);
}

Mesh union_of_bricks(std::span<const Box3> bricks, std::size_t triangles) {
    Lattice lattice = lattice_of(bricks);
    if (triangle_count(lattice) < triangles) {
        cut(lattice, piece_length(lattice, triangles));
    }
    return surface_of(lattice);
}

} // namespace impinge::scenes
