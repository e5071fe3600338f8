// SPDX-License-Identifier: Apache-2.0
#include "render/compose.hpp"

#include "base/parallel.hpp"

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

namespace {

constexpr std::size_t rows_per_chunk = 4;

/// Calls visit(pixel, scratch) for all pixels of a layer.
template <typename Visit>
void for_each_pixel(const Layer& layer, int samples, const Context& context, Visit visit) {
    const auto height = static_cast<std::size_t>(layer.height / samples);
    for_each_chunk(context, height, rows_per_chunk, [&](const Chunk& chunk) {
        PixelScratch scratch;
        for (std::size_t y = chunk.begin; y < chunk.end; ++y) {
            for (int x = 0; x < layer.width / samples; ++x) {
                visit(PixelPlace{x, static_cast<int>(y)}, scratch);
            }
        }
    });
}

/// Calls visit(number of the sample in its pixel, x, y) for the samples of a pixel.
template <typename Visit> void for_each_sample(PixelPlace pixel, int samples, Visit visit) {
    std::size_t number = 0;
    for (int y = pixel.y * samples; y < (pixel.y + 1) * samples; ++y) {
        for (int x = pixel.x * samples; x < (pixel.x + 1) * samples; ++x) {
            visit(number++, x, y);
        }
    }
}

Veil mixed(const Veil& a, const Veil& b, float t) {
    return {a.light * (1 - t) + b.light * t, a.clear * (1 - t) + b.clear * t};
}

Veil backdrop_at(const Backdrop& backdrop, int row, int height) {
    const float t = (static_cast<float>(row) + 0.5F) / static_cast<float>(height);
    return mixed(backdrop.top, backdrop.bottom, t);
}

} // namespace

void put_behind(std::vector<Veil>& front, const Layer& layer, const PixelShader& shader,
                const Context& context) {
    for_each_pixel(layer, shader.samples, context, [&](PixelPlace pixel, PixelScratch& scratch) {
        shader.shade(layer, pixel, scratch);
        for_each_sample(pixel, shader.samples, [&](std::size_t number, int x, int y) {
            Veil& sample = front[layer.index(x, y)];
            sample = over(sample, scratch.veils[number]);
        });
    });
}

PixelPlane resolve(const std::vector<Veil>& front, const LastLayer& last, const PixelShader& shader,
                   const Backdrop& backdrop, const Context& context) {
    const int samples = shader.samples;
    PixelPlane plane = backdrop_plane(last.layer.width / samples, last.layer.height / samples, {});
    const float share = 1 / static_cast<float>(samples * samples);
    for_each_pixel(last.layer, samples, context, [&](PixelPlace pixel, PixelScratch& scratch) {
        shader.shade(last.layer, pixel, scratch);
        const int row = plane.height - 1 - pixel.y;
        const Veil behind = backdrop_at(backdrop, row, plane.height);
        Veil sum{{}, 0};
        for_each_sample(pixel, samples, [&](std::size_t number, int x, int y) {
            const std::size_t at = last.layer.index(x, y);
            Veil& sample = scratch.veils[number];
            if (last.outline_strength > 0 && last.layer.bodies[at] != raster::no_id &&
                last.outline.contains(x, y)) {
                sample.light = sample.light * (1 - last.outline_strength);
            }
            sample = over(sample, behind);
            sample = front.empty() ? sample : over(front[at], sample);
            sum = {sum.light + sample.light * share, sum.clear + sample.clear * share};
        });
        plane.at(pixel.x, row) = sum;
    });
    return plane;
}

PixelPlane backdrop_plane(int width, int height, const Backdrop& backdrop) {
    PixelPlane plane{width, height, {}};
    plane.veils.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    for (int row = 0; row < height; ++row) {
        plane.veils.insert(plane.veils.end(), static_cast<std::size_t>(width),
                           backdrop_at(backdrop, row, height));
    }
    return plane;
}

Picture to_picture(const PixelPlane& plane) {
    Picture picture(plane.width, plane.height, {});
    for (std::size_t i = 0; i < plane.veils.size(); ++i) {
        picture.pixels[i] = to_colour(plane.veils[i]);
    }
    return picture;
}

} // namespace impinge::inline v0::render
