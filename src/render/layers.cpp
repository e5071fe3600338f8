// SPDX-License-Identifier: Apache-2.0
#include "render/layers.hpp"

#include "render/surface_point.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0::render {

Expected<Layer> read_layer(raster::Device& device, const raster::Target& target, LayerParts parts) {
    Layer layer{.width = target.width(), .height = target.height()};
    auto bodies = device.read_ids(target, 0);
    if (!bodies) {
        return bodies.error();
    }
    auto triangles = device.read_ids(target, 1);
    if (!triangles) {
        return triangles.error();
    }
    layer.bodies = std::move(*bodies);
    layer.triangles = std::move(*triangles);
    if (parts == LayerParts::IdsAndDepths) {
        auto depths = device.read_depth(target);
        if (!depths) {
            return depths.error();
        }
        layer.depths = std::move(*depths);
    }
    return layer;
}

namespace {

/// The soft border is about twice as wide, in texels.
constexpr int shadow_radius = 2;

} // namespace

ShadowMap::ShadowMap(const raster::View& view, std::vector<float> depths)
    : view_(view), depths_(std::move(depths)),
      lift_((shadow_radius + 1) * raster::pixel_size(view)) {}

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
    for (int j = 1 - shadow_radius; j <= shadow_radius; ++j) {
        const float weight_y = j == 1 - shadow_radius ? 1 - part_y
                               : j == shadow_radius   ? part_y
                                                      : 1.0F;
        for (int i = 1 - shadow_radius; i <= shadow_radius; ++i) {
            const float weight_x = i == 1 - shadow_radius ? 1 - part_x
                                   : i == shadow_radius   ? part_x
                                                          : 1.0F;
            sum += weight_x * weight_y * lit_texel(x + i, y + j, depth);
        }
    }
    constexpr float all = (2 * shadow_radius - 1) * (2 * shadow_radius - 1);
    return sum / all;
}

namespace {

constexpr int shadow_size = 2048;

enum class Kind : std::uint8_t { Opaque, Transparent };

std::vector<raster::Draw> draws_of(std::span<const PictureBody> bodies, Kind kind) {
    std::vector<raster::Draw> draws;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const Kind is = is_transparent(bodies[i]) ? Kind::Transparent : Kind::Opaque;
        if (is == kind && bodies[i].paint.colour.a > 0) {
            draws.push_back({.geometry = bodies[i].shape->geometry.get(),
                             .pose = bodies[i].pose,
                             .body = static_cast<std::uint32_t>(i)});
        }
    }
    return draws;
}

} // namespace

Status DeviceLayers::want_target(TargetPlace& place, int width, int height) {
    if (place && place->width() == width && place->height() == height) {
        return {};
    }
    place.reset(); // its memory may be needed for the new one
    auto made = device_->make_target(width, height);
    if (!made) {
        return made.error();
    }
    place = std::move(*made);
    return {};
}

Expected<Layer> DeviceLayers::draw_opaque(std::span<const PictureBody> bodies,
                                          const raster::View& view) {
    if (Status status = want_target(opaque_, view.width, view.height); !status) {
        return status.error();
    }
    if (Status status = device_->clear(*opaque_); !status) {
        return status.error();
    }
    const std::vector<raster::Draw> draws = draws_of(bodies, Kind::Opaque);
    if (Status status = device_->draw(*opaque_, view, surface_pass, draws); !status) {
        return status.error();
    }
    return read_layer(*device_, *opaque_, LayerParts::IdsAndDepths);
}

Expected<bool> DeviceLayers::peel_once(const raster::View& view,
                                       std::span<const raster::Draw> draws, raster::Target& target,
                                       const raster::Target* previous) {
    if (Status status = device_->clear(target); !status) {
        return status.error();
    }
    // Only what is before the opaque surfaces can pass.
    if (Status status = device_->copy(*opaque_, target, raster::Plane::Depth); !status) {
        return status.error();
    }
    raster::Pass pass = surface_pass;
    pass.reference_compare =
        previous == nullptr ? raster::Compare::Always : raster::Compare::Greater;
    if (Status status = device_->draw(target, view, pass, draws, previous); !status) {
        return status.error();
    }
    const auto seen = device_->count(target, {.with_id_0 = true});
    if (!seen) {
        return seen.error();
    }
    return *seen > 0;
}

DeviceLayers::Peeled DeviceLayers::peel(std::span<const PictureBody> bodies,
                                        const raster::View& view, int most,
                                        const std::function<void(const Layer&)>& visit) {
    Peeled done;
    const std::vector<raster::Draw> draws = draws_of(bodies, Kind::Transparent);
    if (draws.empty()) {
        return done;
    }
    for (TargetPlace& place : peeled_) {
        if (Status status = want_target(place, view.width, view.height); !status) {
            return {.status = status};
        }
    }
    const raster::Target* previous = nullptr;
    for (std::size_t turn = 0;; turn = 1 - turn) {
        const auto more = peel_once(view, draws, *peeled_[turn], previous);
        if (!more) {
            done.status = more.error();
            return done;
        }
        if (!*more || done.layers == most) {
            done.more = *more;
            return done;
        }
        const auto layer = read_layer(*device_, *peeled_[turn], LayerParts::Ids);
        if (!layer) {
            done.status = layer.error();
            return done;
        }
        visit(*layer);
        ++done.layers;
        previous = peeled_[turn].get();
    }
}

Expected<ShadowMap> DeviceLayers::draw_shadows(std::span<const PictureBody> bodies, Vec3d to_light,
                                               std::span<const Vec3d> points) {
    const int size = std::min(shadow_size, device_->info().max_size);
    const auto view = raster::orthographic_view(-to_light, points, size, size,
                                                {.pixels = raster::PixelShape::Tight});
    if (!view) {
        return view.error();
    }
    if (Status status = want_target(shadow_, size, size); !status) {
        return status.error();
    }
    if (Status status = device_->clear(*shadow_); !status) {
        return status.error();
    }
    const std::vector<raster::Draw> draws = draws_of(bodies, Kind::Opaque);
    if (Status status = device_->draw(*shadow_, *view, raster::Pass{}, draws); !status) {
        return status.error();
    }
    auto depths = device_->read_depth(*shadow_);
    if (!depths) {
        return depths.error();
    }
    return ShadowMap(*view, std::move(*depths));
}

} // namespace impinge::inline v0::render
