// SPDX-License-Identifier: Apache-2.0
//
// The four planes of a target in memory, and how two of them are compared.
#pragma once

#include "impinge/raster.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

namespace impinge::tests {

struct Planes {
    Planes(int w, int h)
        : width(w), height(h), depth(pixel_count(), 1.0F),
          stencil(pixel_count(), 0), ids{std::vector<std::uint32_t>(pixel_count(), raster::no_id),
                                         std::vector<std::uint32_t>(pixel_count(), raster::no_id)},
          undecided(pixel_count(), 0), depth_error(pixel_count(), 0) {}

    [[nodiscard]] std::size_t pixel_count() const {
        return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    }
    [[nodiscard]] std::size_t index(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
               static_cast<std::size_t>(x);
    }

    int width;
    int height;
    std::vector<float> depth;
    std::vector<std::uint8_t> stencil;
    std::array<std::vector<std::uint32_t>, 2> ids;
    /// Not 0 where the tolerance left more than one answer; such pixels are not compared.
    std::vector<std::uint8_t> undecided;
    /// How far a device's depth may be from this one.
    std::vector<double> depth_error;
};

inline std::string describe(const Planes& planes, std::size_t pixel) {
    std::ostringstream text;
    text << "depth " << std::hexfloat << planes.depth[pixel] << std::defaultfloat << ", stencil "
         << int{planes.stencil[pixel]} << ", ids " << std::hex << planes.ids[0][pixel] << ' '
         << planes.ids[1][pixel];
    return text.str();
}

inline bool same_pixel(const Planes& a, const Planes& b, std::size_t pixel) {
    const double gap =
        std::abs(static_cast<double>(a.depth[pixel]) - static_cast<double>(b.depth[pixel]));
    return gap <= a.depth_error[pixel] + b.depth_error[pixel] &&
           a.stencil[pixel] == b.stencil[pixel] && a.ids[0][pixel] == b.ids[0][pixel] &&
           a.ids[1][pixel] == b.ids[1][pixel];
}

/// Every pixel that neither side left undecided is the same in all four planes.
inline testing::AssertionResult same_planes(const Planes& seen, const Planes& expected) {
    if (seen.width != expected.width || seen.height != expected.height) {
        return testing::AssertionFailure() << "sizes differ";
    }
    std::size_t wrong = 0;
    std::size_t first = 0;
    for (std::size_t pixel = 0; pixel < seen.pixel_count(); ++pixel) {
        const bool decided = seen.undecided[pixel] == 0 && expected.undecided[pixel] == 0;
        if (decided && !same_pixel(seen, expected, pixel)) {
            first = wrong == 0 ? pixel : first;
            ++wrong;
        }
    }
    if (wrong == 0) {
        return testing::AssertionSuccess();
    }
    const auto width = static_cast<std::size_t>(seen.width);
    return testing::AssertionFailure()
           << wrong << " of " << seen.pixel_count() << " pixels differ; the first, ("
           << first % width << ", " << first / width << "), is [" << describe(seen, first)
           << "] instead of [" << describe(expected, first) << ']';
}

/// The share of pixels that comparing leaves out.
inline double undecided_share(const Planes& planes) {
    std::size_t count = 0;
    for (const std::uint8_t mark : planes.undecided) {
        count += mark != 0 ? 1 : 0;
    }
    return static_cast<double>(count) / static_cast<double>(planes.pixel_count());
}

} // namespace impinge::tests
