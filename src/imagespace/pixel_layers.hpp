// SPDX-License-Identifier: Apache-2.0
//
// All layers of both bodies at chosen pixels, in depth order: rays through pixel centres, cast at
// the same grid of rounded corners that the devices draw, so that they meet exactly the triangles
// the software device draws there, at the same depths.
#pragma once

#include "base/buckets.hpp"
#include "imagespace/pixel_areas.hpp"
#include "imagespace/solid_body.hpp"

#include <span>

namespace impinge::inline v0::imagespace {

enum class Owner : std::uint8_t { A, B };

struct Layer {
    float depth = 0;
    std::uint32_t triangle = 0;
    Owner owner = Owner::A;
    bool front = false; ///< seen from outside: the ray enters the body

    friend bool operator==(const Layer&, const Layer&) = default;
};

/// Those of pixel i are layers[first[i]] up to layers[first[i + 1]], nearest first; equal depths in
/// the order A's fronts, B's fronts, B's backs, A's backs, by triangle.
struct PixelLayers {
    Buckets<Layer> layers;

    [[nodiscard]] std::span<const Layer> at(std::size_t pixel) const { return layers[pixel]; }
};

/// The pixels (of the target: see View::shown) are sorted by row, then column, each once.
Expected<PixelLayers> pixel_layers(const raster::View& view, const Side& a, const Side& b,
                                   std::span<const PixelPlace> pixels, const Context& context);

} // namespace impinge::inline v0::imagespace
