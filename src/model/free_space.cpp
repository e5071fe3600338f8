// SPDX-License-Identifier: Apache-2.0
#include "model/free_space.hpp"

#include "math/measures.hpp"
#include "model/box_tests.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impinge::inline v0::model {
namespace {

Vec3d widened_point(const std::array<float, 3>& p) { return {p[0], p[1], p[2]}; }

/// How many cells the longest side of the surface gets: cells are not much smaller than triangles.
int cells_along(std::size_t triangles) {
    const double wished = std::sqrt(static_cast<double>(triangles)) / 4;
    return static_cast<int>(std::clamp(wished, 8.0, 32.0));
}

/// Far from everything; squares of gaps can be added to it.
constexpr std::int16_t no_gap = 0x3FFF;

/// Squared, of two cells that are so many apart along an axis: neighbours may touch.
constexpr std::int16_t squared_gap(int steps) {
    const int between = std::max(steps < 0 ? -steps - 1 : steps - 1, 0);
    return static_cast<std::int16_t>(between * between);
}

/// to[i] becomes the least of itself and from[i] + more; returns the largest of them.
std::int16_t lower_row(std::int16_t* to, const std::int16_t* from, std::size_t count,
                       std::int16_t more) {
    std::int16_t most = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto sum = static_cast<std::int16_t>(from[i] + more);
        const std::int16_t least = sum < to[i] ? sum : to[i];
        to[i] = least;
        most = least > most ? least : most;
    }
    return most;
}

} // namespace

void FreeSpace::find_ball(const ObbTree& tree) {
    whole_.centre = widened_point(tree.box(tree.root()).centre);
    double farthest = 0;
    for (std::uint32_t i = 0; i < tree.box_count(0); ++i) {
        for (const auto& corner : tree.block(i).corner) {
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                const Vec3d p{corner[0][lane], corner[1][lane], corner[2][lane]};
                farthest = std::max(farthest, dot(p - whole_.centre, p - whole_.centre));
            }
        }
    }
    whole_.radius = std::sqrt(farthest) * (1 + 0x1p-40) + 2 * tree.frame().error;
}

void FreeSpace::mark_cells(const ObbTree& tree) {
    const std::array<std::array<float, 3>, 3> axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const std::size_t blocks = tree.box_count(0);
    const Extents reached = extents(std::span(&tree.block(0), blocks), axes);
    double longest = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        longest = std::max(longest, double{reached.high[k]} - double{reached.low[k]});
    }
    side_ = longest / cells_along(tree.order().size());
    per_cell_ = 1 / side_;
    // One layer more on either side, which is outside.
    std::size_t cells = 1;
    for (std::size_t k = 0; k < 3; ++k) {
        const double extent = double{reached.high[k]} - double{reached.low[k]};
        counts_[k] = static_cast<int>(extent * per_cell_) + 4;
        low_[static_cast<int>(k)] = double{reached.low[k]} - 1.25 * side_;
        cells *= static_cast<std::size_t>(counts_[k]);
    }
    parts_.assign(cells, outside);
    gaps_.assign(cells, no_gap);
    // Triangles that reach through many cells each would take too long.
    std::size_t looks_left = 16 * (cells + tree.order().size());
    if (tree.frame().error > margin() / 4) {
        looks_left = 0;
    }
    for (std::size_t i = 0; i < tree.order().size() && looks_left > 0; ++i) {
        mark_triangle(triangle_of(tree.block(static_cast<std::uint32_t>(i / lanes)), i % lanes),
                      looks_left);
    }
    if (looks_left == 0) {
        std::fill(parts_.begin(), parts_.end(), taken);
    }
}

