// SPDX-License-Identifier: Apache-2.0
#include "render/pixel_shader.hpp"

#include <algorithm>

namespace impinge::inline v0::render {
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
