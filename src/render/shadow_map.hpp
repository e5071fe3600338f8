// SPDX-License-Identifier: Apache-2.0
//
// Which points the key light reaches: the scene drawn once more, seen from the light.
#pragma once

#include "impinge/raster.hpp"

#include <span>
#include <vector>

namespace impinge::inline v0::render {

class ShadowMap {
  public:
    /// `depths` are those of the view, which looks along the light.
    ShadowMap(const raster::View& view, std::vector<float> depths);

    /// The part of the light that arrives, with a soft border. The normal is that of the surface
    /// the point lies on, which must not shade itself.
    [[nodiscard]] float lit(Vec3d point, Vec3d normal) const;

  private:
    [[nodiscard]] float lit_texel(int x, int y, float depth) const;

    raster::View view_;
    std::vector<float> depths_;
    double lift_ = 0; ///< points are moved so far off their surface
};

} // namespace impinge::inline v0::render