void FreeSpace::mark_triangle(const FloatTriangle& t, std::size_t& looks_left) {
    constexpr double margin = 2 * margin_in_cells;
    std::array<Vec3d, 3> corner; // in cells
    for (std::size_t c = 0; c < 3; ++c) {
        corner[c] = (widened_point(t.corner[c]) - low_) * per_cell_;
    }
    std::array<int, 3> first{};
    std::array<int, 3> last{};
    std::size_t looks = 1;
    for (std::size_t k = 0; k < 3; ++k) {
        const int axis = static_cast<int>(k);
        first[k] = static_cast<int>(
            std::min(std::min(corner[0][axis], corner[1][axis]), corner[2][axis]) - margin);
        last[k] = static_cast<int>(
            std::max(std::max(corner[0][axis], corner[1][axis]), corner[2][axis]) + margin);
        looks *= static_cast<std::size_t>(last[k] - first[k] + 1);
    }
    looks_left -= std::min(looks, looks_left);
    // Of the cells in its box, those that its plane reaches.
    const Vec3d normal = cross(corner[1] - corner[0], corner[2] - corner[0]);
    const Vec3d size = absolute(normal);
    const double reach = (0.5 + margin) * (size.x + size.y + size.z) + 0x1p-30;
    const std::size_t row = static_cast<std::size_t>(counts_[0]);
    for (int z = first[2]; z <= last[2]; ++z) {
        for (int y = first[1]; y <= last[1]; ++y) {
            std::uint8_t* const cells =
                parts_.data() + (static_cast<std::size_t>(z * counts_[1] + y)) * row;
            for (int x = first[0]; x <= last[0]; ++x) {
                const Vec3d middle{x + 0.5, y + 0.5, z + 0.5};
                if (std::abs(dot(normal, middle - corner[0])) <= reach) {
                    cells[x] = taken;
                }
            }
        }
    }
}

/// A distance transform, one axis after the other.
void FreeSpace::find_gaps() {
    const int nx = counts_[0];
    const int ny = counts_[1];
    const int nz = counts_[2];
    const auto row = static_cast<std::size_t>(nx);
    const std::size_t layer = row * static_cast<std::size_t>(ny);
    for (std::size_t first = 0; first < cell_count(); first += row) {
        const auto sweep = [&](int begin, int step) {
            int last = -1000; // the last that is taken
            for (int i = 0, x = begin; i < nx; ++i, x += step) {
                const std::size_t cell = first + static_cast<std::size_t>(x);
                last = parts_[cell] == taken ? i : last;
                if (last >= 0) {
                    gaps_[cell] = std::min(gaps_[cell], squared_gap(i - last));
                }
            }
        };
        sweep(0, 1);
        sweep(nx - 1, -1);
    }
    // Rows that lie `width` apart, nearest first, until farther ones can lower nothing.
    const auto spread = [&](std::size_t width, int count, std::size_t repeated) {
        const std::vector<std::int16_t> before = gaps_;
        const std::size_t stride = width * static_cast<std::size_t>(count);
        for (std::size_t r = 0; r < repeated; ++r) {
            const auto first_of = [&](int i) {
                return r * stride + static_cast<std::size_t>(i) * width;
            };
            for (int to = 0; to < count; ++to) {
                std::int16_t most = no_gap;
                for (int step = 0; step < count && squared_gap(step) < most; ++step) {
                    for (const int from : {to - step, to + step}) {
                        if (from >= 0 && from < count) {
                            most =
                                lower_row(gaps_.data() + first_of(to),
                                          before.data() + first_of(from), width, squared_gap(step));
                        }
                    }
                }
            }
        }
    };
    spread(row, ny, static_cast<std::size_t>(nz));
    spread(layer, nz, 1);
}

Vec3d FreeSpace::middle_of(std::size_t cell) const {
    const auto row = static_cast<std::size_t>(counts_[0]);
    const auto rows = static_cast<std::size_t>(counts_[1]);
    const Vec3d place{static_cast<double>(cell % row), static_cast<double>(cell / row % rows),
                      static_cast<double>(cell / row / rows)};
    return low_ + (place + Vec3d{0.5, 0.5, 0.5}) * side_;
}

std::vector<Vec3d> FreeSpace::find_parts() {
    constexpr std::uint8_t unseen = std::numeric_limits<std::uint8_t>::max();
    std::vector<Vec3d> found;
    windings_ = {0, 0}; // of what is taken, and of the outside
    if (parts_[0] == taken) {
        return found;
    }
    for (std::uint8_t& part : parts_) {
        part = part == taken ? taken : unseen;
    }
    std::vector<std::uint32_t> stack;
    fill_part(0, outside, stack);
    for (std::size_t cell = 0; cell < cell_count(); ++cell) {
        if (parts_[cell] != unseen) {
            continue;
        }
        const std::size_t part = found.size() + outside + 1;
        if (part < unseen) {
            fill_part(cell, static_cast<std::uint8_t>(part), stack);
            found.push_back(middle_of(cell));
        } else { // more of them than can be told apart
            parts_[cell] = taken;
        }
    }
    return found;
}

