// SPDX-License-Identifier: Apache-2.0
//
// Blending and the simple shapes.
#include "impinge/picture.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0::render {
namespace {

/// Pixels; farther points would overflow on the way to a distance.
constexpr double farthest = 1e9;

std::uint8_t to_byte(double value) {
    return static_cast<std::uint8_t>(std::floor(std::clamp(value, 0.0, 255.0) + 0.5));
}

/// The part of the area that lies in the picture; its far side is exclusive.
struct Clipped {
    int left, top, right, bottom;
};

Clipped clip(const Picture& picture, const Rectangle& area) {
    const auto far = [](int from, int extent, int limit) {
        const std::int64_t end = static_cast<std::int64_t>(from) + std::max(extent, 0);
        return static_cast<int>(std::clamp<std::int64_t>(end, 0, limit));
    };
    return {std::max(area.x, 0), std::max(area.y, 0), far(area.x, area.width, picture.width),
            far(area.y, area.height, picture.height)};
}

double squared(double x) { return x * x; }

/// From a pixel's centre to the nearest point of a line.
double distance_to_line(PixelPoint centre, PixelPoint from, PixelPoint to) {
    const double dx = to.x - from.x;
    const double dy = to.y - from.y;
    const double squared_length = squared(dx) + squared(dy);
    double t = 0;
    if (squared_length > 0) {
        const double along = (centre.x - from.x) * dx + (centre.y - from.y) * dy;
        t = std::clamp(along / squared_length, 0.0, 1.0);
    }
    return std::sqrt(squared(centre.x - (from.x + t * dx)) + squared(centre.y - (from.y + t * dy)));
}

/// The pixels from..to that a span of real positions touches, inside 0..limit.
struct PixelSpan {
    int first, end;
};

PixelSpan touched(double low, double high, int limit) {
    const auto whole = [limit](double x) {
        return static_cast<int>(std::clamp(x, 0.0, static_cast<double>(limit)));
    };
    return {whole(std::floor(low)), whole(std::ceil(high))};
}

/// Cuts the line to the strip of height `reach` around a row, so that long slanting lines do not
/// look at every pixel of their box.
PixelSpan columns_near_row(PixelPoint from, PixelPoint to, double row, double reach, int width) {
    if (from.y > to.y) {
        std::swap(from, to);
    }
    const double dy = to.y - from.y;
    double x0 = from.x;
    double x1 = to.x;
    if (dy > 0) {
        const double t0 = std::clamp((row - reach - from.y) / dy, 0.0, 1.0);
        const double t1 = std::clamp((row + reach - from.y) / dy, 0.0, 1.0);
        x0 = from.x + t0 * (to.x - from.x);
        x1 = from.x + t1 * (to.x - from.x);
    }
    return touched(std::min(x0, x1) - reach, std::max(x0, x1) + reach, width);
}

} // namespace

Colour blended(Colour below, Colour above) {
    if (above.a == 255 || below.a == 0) {
        return above.a == 0 ? below : above;
    }
    const unsigned weight_above = above.a * 255U;
    const unsigned weight_below = below.a * (255U - above.a);
    const unsigned total = weight_above + weight_below;
    const auto channel = [&](unsigned b, unsigned a) {
        return static_cast<std::uint8_t>((weight_above * a + weight_below * b + total / 2) / total);
    };
    return {channel(below.r, above.r), channel(below.g, above.g), channel(below.b, above.b),
            static_cast<std::uint8_t>((total + 127) / 255)};
}

Colour mixed(Colour a, Colour b, double t) {
    const double share = t > 0 ? std::min(t, 1.0) : 0.0; // also for NaN
    const auto channel = [share](double from, double to) {
        return to_byte(from + share * (to - from));
    };
    return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b), channel(a.a, b.a)};
}

Colour faded(Colour colour, double opacity) {
    colour.a = to_byte(colour.a * (opacity > 0 ? std::min(opacity, 1.0) : 0.0));
    return colour;
}

void fill_rectangle(Picture& picture, const Rectangle& area, Colour colour) {
    const Clipped inside = clip(picture, area);
    for (int y = inside.top; y < inside.bottom; ++y) {
        for (int x = inside.left; x < inside.right; ++x) {
            picture.at(x, y) = blended(picture.at(x, y), colour);
        }
    }
}

void frame_rectangle(Picture& picture, const Rectangle& area, Colour colour) {
    const auto far_x = static_cast<std::int64_t>(area.x) + area.width - 1;
    const auto far_y = static_cast<std::int64_t>(area.y) + area.height - 1;
    const Clipped inside = clip(picture, area);
    for (int y = inside.top; y < inside.bottom; ++y) {
        const bool whole_row = y == area.y || y == far_y;
        for (int x = inside.left; x < inside.right; ++x) {
            if (whole_row || x == area.x || x == far_x) {
                picture.at(x, y) = blended(picture.at(x, y), colour);
            }
        }
    }
}

void draw_line(Picture& picture, PixelPoint from, PixelPoint to, const LineStyle& style) {
    for (const double coordinate : {from.x, from.y, to.x, to.y}) {
        if (!(std::abs(coordinate) <= farthest)) {
            return;
        }
    }
    const double width = std::max(style.width, 1.0);
    const Colour colour = faded(style.colour, style.width);
    const double reach = width / 2 + 0.5;
    const PixelSpan rows =
        touched(std::min(from.y, to.y) - reach, std::max(from.y, to.y) + reach, picture.height);
    for (int y = rows.first; y < rows.end; ++y) {
        const PixelSpan columns = columns_near_row(from, to, y + 0.5, reach, picture.width);
        for (int x = columns.first; x < columns.end; ++x) {
            const double distance = distance_to_line({x + 0.5, y + 0.5}, from, to);
            picture.at(x, y) = blended(picture.at(x, y), faded(colour, reach - distance));
        }
    }
}

void paste(Picture& picture, const Picture& stamp, int x, int y) {
    const Clipped inside = clip(picture, {x, y, stamp.width, stamp.height});
    for (int row = inside.top; row < inside.bottom; ++row) {
        for (int column = inside.left; column < inside.right; ++column) {
            Colour& pixel = picture.at(column, row);
            pixel = blended(pixel, stamp.at(column - x, row - y));
        }
    }
}

Picture magnified(const Picture& picture, int factor) {
    const int k = std::max(factor, 1);
    Picture large(picture.width * k, picture.height * k, transparent);
    for (int y = 0; y < large.height; ++y) {
        for (int x = 0; x < large.width; ++x) {
            large.at(x, y) = picture.at(x / k, y / k);
        }
    }
    return large;
}

} // namespace impinge::inline v0::render
