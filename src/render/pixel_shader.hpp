// SPDX-License-Identifier: Apache-2.0
//
// How much light a surface sends to the eye, and the samples of one pixel, shaded: each surface
// once, however many samples show it.
#pragma once

#include "impinge/render.hpp"
#include "render/layers.hpp"
#include "render/linear_light.hpp"
#include "render/surface_point.hpp"

#include <array>
#include <optional>
#include <vector>

namespace impinge::inline v0::render {

/// What stands in the way of the light, each from 0 (none arrives) to 1 (all does).
struct Openness {
    float sky = 1;
    float key = 1;
};

/// A key light with a highlight, a fill light from the other side, a sky that is brighter above,
/// and a rim where surfaces turn away.
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

inline constexpr std::size_t most_samples = 8; ///< per pixel and direction

/// Samples of a pixel that show the same surface.
struct SampleGroup {
    SurfaceId surface = {};
    double sum_x = 0; ///< of the samples' places in the window
    double sum_y = 0;
    int count = 0;
    Veil shade = {};
};

/// One pixel at a time; kept from one to the next, since it is too large to be made for each.
struct PixelScratch {
    static constexpr std::size_t most = most_samples * most_samples;

    /// What each sample shows, by rows from the bottom, as far as there are samples.
    std::array<Veil, most> veils;
    std::array<SampleGroup, most> groups;
    std::array<std::uint8_t, most> group_of;
    std::size_t group_count = 0;
};

struct PixelPlace {
    int x = 0;
    int y = 0; ///< upwards
};

struct PixelShader {
    const Surfaces& surfaces;
    const Lighting& lighting;
    int samples = 1; ///< per pixel and direction
    float slant_opacity = 0;
    /// Of the nearest opaque surfaces; not used where empty.
    std::vector<float> sky_openness = {};
    std::optional<ShadowMap> shadow = {};
    float shadow_strength = 0;

    /// Sets `veils` to what the layer shows in the pixel; clear where it shows nothing.
    void shade(const Layer& layer, PixelPlace pixel, PixelScratch& scratch) const;

  private:
    [[nodiscard]] Veil shade(SurfaceId surface, PixelPoint window, std::size_t pixel_index) const;
};

} // namespace impinge::inline v0::render
