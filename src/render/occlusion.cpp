// SPDX-License-Identifier: Apache-2.0
//
// Around every pixel, opposite pairs of other pixels are compared with it. On a plane of any slant
// the mean of a pair is as far away as the pixel itself; in a hollow it is nearer. Neighbouring
// pixels look at different pairs, and their answers are averaged.
#include "render/occlusion.hpp"

#include "base/parallel.hpp"
#include "math/sine.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace impinge::inline v0::render {
namespace {

constexpr int pattern = 4;           ///< pairs repeat after so many pixels, in either direction
constexpr std::size_t variants = 16; ///< pattern x pattern
constexpr std::size_t pairs = 6;
constexpr double reach = 0.045; ///< of the smaller side of the picture
constexpr std::size_t occlusion_rows_per_chunk = 8;
constexpr float nothing = std::numeric_limits<float>::infinity();

/// Distances from the eye's plane, pixel by pixel.
struct Distances {
    int width = 0;
    int height = 0;
    std::vector<float> values;

    [[nodiscard]] std::size_t index(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
               static_cast<std::size_t>(x);
    }
    /// Beyond the picture there is nothing.
    [[nodiscard]] float at(int x, int y) const {
        return x >= 0 && y >= 0 && x < width && y < height ? values[index(x, y)] : nothing;
    }
};

float nearest_depth(const Layer& layer, int x, int y, int samples) {
    float nearest = nothing;
    for (int j = y * samples; j < (y + 1) * samples; ++j) {
        for (int i = x * samples; i < (x + 1) * samples; ++i) {
            const std::size_t at = layer.index(i, j);
            if (layer.bodies[at] != raster::no_id) {
                nearest = std::min(nearest, layer.depths[at]);
            }
        }
    }
    return nearest;
}

Distances pixel_distances(const Layer& layer, const raster::View& view, int samples,
                          const Context& context) {
    Distances out{layer.width / samples, layer.height / samples, {}};
    out.values.resize(out.index(0, out.height));
    const bool flat = view.projection == raster::Projection::Orthographic;
    const double range = view.far - view.near;
    for_each_chunk(context, static_cast<std::size_t>(out.height), occlusion_rows_per_chunk,
                   [&](const Chunk& chunk) {
                       for (auto y = static_cast<int>(chunk.begin); y < static_cast<int>(chunk.end);
                            ++y) {
                           for (int x = 0; x < out.width; ++x) {
                               const double depth = nearest_depth(layer, x, y, samples);
                               const double distance =
                                   flat ? view.near + depth * range
                                        : view.near * view.far / (view.far - depth * range);
                               out.values[out.index(x, y)] =
                                   std::isfinite(depth) ? static_cast<float>(distance) : nothing;
                           }
                       }
                   });
    return out;
}

/// One of two opposite places, and how far they are from the pixel.
struct Pair {
    int x = 0;
    int y = 0;
    float radius = 0; ///< in pixels
};
using Pairs = std::array<std::array<Pair, pairs>, variants>;

/// Half turns of directions; radii grow with the pair. Each of the patterns is turned a bit more.
Pairs make_pairs(double reach_pixels) {
    Pairs made;
    for (std::size_t variant = 0; variant < variants; ++variant) {
        // Steps of 7 keep neighbours in the pattern apart.
        const double turn = static_cast<double>(variant * 7 % variants) / variants;
        for (std::size_t i = 0; i < pairs; ++i) {
            const double angle =
                (static_cast<double>(i * 5 % pairs) + turn) * std::numbers::pi / pairs;
            const SineCosine direction = sine_cosine(angle);
            const double radius =
                std::max(1.5, reach_pixels * (static_cast<double>(i) + 0.4 + 0.6 * turn) / pairs);
            made[variant][i] = {static_cast<int>(std::lround(direction.cosine * radius)),
                                static_cast<int>(std::lround(direction.sine * radius)),
                                static_cast<float>(radius)};
        }
    }
    return made;
}

/// A wall shades the floor beside it no more than a slope of 45 degrees, however high it is; what
/// is very much nearer belongs to something else and darkens nothing; what is much farther is as
/// good as nothing there.
float limited(float nearer_by, float radius, float reach_distance) {
    const float fade = std::clamp(2 - nearer_by / (4 * reach_distance), 0.0F, 1.0F);
    return std::clamp(nearer_by, -reach_distance, radius) * fade;
}

/// 0 where a pixel is open, 1 where it lies deep in a cleft.
float hollow_at(const Distances& distances, int x, int y, const std::array<Pair, pairs>& around,
                float pixel_side, float reach_pixels) {
    const float here = distances.values[distances.index(x, y)];
    float sum = 0;
    const float reach_distance = reach_pixels * pixel_side;
    for (const Pair& pair : around) {
        const float radius = pair.radius * pixel_side;
        const float one = here - distances.at(x + pair.x, y + pair.y);
        const float other = here - distances.at(x - pair.x, y - pair.y);
        const float mean =
            0.5F * (limited(one, radius, reach_distance) + limited(other, radius, reach_distance));
        sum += std::clamp(mean / radius, 0.0F, 1.0F);
    }
    return sum / static_cast<float>(pairs);
}

/// The mean over one repeat of the pattern, of pixels that lie about as far away.
float smoothed(const Distances& distances, const std::vector<float>& hollow, int x, int y,
               float same_surface) {
    const float here = distances.values[distances.index(x, y)];
    float sum = 0;
    float count = 0;
    for (int j = y - pattern / 2; j < y + pattern / 2; ++j) {
        for (int i = x - pattern / 2; i < x + pattern / 2; ++i) {
            if (std::abs(distances.at(i, j) - here) <= same_surface) {
                sum += hollow[distances.index(i, j)];
                count += 1;
            }
        }
    }
    return count > 0 ? sum / count : hollow[distances.index(x, y)];
}

} // namespace

std::vector<float> sky_openness(const Layer& layer, const raster::View& view, int samples,
                                double strength, const Context& context) {
    const Distances distances = pixel_distances(layer, view, samples, context);
    const double reach_pixels = reach * std::min(distances.width, distances.height);
    const Pairs around = make_pairs(reach_pixels);
    const auto side = static_cast<float>((view.max_x - view.min_x) / distances.width);
    const bool flat = view.projection == raster::Projection::Orthographic;
    std::vector<float> hollow(distances.values.size(), 0);
    std::vector<float> open(distances.values.size(), 1);
    const auto for_each_pixel = [&](auto visit) {
        for_each_chunk(context, static_cast<std::size_t>(distances.height),
                       occlusion_rows_per_chunk, [&](const Chunk& chunk) {
                           for (std::size_t y = chunk.begin; y < chunk.end; ++y) {
                               for (int x = 0; x < distances.width; ++x) {
                                   const float distance =
                                       distances.values[distances.index(x, static_cast<int>(y))];
                                   if (distance < nothing) {
                                       visit(x, static_cast<int>(y), flat ? side : side * distance);
                                   }
                               }
                           }
                       });
    };
    for_each_pixel([&](int x, int y, float pixel_side) {
        const int variant = y % pattern * pattern + x % pattern;
        hollow[distances.index(x, y)] =
            hollow_at(distances, x, y, around[static_cast<std::size_t>(variant)], pixel_side,
                      static_cast<float>(reach_pixels));
    });
    for_each_pixel([&](int x, int y, float pixel_side) {
        const float mean = smoothed(distances, hollow, x, y, 8 * pixel_side);
        open[distances.index(x, y)] =
            1 - static_cast<float>(strength) * std::min(1.0F, 1.6F * mean);
    });
    return open;
}

} // namespace impinge::inline v0::render
