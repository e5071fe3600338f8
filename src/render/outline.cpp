// SPDX-License-Identifier: Apache-2.0
#include "render/outline.hpp"

#include <algorithm>

namespace impinge::inline v0::render {
namespace {

/// How much the depth changes over the width of a pixel, in the middle of the range.
double depth_of_pixel(const raster::View& view, int samples) {
    const double range = view.far - view.near;
    const double side = samples * (view.max_x - view.min_x) / view.width;
    if (view.projection == raster::Projection::Orthographic) {
        return side / range;
    }
    const double distance = (view.near + view.far) / 2;
    return side * distance * view.near * view.far / (range * distance * distance);
}

/// In pixels: gentle folds are no lines.
constexpr double least_fold = 8;

} // namespace

Outline::Outline(const Layer& layer, const raster::View& view, int samples)
    : layer_(layer), step_(std::max(1, samples - 1)),
      depth_jump_(static_cast<float>(least_fold * depth_of_pixel(view, samples))) {}

bool Outline::contains(int x, int y) const {
    return ends_towards(x, y, step_, 0) || ends_towards(x, y, -step_, 0) ||
           ends_towards(x, y, 0, step_) || ends_towards(x, y, 0, -step_);
}

bool Outline::ends_towards(int x, int y, int step_x, int step_y) const {
    const auto inside = [&](int i, int j) {
        return i >= 0 && j >= 0 && i < layer_.width && j < layer_.height;
    };
    if (!inside(x + step_x, y + step_y)) {
        return false;
    }
    const std::size_t here = layer_.index(x, y);
    const std::size_t there = layer_.index(x + step_x, y + step_y);
    if (layer_.bodies[there] != layer_.bodies[here]) {
        return layer_.bodies[there] == raster::no_id || layer_.depths[there] >= layer_.depths[here];
    }
    // Depth is affine over a plane: going on as it came would be no jump.
    const float step = layer_.depths[there] - layer_.depths[here];
    if (step < depth_jump_ || !inside(x - step_x, y - step_y)) {
        return false;
    }
    const std::size_t before = layer_.index(x - step_x, y - step_y);
    return layer_.bodies[before] == layer_.bodies[here] &&
           step - (layer_.depths[here] - layer_.depths[before]) > depth_jump_;
}

} // namespace impinge::inline v0::render
