// SPDX-License-Identifier: Apache-2.0
//
// What tests ask of a picture: where it is not white, and how dark it is there.
#pragma once

#include "impinge/picture.hpp"

#include <algorithm>
#include <cstdlib>

namespace impinge::tests {

inline long count_pixels(const render::Picture& picture, render::Colour colour) {
    return std::count(picture.pixels.begin(), picture.pixels.end(), colour);
}

/// How many black pixels the grey ones of a black and white picture amount to.
inline double ink(const render::Picture& picture) {
    double sum = 0;
    for (const render::Colour& pixel : picture.pixels) {
        sum += (255 - pixel.g) / 255.0;
    }
    return sum;
}

/// The smallest rectangle that holds every pixel that is not white.
inline render::Rectangle ink_box(const render::Picture& picture) {
    int left = picture.width;
    int top = picture.height;
    int right = 0;
    int bottom = 0;
    for (int y = 0; y < picture.height; ++y) {
        for (int x = 0; x < picture.width; ++x) {
            if (picture.at(x, y) != render::white) {
                left = std::min(left, x);
                top = std::min(top, y);
                right = std::max(right, x + 1);
                bottom = std::max(bottom, y + 1);
            }
        }
    }
    return {left, top, std::max(right - left, 0), std::max(bottom - top, 0)};
}

inline render::Picture cropped(const render::Picture& picture, const render::Rectangle& area) {
    render::Picture out(area.width, area.height, render::transparent);
    for (int y = 0; y < area.height; ++y) {
        for (int x = 0; x < area.width; ++x) {
            out.at(x, y) = picture.at(area.x + x, area.y + y);
        }
    }
    return out;
}

/// Over all channels of pictures of one size.
inline int largest_difference(const render::Picture& a, const render::Picture& b) {
    int largest = 0;
    for (std::size_t i = 0; i < a.pixels.size(); ++i) {
        const render::Colour p = a.pixels[i];
        const render::Colour q = b.pixels[i];
        largest = std::max({largest, std::abs(p.r - q.r), std::abs(p.g - q.g), std::abs(p.b - q.b),
                            std::abs(p.a - q.a)});
    }
    return largest;
}

} // namespace impinge::tests
