// SPDX-License-Identifier: Apache-2.0
//
// What bench/raster draws: a closed pillow that fills a window, of triangles of one size.
#pragma once

#include "base/random.hpp"
#include "impinge/raster.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::bench {

inline constexpr int window_side = 512;

/// Two sheets over the unit square that meet in its rim, bulging up and down, of right-angled
/// triangles of about `pixels` pixels each with their corners moved about.
class Pillow {
  public:
    explicit Pillow(double pixels)
        : cells_(std::max(1, static_cast<int>(std::lround(window_side / std::sqrt(2 * pixels))))) {
        for (int sheet = 0; sheet < 2; ++sheet) {
            add_vertices(sheet == 0 ? 1 : -1);
        }
        for (int sheet = 0; sheet < 2; ++sheet) {
            add_triangles(sheet);
        }
    }
    [[nodiscard]] const Mesh& mesh() const { return mesh_; }

  private:
    void add_vertices(double direction) {
        for (int j = 0; j <= cells_; ++j) {
            for (int i = 0; i <= cells_; ++i) {
                const bool rim = i == 0 || j == 0 || i == cells_ || j == cells_;
                const double shake = rim ? 0 : 0.3;
                const double x = (i + random_.uniform(-shake, shake)) / cells_;
                const double y = (j + random_.uniform(-shake, shake)) / cells_;
                const double bulge = std::min({x, y, 1 - x, 1 - y}) * random_.uniform(1, 1.1);
                mesh_.positions.push_back({x, y, rim ? 0 : direction * bulge});
            }
        }
    }
    void add_triangles(int sheet) {
        for (int j = 0; j < cells_; ++j) {
            for (int i = 0; i < cells_; ++i) {
                const std::uint32_t a = vertex(sheet, i, j);
                const std::uint32_t b = vertex(sheet, i + 1, j);
                const std::uint32_t c = vertex(sheet, i + 1, j + 1);
                const std::uint32_t d = vertex(sheet, i, j + 1);
                if (sheet == 0) {
                    mesh_.triangles.insert(mesh_.triangles.end(), {{a, b, c}, {a, c, d}});
                } else {
                    mesh_.triangles.insert(mesh_.triangles.end(), {{a, c, b}, {a, d, c}});
                }
            }
        }
    }
    [[nodiscard]] std::uint32_t vertex(int sheet, int i, int j) const {
        return static_cast<std::uint32_t>((sheet * (cells_ + 1) + j) * (cells_ + 1) + i);
    }

    int cells_;
    Random random_{1};
    Mesh mesh_;
};

/// Straight down on the unit square.
inline raster::View pillow_view() {
    return {.eye = {0, 0, 1},
            .min_x = 0,
            .max_x = 1,
            .min_y = 0,
            .max_y = 1,
            .near = 0,
            .far = 2,
            .width = window_side,
            .height = window_side};
}

} // namespace impinge::bench
