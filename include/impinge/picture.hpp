// SPDX-License-Identifier: Apache-2.0
//
// Pictures in memory: pixels, lines, text, colour maps, and the colour bar or legend beside a map.
//
//     impinge::render::Picture greeting() {
//         impinge::render::Picture picture(200, 40, impinge::render::Colour{255, 255, 255});
//         draw_text(picture, {10, 25}, "touching");
//         return picture;
//     }
//
// Positions are in pixels from the top left corner, x to the right and y downwards; pixel (i, j)
// covers the square from (i, j) to (i + 1, j + 1). What reaches beyond the picture is cut off.
// Everything here gives the same bits on every machine. Text is UTF-8.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/expected.hpp"
#include "impinge/export.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impinge::inline v0::render {

/// sRGB; alpha is opacity, not premultiplied.
struct Colour {
    std::uint8_t r = 0;
    std::uint8_t g = 0;
    std::uint8_t b = 0;
    std::uint8_t a = 255;

    friend bool operator==(const Colour&, const Colour&) = default;
};

inline constexpr Colour black{0, 0, 0};
inline constexpr Colour white{255, 255, 255};
inline constexpr Colour transparent{0, 0, 0, 0};

/// Rows from the top, each from the left.
struct Picture {
    int width = 0;
    int height = 0;
    std::vector<Colour> pixels;

    Picture() = default;
    Picture(int picture_width, int picture_height, Colour fill)
        : width(picture_width), height(picture_height),
          pixels(static_cast<std::size_t>(picture_width) * static_cast<std::size_t>(picture_height),
                 fill) {}
    [[nodiscard]] Colour& at(int x, int y) {
        return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                      static_cast<std::size_t>(x)];
    }
    [[nodiscard]] const Colour& at(int x, int y) const {
        return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                      static_cast<std::size_t>(x)];
    }
};

struct PixelPoint {
    double x = 0;
    double y = 0;
};

/// Whole pixels, from (x, y) on.
struct Rectangle {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;

    friend bool operator==(const Rectangle&, const Rectangle&) = default;
};

struct PixelSize {
    int width = 0;
    int height = 0;

    friend bool operator==(const PixelSize&, const PixelSize&) = default;
};

// Colours. Mixing is linear in the sRGB values, rounded to the nearest.

/// `above` laid over `below` by its alpha.
IMPINGE_API Colour blended(Colour below, Colour above);
/// From `a` at t = 0 to `b` at t = 1, alpha too; t is clamped.
IMPINGE_API Colour mixed(Colour a, Colour b, double t);
/// The colour with its alpha multiplied by `opacity` in 0..1.
IMPINGE_API Colour faded(Colour colour, double opacity);

// Shapes. All are blended over what is there.

IMPINGE_API void fill_rectangle(Picture& picture, const Rectangle& area, Colour colour);
/// Its border, one pixel wide and inside the area.
IMPINGE_API void frame_rectangle(Picture& picture, const Rectangle& area, Colour colour);

struct LineStyle {
    Colour colour = black;
    double width = 1; ///< in pixels; below 1 the line gets fainter instead
};

/// Anti-aliased, with round ends; a line from a point to itself is a disc. Points that are not
/// finite, or more than 1e9 pixels away, draw nothing.
IMPINGE_API void draw_line(Picture& picture, PixelPoint from, PixelPoint to,
                           const LineStyle& style = {});

/// Blends `stamp` over `picture` with its top left corner at (x, y).
IMPINGE_API void paste(Picture& picture, const Picture& stamp, int x, int y);

/// Every pixel as a square of factor x factor pixels; factor is at least 1.
IMPINGE_API Picture magnified(const Picture& picture, int factor);

// Text. DejaVu Sans, baked in at a few sizes: the printable characters of Latin-1 (so umlauts,
// degree, micro, squared, times, plus-minus), en dash and ellipsis; anything else shows as a box. A
// line feed starts a new line.

