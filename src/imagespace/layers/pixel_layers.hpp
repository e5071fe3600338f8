// SPDX-License-Identifier: Apache-2.0
//
// All layers of both bodies at chosen pixels, in depth order: rays through pixel centres, cast at
// the same grid of rounded corners that the devices draw, so that they meet exactly the triangles
// the software device draws there, at the same depths.
#pragma once

#include "imagespace/frame.hpp"

#include <span>

namespace impinge::inline v0::imagespace {

enum class Owner : std::uint8_t { A, B };

struct Layer {
    float depth = 0;
    std::uint32_t triangle = 0;
    Owner owner = Owner::A;
    bool front = false; ///< seen from outside

    friend bool operator==(const Layer&, const Layer&) = default;
};

/// Those of pixel i are layers[first[i]] up to layers[first[i + 1]], nearest first; equal depths in
/// the order A's fronts, B's fronts, B's backs, A's backs, by triangle.
struct PixelLayers {
    std::vector<std::size_t> first;
    std::vector<Layer> layers;

    [[nodiscard]] std::span<const Layer> at(std::size_t pixel) const {
        return std::span(layers).subspan(first[pixel], first[pixel + 1] - first[pixel]);
    }
};

/// The pixels (of the target: see View::shown) are sorted by row, then column, each once.
Expected<PixelLayers> pixel_layers(const raster::View& view, const Side& a, const Side& b,
                                   std::span<const PixelPlace> pixels, const Context& context);

/// Whether A and B overlap along the ray: whether some piece of A, from an odd layer to the next,
/// does by the paper's tests (2) and (3), with equal depths taken as asked. Where no depths are
/// equal this means that some run of layers of one owner is odd. With EqualDepths::Apart it is A's
/// open pieces against B's closed ones; a piece of A without thickness overlaps if B is inside just
/// before it (or begins there behind an earlier piece of B), since the tests cannot tell more.
bool layers_overlap(std::span<const Layer> layers, EqualDepths equal_depths);

} // namespace impinge::inline v0::imagespace
