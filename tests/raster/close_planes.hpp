// SPDX-License-Identifier: Apache-2.0
//
// Two targets with slanted and level surfaces that come near each other in some of their pixels,
// and what a plain loop over their planes finds there.
#pragma once

#include "tests/raster/quads.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

namespace impinge::tests {

class ClosePlanes {
  public:
    ClosePlanes(raster::Device& device, int width, int height)
        : device_(device), one_(drawn(width, height, stairs(width, height, 0))),
          other_(drawn(width, height, stairs(width, height, 3))) {}

    [[nodiscard]] const raster::Target& one() const { return *one_; }
    [[nodiscard]] const raster::Target& other() const { return *other_; }
    [[nodiscard]] std::size_t pixel_count() const {
        return static_cast<std::size_t>(one_->width()) * static_cast<std::size_t>(one_->height());
    }
    [[nodiscard]] std::vector<raster::IdPair> close(float gap) const {
        const auto depths = need(device_.read_depth(*one_));
        const auto other_depths = need(device_.read_depth(*other_));
        const auto ids = need(device_.read_ids(*one_, 0));
        const auto other_ids = need(device_.read_ids(*other_, 0));
        std::vector<raster::IdPair> pairs;
        for (std::size_t i = 0; i < depths.size(); ++i) {
            if (ids[i] != raster::no_id && other_ids[i] != raster::no_id &&
                std::fabs(depths[i] - other_depths[i]) < gap) {
                pairs.push_back({ids[i], other_ids[i]});
            }
        }
        return pairs;
    }

  private:
    /// Quads over some of the pixels at depths that jump, and one triangle that slants through
    /// all.
    static Mesh stairs(int width, int height, int turn) {
        std::vector<GridTriangle> triangles;
        for (int i = 0; i < 16; ++i) {
            if ((i + turn) % 5 == 0) {
                continue;
            }
            const int x = width * i / 16;
            const int y = height * ((i * 7 + turn) % 4) / 8;
            add_quad(triangles, {x, y, std::max(width * (i + 2) / 16, x + 1), height,
                                 static_cast<float>((i * 5 + 3 * turn) % 16) / 16});
        }
        const float tilt = turn == 0 ? 1.0F : 0.25F;
        triangles.push_back(GridTriangle{GridCorner{0, 0, 1 - tilt},
                                         GridCorner{width * 256, 0, tilt},
                                         GridCorner{0, height * 256, 0.5F}});
        return grid_mesh(triangles);
    }
    std::unique_ptr<raster::Target> drawn(int width, int height, const Mesh& mesh) {
        auto target = need(device_.make_target(width, height));
        need(device_.clear(*target));
        const Stage stage(device_, {{mesh, {}, 1}});
        need(device_.draw(*target, pixel_view(width, height),
                          {.ids = {raster::IdSource::Triangle, raster::IdSource::Body}},
                          stage.draws()));
        return target;
    }

    raster::Device& device_;
    std::unique_ptr<raster::Target> one_;
    std::unique_ptr<raster::Target> other_;
};

} // namespace impinge::tests
