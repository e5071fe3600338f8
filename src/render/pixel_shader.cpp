// SPDX-License-Identifier: Apache-2.0
#include "render/pixel_shader.hpp"

#include <algorithm>

namespace impinge::inline v0::render {
namespace {

// A little warm from the key, a little cool from the other lights: shapes read better so.
constexpr Light3 key_tint{1.02F, 1.0F, 0.96F};
constexpr Light3 fill_tint{0.95F, 0.99F, 1.06F};

Vec3d in_world(const raster::View& view, Vec3d in_picture) {
    const Vec3d v =
        view.axis_x * in_picture.x + view.axis_y * in_picture.y - view.axis_z * in_picture.z;
    const double size = length(v);
    return size > 0 ? v * (1 / size) : -view.axis_z;
}

double fourth_power(double x) { return x * x * x * x; }
double power_32(double x) { return fourth_power(fourth_power(x * x)); }

} // namespace

Lighting::Lighting(const Light& light, const raster::View& view)
    : light_(light), key_(in_world(view, light.key_from)), fill_(in_world(view, light.fill_from)),
      up_(view.axis_y) {}

Light3 Lighting::shade(const SurfacePoint& point, const Openness& open) const {
    const Vec3d n = point.normal;
    const double above = 0.5 + 0.5 * dot(n, up_); // 0 below, 1 above
    const double key = std::max(0.0, dot(n, key_)) * light_.key * open.key;
    const double fill = std::max(0.0, dot(n, fill_)) * light_.fill * open.sky;
    const double sky = (0.5 + 0.5 * above) * light_.sky * open.sky;

    const Vec3d between = key_ + point.to_eye;
    const double size = length(between);
    const double mirrored = size > 0 ? std::max(0.0, dot(n, between) / size) : 0;
    const double highlight = power_32(mirrored) * light_.highlight * open.key;
    const double away = 1 - std::clamp(dot(n, point.to_eye), 0.0, 1.0);
    const double rim = fourth_power(away) * above * light_.rim * open.sky;

    const Light3 diffuse =
        key_tint * static_cast<float>(key) + fill_tint * static_cast<float>(fill + sky);
    return point.colour * diffuse + key_tint * static_cast<float>(highlight) +
           fill_tint * static_cast<float>(rim);
}

namespace {

constexpr std::uint8_t no_group = 0xFF;

std::uint8_t place(PixelScratch& scratch, SurfaceId surface, int x, int y) {
    std::size_t at = 0;
    while (at < scratch.group_count && scratch.groups[at].surface != surface) {
        ++at;
    }
    SampleGroup& group = scratch.groups[at];
    if (at == scratch.group_count) {
        ++scratch.group_count;
        group = {};
        group.surface = surface;
    }
    group.sum_x += x + 0.5;
    group.sum_y += y + 0.5;
    ++group.count;
    return static_cast<std::uint8_t>(at);
}

void group_samples(const Layer& layer, PixelPlace pixel, int samples, PixelScratch& scratch) {
    scratch.group_count = 0;
    std::size_t sample = 0;
    for (int y = pixel.y * samples; y < (pixel.y + 1) * samples; ++y) {
        for (int x = pixel.x * samples; x < (pixel.x + 1) * samples; ++x) {
            const SurfaceId surface = layer.surface(layer.index(x, y));
            scratch.group_of[sample++] =
                surface.is_none() ? no_group : place(scratch, surface, x, y);
        }
    }
}

} // namespace

Veil PixelShader::shade(SurfaceId surface, PixelPoint window, std::size_t pixel_index) const {
    const SurfacePoint point = surfaces.at(surface, window.x, window.y);
    Openness open;
    if (!sky_openness.empty()) {
        open.sky = sky_openness[pixel_index];
    }
    if (shadow && dot(point.normal, lighting.key_direction()) > 0) {
        open.key = 1 - shadow_strength * (1 - shadow->lit(point.position, point.normal));
    }
    const Light3 light = lighting.shade(point, open);
    float opacity = point.opacity;
    if (opacity < 1) {
        const auto facing =
            static_cast<float>(std::clamp(dot(point.normal, point.to_eye), 0.0, 1.0));
        const float slant = (1 - facing) * (1 - facing);
        opacity += (1 - opacity) * slant_opacity * slant;
    }
    return {light * opacity, 1 - opacity};
}

void PixelShader::shade(const Layer& layer, PixelPlace pixel, PixelScratch& scratch) const {
    group_samples(layer, pixel, samples, scratch);
    const std::size_t pixel_index =
        static_cast<std::size_t>(pixel.y) * static_cast<std::size_t>(layer.width / samples) +
        static_cast<std::size_t>(pixel.x);
    for (std::size_t i = 0; i < scratch.group_count; ++i) {
        SampleGroup& group = scratch.groups[i];
        group.shade = shade(group.surface, {group.sum_x / group.count, group.sum_y / group.count},
                            pixel_index);
    }
    const int count = samples * samples;
    for (int i = 0; i < count; ++i) {
        const auto sample = static_cast<std::size_t>(i);
        const std::uint8_t group = scratch.group_of[sample];
        scratch.veils[sample] = group == no_group ? Veil{} : scratch.groups[group].shade;
    }
}

} // namespace impinge::inline v0::render
