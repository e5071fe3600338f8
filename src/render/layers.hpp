// SPDX-License-Identifier: Apache-2.0
//
// What the device does for a picture: the nearest opaque surfaces, the transparent ones before them
// one by one (depth peeling), and the depths seen from the light (a shadow map).
#pragma once

#include "impinge/raster.hpp"
#include "impinge/render.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace impinge::inline v0::render {

/// Which surface a sample shows: a triangle of a body.
struct SurfaceId {
    std::uint32_t body = raster::no_id;
    std::uint32_t triangle = raster::no_id;

    [[nodiscard]] bool is_none() const { return body == raster::no_id; }
    friend bool operator==(const SurfaceId&, const SurfaceId&) = default;
};

/// What a device has drawn, in memory: for every sample the nearest surface, or none. Rows from the
/// bottom, as the device has them.
struct Layer {
    int width = 0;
    int height = 0;
    std::vector<std::uint32_t> bodies = {};
    std::vector<std::uint32_t> triangles = {};
    std::vector<float> depths = {};

    [[nodiscard]] std::size_t index(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
               static_cast<std::size_t>(x);
    }
    [[nodiscard]] SurfaceId surface(std::size_t at) const { return {bodies[at], triangles[at]}; }
};

/// The pass that leaves what Layer reads.
inline constexpr raster::Pass surface_pass{
    .ids = {raster::IdSource::Body, raster::IdSource::Triangle}};

/// Waits for the device. Depths are read only if asked for.
enum class LayerParts : std::uint8_t { Ids, IdsAndDepths };
Expected<Layer> read_layer(raster::Device& device, const raster::Target& target, LayerParts parts);

/// Which points the key light reaches: the scene drawn once more, seen from the light.
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