/// All cells that hang together with the first.
void FreeSpace::fill_part(std::size_t first, std::uint8_t part, std::vector<std::uint32_t>& stack) {
    const std::uint8_t before = parts_[first];
    const auto row = static_cast<std::size_t>(counts_[0]);
    const std::size_t layer = row * static_cast<std::size_t>(counts_[1]);
    const auto visit = [&](std::size_t cell) {
        if (parts_[cell] == before) {
            parts_[cell] = part;
            stack.push_back(static_cast<std::uint32_t>(cell));
        }
    };
    visit(first);
    while (!stack.empty()) {
        const std::size_t cell = stack.back();
        stack.pop_back();
        const std::size_t x = cell % row;
        const std::size_t in_layer = cell % layer;
        if (x > 0) {
            visit(cell - 1);
        }
        if (x + 1 < row) {
            visit(cell + 1);
        }
        if (in_layer >= row) {
            visit(cell - row);
        }
        if (in_layer + row < layer) {
            visit(cell + row);
        }
        if (cell >= layer) {
            visit(cell - layer);
        }
        if (cell + layer < cell_count()) {
            visit(cell + layer);
        }
    }
}

/// In each of 4 x 4 x 4 blocks of cells the one nearest to the surface.
void FreeSpace::find_samples() {
    constexpr int blocks = 4;
    constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    std::array<std::size_t, most_samples> nearest;
    static_assert(most_samples == blocks * blocks * blocks);
    nearest.fill(none);
    std::size_t cell = 0;
    for (int z = 0; z < counts_[2]; ++z) {
        for (int y = 0; y < counts_[1]; ++y) {
            const int rows = (z * blocks / counts_[2]) * blocks + y * blocks / counts_[1];
            for (int x = 0; x < counts_[0]; ++x, ++cell) {
                if (windings_[parts_[cell]] * orientation_ < 1) {
                    continue;
                }
                std::size_t& best =
                    nearest[static_cast<std::size_t>(rows * blocks + x * blocks / counts_[0])];
                best = best == none || gaps_[cell] < gaps_[best] ? cell : best;
            }
        }
    }
    for (const std::size_t found : nearest) {
        if (found != none) {
            samples_.push_back(middle_of(found));
        }
    }
}

FreeSpace::Found FreeSpace::find(Vec3d point) const {
    const Vec3d place = (point - low_) * per_cell_;
    std::size_t cell = 0;
    double aside = 0;
    for (int axis = 2; axis >= 0; --axis) {
        const int count = counts_[static_cast<std::size_t>(axis)];
        // In the middle of the outermost layer, which no surface reaches.
        const double inside = std::min(std::max(place[axis], 0.5), count - 0.5);
        aside += (place[axis] - inside) * (place[axis] - inside);
        cell = cell * static_cast<std::size_t>(count) + static_cast<std::size_t>(inside);
    }
    return {cell, aside};
}

FreeSpace::Place FreeSpace::at(Vec3d point) const {
    const auto [cell, aside] = find(point);
    const std::uint8_t part = parts_[cell];
    const int winding = windings_[part]; // 0 of what is taken
    // A point beside a box is farther from what is in the box than the nearest point of the box.
    return {part != taken, winding * orientation_ >= 1, winding,
            (gaps_[cell] + aside) * side_ * side_};
}

FreeSpace::Side FreeSpace::side_of(Vec3d point) const {
    const std::uint8_t part = parts_[find(point).cell];
    return part == taken                         ? Side::Unknown
           : windings_[part] * orientation_ >= 1 ? Side::Inside
                                                 : Side::Outside;
}

std::size_t FreeSpace::memory_bytes() const {
    return parts_.size() * (sizeof parts_[0] + sizeof gaps_[0]) +
           samples_.size() * sizeof samples_[0];
}

} // namespace impinge::inline v0::model
