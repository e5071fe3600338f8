// SPDX-License-Identifier: Apache-2.0
//
// A text is first drawn into a mask of its own, from which the halo is grown; then both are blended
// over the picture.
#include "impinge/picture.hpp"
#include "render/font.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <tuple>
#include <vector>

namespace impinge::inline v0::render {
namespace {

// Where every letter of a text goes.

/// A letter and where its pen stands in its line, in font units.
struct SetGlyph {
    int glyph = 0; ///< index into Font::glyphs
    std::int64_t pen = 0;
};

struct TextLine {
    std::vector<SetGlyph> glyphs;
    std::int64_t width = 0; ///< in font units
};

constexpr std::uint32_t replacement = 0xFFFD;

int glyph_index(std::uint32_t codepoint) {
    const std::span<const Glyph> glyphs = font().glyphs;
    const auto found = std::lower_bound(
        glyphs.begin(), glyphs.end(), codepoint,
        [](const Glyph& glyph, std::uint32_t wanted) { return glyph.codepoint < wanted; });
    const bool present = found != glyphs.end() && found->codepoint == codepoint;
    return static_cast<int>(present ? found - glyphs.begin()
                                    : static_cast<std::ptrdiff_t>(glyphs.size()) - 1);
}

int kerning(int first, int second) {
    const std::span<const Kerning> all = font().kernings;
    const auto found = std::lower_bound(all.begin(), all.end(), std::pair(first, second),
                                        [](const Kerning& kern, const std::pair<int, int>& wanted) {
                                            return std::tie(kern.first, kern.second) <
                                                   std::tie(wanted.first, wanted.second);
                                        });
    const bool present = found != all.end() && found->first == first && found->second == second;
    return present ? found->adjustment : 0;
}

void append(TextLine& line, std::uint32_t codepoint) {
    const int glyph = glyph_index(codepoint);
    if (!line.glyphs.empty()) {
        line.width += kerning(line.glyphs.back().glyph, glyph);
    }
    line.glyphs.push_back({glyph, line.width});
    line.width += font().glyphs[static_cast<std::size_t>(glyph)].advance;
}

/// The face whose size is nearest.
const FontFace& nearest_face(int size) {
    const std::span<const FontFace> faces = font().faces;
    return *std::min_element(faces.begin(), faces.end(),
                             [size](const FontFace& a, const FontFace& b) {
                                 const auto away = [size](const FontFace& face) {
                                     return std::abs(static_cast<std::int64_t>(face.size) - size);
                                 };
                                 return away(a) < away(b);
                             });
}

/// The next code point of UTF-8, taken off the front; U+FFFD for a byte that starts none.
std::uint32_t next_codepoint(std::string_view& text) {
    const auto lead = static_cast<unsigned char>(text.front());
    text.remove_prefix(1);
    if (lead < 0x80) {
        return lead;
    }
    const std::size_t more = lead >= 0xF0 && lead < 0xF8 ? 3
                             : lead >= 0xE0              ? 2
                             : lead >= 0xC0              ? 1
                                                         : 0;
    if (more == 0 || lead >= 0xF8 || text.size() < more) {
        return replacement;
    }
    std::uint32_t codepoint = lead & (0x3FU >> more);
    for (std::size_t i = 0; i < more; ++i) {
        const auto next = static_cast<unsigned char>(text[i]);
        if ((next & 0xC0U) != 0x80) {
            return replacement;
        }
        codepoint = (codepoint << 6U) | (next & 0x3FU);
    }
    text.remove_prefix(more);
    return codepoint;
}

/// Never empty: no text is one line without letters.
std::vector<TextLine> set_lines(std::string_view text) {
    std::vector<TextLine> lines(1);
    while (!text.empty()) {
        const std::uint32_t codepoint = next_codepoint(text);
        if (codepoint == '\n') {
            lines.emplace_back();
        } else {
            append(lines.back(), codepoint);
        }
    }
    return lines;
}

/// Font units in pixels of the face, rounded up.
int pixels_up(std::int64_t units, const FontFace& face) {
    const std::int64_t em = font().units_per_em;
    return static_cast<int>((units * face.size + em - 1) / em);
}

/// From the top of a line to its baseline.
int ascent(const FontFace& face) { return pixels_up(font().ascent, face); }

int line_height(const FontFace& face) { return ascent(face) + pixels_up(font().descent, face); }

constexpr int halo_width = 2;

/// How much of each pixel the letters cover, 0..255, in a window of the picture.
struct Mask {
    Rectangle window;
    std::vector<std::uint16_t> coverage;

