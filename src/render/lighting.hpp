// SPDX-License-Identifier: Apache-2.0
//
// How much light a surface sends to the eye: a key light with a highlight, a fill light from the
// other side, a sky that is brighter above, and a rim where surfaces turn away.
#pragma once

#include "impinge/render.hpp"
#include "render/surface_point.hpp"

namespace impinge::inline v0::render {

/// What stands in the way of the light, each from 0 (none arrives) to 1 (all does).
struct Openness {
    float sky = 1;
    float key = 1;
};

class Lighting {
  public:
    /// The lights stand still relative to the view.
    Lighting(const Light& light, const raster::View& view);

    [[nodiscard]] Light3 shade(const SurfacePoint& point, const Openness& open) const;
    /// Towards the key light, of length 1.
    [[nodiscard]] Vec3d key_direction() const { return key_; }

  private:
    Light light_;
    Vec3d key_;
    Vec3d fill_;
    Vec3d up_;
};

} // namespace impinge::inline v0::render
