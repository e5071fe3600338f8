// SPDX-License-Identifier: Apache-2.0
#include "render/shadow_map.hpp"

#include <cmath>

namespace impinge::inline v0::render {
namespace {

/// The soft border is about twice as wide, in texels.
constexpr int radius = 2;

} // namespace

ShadowMap::ShadowMap(const raster::View& view, std::vector<float> depths)
    : view_(view), depths_(std::move(depths)), lift_((radius + 1) * raster::pixel_size(view)) {}

float ShadowMap::lit_texel(int x, int y, float depth) const {
    if (x < 0 || y < 0 || x >= view_.width || y >= view_.height) {
        return 1;
    }
    const std::size_t at = static_cast<std::size_t>(y) * static_cast<std::size_t>(view_.width) +
                           static_cast<std::size_t>(x);
    return depth <= depths_[at] ? 1.0F : 0.0F;
}

float ShadowMap::lit(Vec3d point, Vec3d normal) const {
    const Vec3d window = raster::to_window(view_, point + normal * lift_ - view_.axis_z * lift_);
    const double corner_x = std::floor(window.x - 0.5);
    const double corner_y = std::floor(window.y - 0.5);
    const auto part_x = static_cast<float>(window.x - 0.5 - corner_x);
    const auto part_y = static_cast<float>(window.y - 0.5 - corner_y);
    const auto x = static_cast<int>(corner_x);
    const auto y = static_cast<int>(corner_y);
    const auto depth = static_cast<float>(window.z);
    // A square of texels whose border rows and columns count as far as it reaches into them.
    float sum = 0;
    for (int j = 1 - radius; j <= radius; ++j) {
        const float weight_y = j == 1 - radius ? 1 - part_y : j == radius ? part_y : 1.0F;
        for (int i = 1 - radius; i <= radius; ++i) {
            const float weight_x = i == 1 - radius ? 1 - part_x : i == radius ? part_x : 1.0F;
            sum += weight_x * weight_y * lit_texel(x + i, y + j, depth);
        }
    }
    constexpr float all = (2 * radius - 1) * (2 * radius - 1);
    return sum / all;
}

} // namespace impinge::inline v0::render
