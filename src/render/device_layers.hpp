// SPDX-License-Identifier: Apache-2.0
//
// What the device does for a picture: the nearest opaque surfaces, the transparent ones before them
// one by one, and the depths seen from the light.
#pragma once

#include "impinge/render.hpp"
#include "render/layer.hpp"
#include "render/shadow_map.hpp"

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace impinge::inline v0::render {

class DeviceLayers {
  public:
    explicit DeviceLayers(raster::Device& device) : device_(&device) {}

    [[nodiscard]] raster::Device& device() { return *device_; }

    /// The nearest opaque surface of every sample, with depths.
    Expected<Layer> draw_opaque(std::span<const PictureBody> bodies, const raster::View& view);

    struct Peeled {
        int layers = 0;
        bool more = false; ///< something is left behind the last one
        Status status = {};
    };
    /// Calls visit(layer) with the transparent surfaces before the opaque ones that were drawn
    /// last, from the front to the back, at most `most` times.
    Peeled peel(std::span<const PictureBody> bodies, const raster::View& view, int most,
                const std::function<void(const Layer&)>& visit);

    /// Of the opaque bodies, whose points are given.
    Expected<ShadowMap> draw_shadows(std::span<const PictureBody> bodies, Vec3d to_light,
                                     std::span<const Vec3d> points);

  private:
    using TargetPlace = std::unique_ptr<raster::Target>;
    /// Keeps the target if it has the size already.
    Status want_target(TargetPlace& place, int width, int height);
    Expected<bool> peel_once(const raster::View& view, std::span<const raster::Draw> draws,
                             raster::Target& target, const raster::Target* previous);

    raster::Device* device_;
    TargetPlace opaque_;
    std::array<TargetPlace, 2> peeled_;
    TargetPlace shadow_;
};

/// Whether anything is seen through the body.
inline bool is_transparent(const PictureBody& body) { return body.paint.colour.a < 255; }

} // namespace impinge::inline v0::render