/// The sizes of the letters that there are, in pixels, ascending. Any other size is taken as the
/// nearest of these.
IMPINGE_API std::span<const int> text_sizes();

/// Which point of the text stands at the position given.
enum class AnchorX : std::uint8_t { Left, Centre, Right };
enum class AnchorY : std::uint8_t { Top, Middle, Baseline, Bottom };

struct TextStyle {
    int size = 15;
    Colour colour = black;
    AnchorX anchor_x = AnchorX::Left; ///< every line is aligned so
    AnchorY anchor_y = AnchorY::Top;  ///< Baseline is that of the first line
    /// Around the letters, two pixels wide, so that they can be read on any ground.
    Colour halo = transparent;
    /// Behind the whole text with a margin of `box_margin`.
    Colour box = transparent;
    int box_margin = 4;
};

/// The width of the longest line and the height of all of them.
IMPINGE_API PixelSize text_size(std::string_view text, int size = 15);
IMPINGE_API void draw_text(Picture& picture, PixelPoint at, std::string_view text,
                           const TextStyle& style = {});
/// The text if it is at most `max_width` wide, else as much of its beginning as fits with an
/// ellipsis.
IMPINGE_API std::string shortened(std::string_view text, int size, int max_width);

// Colour maps: even steps look even, and colour-blind eyes tell the ends apart.

enum class ColourMap : std::uint8_t {
    Sequential, ///< dark violet, blue, green, bright yellow: lighter is more
    Diverging,  ///< blue, white in the middle, red: for values with a sign
    Grey,       ///< black to white
    Heat,       ///< black, red, orange, pale yellow: where something is, on a dark ground
};

/// "sequential", "diverging", "grey", "heat".
IMPINGE_API const char* to_string(ColourMap map);
IMPINGE_API std::optional<ColourMap> colour_map_from_string(std::string_view name);

/// t from 0 to 1, clamped; transparent if t is not a number.
IMPINGE_API Colour map_colour(ColourMap map, double t);

/// For things that have a number but no order, like bodies: ten colours that are easy to tell
/// apart, then lighter and darker ones of them, then all again.
IMPINGE_API Colour category_colour(std::uint32_t index);

// What explains the colours of a picture.

/// A number that is easy to read, with its text.
struct Tick {
    double value = 0;
    std::string text;
};

/// At most `most` (2 or more) multiples of 1, 2 or 5 times a power of ten, from `min` to `max`,
/// written with as many digits as all of them need. Empty if the ends are not finite or not in
/// order.
IMPINGE_API std::vector<Tick> round_ticks(double min, double max, int most);

struct ColourBar {
    ColourMap map = ColourMap::Sequential;
    double min = 0; ///< the value at the bottom
    double max = 1; ///< at the top
    std::string title = {};
    std::string unit = {}; ///< behind the title, in brackets
    int text_size = 15;
    Colour colour = black; ///< of text, ticks and frame
};

/// The room a colour bar of this height takes.
IMPINGE_API PixelSize colour_bar_size(const ColourBar& bar, int height);
/// An upright bar with its title above and its numbers to the right; (x, y) is its top left corner.
IMPINGE_API void draw_colour_bar(Picture& picture, int x, int y, int height, const ColourBar& bar);

struct LegendEntry {
    Colour colour;
    std::string text;
};

struct Legend {
    std::string title = {};
    std::vector<LegendEntry> entries = {};
    int text_size = 15;
    Colour colour = black; ///< of the text
    int max_width = 400;   ///< longer texts are shortened
    int max_rows = 40;     ///< of more entries the last row says how many are left out
};

IMPINGE_API PixelSize legend_size(const Legend& legend);
/// Swatches with their texts below each other; (x, y) is the top left corner.
IMPINGE_API void draw_legend(Picture& picture, int x, int y, const Legend& legend);

} // namespace impinge::inline v0::render

#endif // IMPINGE_HAS_CPP20
