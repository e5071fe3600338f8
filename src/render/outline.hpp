// SPDX-License-Identifier: Apache-2.0
//
// Where one thing ends in front of another.
#pragma once

#include "impinge/view.hpp"
#include "render/layer.hpp"

namespace impinge::inline v0::render {

class Outline {
  public:
    /// The layer needs its depths and must outlive the outline; the view is that of the layer.
    Outline(const Layer& layer, const raster::View& view, int samples);

    /// Whether a sample lies at the border of its body, or where the body folds over itself, on the
    /// nearer side.
    [[nodiscard]] bool contains(int x, int y) const;

  private:
    [[nodiscard]] bool ends_towards(int x, int y, int step_x, int step_y) const;

    const Layer& layer_;
    int step_;         ///< in samples: about two thirds of a pixel
    float depth_jump_; ///< a fold is at least so deep
};

} // namespace impinge::inline v0::render
