// SPDX-License-Identifier: Apache-2.0
//
// Whole planes: clearing, copying, counting and collecting pixels.
#pragma once

#include "impinge/raster.hpp"
#include "raster/software/planes.hpp"

namespace impinge::inline v0::raster {

void clear_planes(const Context& context, const Planes& planes, const Clear& values);
void copy_plane(const Context& context, const Planes& from, const Planes& to, Plane plane);

std::uint64_t count_pixels(const Context& context, const Planes& planes, const PixelTest& test);
std::array<std::uint64_t, 256> stencil_histogram(const Context& context, const Planes& planes);
std::vector<Pixel> collect_pixels(const Context& context, const Planes& planes,
                                  const PixelTest& test);

/// The plane without the padding of its rows.
template <typename T> std::vector<T> read_plane(const Planes& planes, const T* plane) {
    std::vector<T> pixels;
    pixels.reserve(static_cast<std::size_t>(planes.width) *
                   static_cast<std::size_t>(planes.height));
    for (int y = 0; y < planes.height; ++y) {
        const T* row = plane + planes.row(y);
        pixels.insert(pixels.end(), row, row + planes.width);
    }
    return pixels;
}

} // namespace impinge::inline v0::raster