    explicit Mask(const Rectangle& area)
        : window(area),
          coverage(static_cast<std::size_t>(area.width) * static_cast<std::size_t>(area.height)) {}
    [[nodiscard]] std::uint16_t* find(int x, int y) {
        const int column = x - window.x;
        const int row = y - window.y;
        const bool inside = column >= 0 && column < window.width && row >= 0 && row < window.height;
        return inside ? &coverage[static_cast<std::size_t>(row) *
                                      static_cast<std::size_t>(window.width) +
                                  static_cast<std::size_t>(column)]
                      : nullptr;
    }
};

struct Pen {
    std::int64_t column = 0; ///< in columns of the face
    int baseline = 0;        ///< in pixels
};

std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

void draw_glyph(Mask& mask, const FontFace& face, int glyph, const Pen& pen) {
    const GlyphBitmap& bitmap = face.bitmaps[static_cast<std::size_t>(glyph)];
    std::size_t at = bitmap.offset;
    for (int row = 0; row < bitmap.rows; ++row) {
        for (int column = 0; column < bitmap.columns; ++column, ++at) {
            const std::int64_t x =
                floor_divide(pen.column + bitmap.left + column, face.columns_per_pixel);
            if (std::uint16_t* pixel =
                    mask.find(static_cast<int>(x), pen.baseline + bitmap.top + row)) {
                *pixel = static_cast<std::uint16_t>(*pixel + face.coverage[at]);
            }
        }
    }
}

/// Font units in columns of the face, to the nearest.
std::int64_t columns_of(std::int64_t units, const FontFace& face) {
    const std::int64_t em = font().units_per_em;
    return floor_divide(2 * units * face.size * face.columns_per_pixel + em, 2 * em);
}

/// The share of a width that lies left of the anchor, in halves.
int halves_left(AnchorX anchor) {
    return anchor == AnchorX::Left ? 0 : anchor == AnchorX::Centre ? 1 : 2;
}

int top_of_text(double y, const TextStyle& style, const FontFace& face, int height) {
    const double above = style.anchor_y == AnchorY::Top        ? 0
                         : style.anchor_y == AnchorY::Middle   ? height / 2.0
                         : style.anchor_y == AnchorY::Baseline ? ascent(face)
                                                               : height;
    return static_cast<int>(std::floor(y - above + 0.5));
}

void draw_lines(Mask& mask, std::span<const TextLine> lines, PixelPoint at, int top,
                const FontFace& face, AnchorX anchor) {
    const auto start = static_cast<std::int64_t>(std::floor(at.x * face.columns_per_pixel + 0.5));
    int baseline = top + ascent(face);
    for (const TextLine& line : lines) {
        const std::int64_t left = -line.width * halves_left(anchor) / 2;
        for (const SetGlyph& set : line.glyphs) {
            draw_glyph(mask, face, set.glyph, {start + columns_of(left + set.pen, face), baseline});
        }
        baseline += line_height(face);
    }
    for (std::uint16_t& pixel : mask.coverage) {
        pixel = static_cast<std::uint16_t>(std::min(pixel / face.columns_per_pixel, 255));
    }
}

/// Twice the largest coverage within `halo_width` pixels, since thin strokes cover few pixels
/// wholly; once in the corners of that square.
int halo_at(Mask& mask, int x, int y) {
    int strongest = 0;
    for (int dy = -halo_width; dy <= halo_width; ++dy) {
        for (int dx = -halo_width; dx <= halo_width; ++dx) {
            const int strength = dx * dx + dy * dy <= halo_width * halo_width ? 2 : 1;
            if (const std::uint16_t* pixel = mask.find(x + dx, y + dy)) {
                strongest = std::max(strongest, *pixel * strength);
            }
        }
    }
    return std::min(strongest, 255);
}

void blend_text(Picture& picture, Mask& mask, const TextStyle& style) {
    const Rectangle& window = mask.window;
    const int right = std::min(window.x + window.width, picture.width);
    const int bottom = std::min(window.y + window.height, picture.height);
    for (int y = std::max(window.y, 0); y < bottom; ++y) {
        for (int x = std::max(window.x, 0); x < right; ++x) {
            Colour& pixel = picture.at(x, y);
            if (style.halo.a > 0) {
                pixel = blended(pixel, faded(style.halo, halo_at(mask, x, y) / 255.0));
            }
            pixel = blended(pixel, faded(style.colour, *mask.find(x, y) / 255.0));
        }
    }
}

/// The text's rectangle and what letters and halo may reach beyond it, cut to a little more than
/// the picture: the halo inside comes from letters outside too.
Rectangle mask_window(const Picture& picture, const Rectangle& text, const FontFace& face) {
    const int beyond = face.size / 2 + halo_width;
    const auto cut = [](std::int64_t x, int limit) {
        return static_cast<int>(std::clamp<std::int64_t>(x, -halo_width, limit + halo_width));
    };
    const int left = cut(static_cast<std::int64_t>(text.x) - beyond, picture.width);
    const int top = cut(static_cast<std::int64_t>(text.y) - beyond, picture.height);
    const int right = cut(static_cast<std::int64_t>(text.x) + text.width + beyond, picture.width);
    const int bottom =
        cut(static_cast<std::int64_t>(text.y) + text.height + beyond, picture.height);
    return {left, top, right - left, bottom - top};
}

PixelSize size_of(std::span<const TextLine> lines, const FontFace& face) {
    std::int64_t widest = 0;
    for (const TextLine& line : lines) {
        widest = std::max(widest, line.width);
    }
    return {pixels_up(widest, face), static_cast<int>(lines.size()) * line_height(face)};
}

} // namespace

std::span<const int> text_sizes() {
    static const std::vector<int> sizes = [] {
        std::vector<int> all;
        for (const FontFace& face : font().faces) {
            all.push_back(face.size);
        }
        return all;
    }();
    return sizes;
}

PixelSize text_size(std::string_view text, int size) {
    return size_of(set_lines(text), nearest_face(size));
}

void draw_text(Picture& picture, PixelPoint at, std::string_view text, const TextStyle& style) {
    constexpr double farthest_text = 1e6;
    if (text.empty() || !(std::abs(at.x) <= farthest_text) || !(std::abs(at.y) <= farthest_text)) {
        return;
    }
    const FontFace& face = nearest_face(style.size);
    const std::vector<TextLine> lines = set_lines(text);
    const PixelSize size = size_of(lines, face);
    const int left =
        static_cast<int>(std::floor(at.x - size.width * halves_left(style.anchor_x) / 2.0));
    const Rectangle area{left, top_of_text(at.y, style, face, size.height), size.width,
                         size.height};
    const int margin = style.box_margin;
    fill_rectangle(
        picture,
        {area.x - margin, area.y - margin, area.width + 2 * margin, area.height + 2 * margin},
        style.box);
    Mask mask(mask_window(picture, area, face));
    draw_lines(mask, lines, at, area.y, face, style.anchor_x);
    blend_text(picture, mask, style);
}

std::string shortened(std::string_view text, int size, int max_width) {
    if (text_size(text, size).width <= max_width) {
        return std::string(text);
    }
    constexpr std::string_view ellipsis = "\u2026";
    std::string longest(ellipsis);
    std::string_view rest = text;
    while (!rest.empty()) {
        next_codepoint(rest);
        std::string longer(text.substr(0, text.size() - rest.size()));
        longer += ellipsis;
        if (text_size(longer, size).width > max_width) {
            break;
        }
        longest = std::move(longer);
    }
    return longest;
}

} // namespace impinge::inline v0::render
