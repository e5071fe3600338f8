// SPDX-License-Identifier: Apache-2.0
//
// The letters that tools/bake_font.cpp draws while the library is built.
#pragma once

#include <cstdint>
#include <span>

namespace impinge::inline v0::render {

/// Measures that hold at every size, in font units.
struct Glyph {
    std::uint32_t codepoint = 0;
    int advance = 0;
};

/// By how much a glyph comes closer to the one before it. Indices into Font::glyphs.
struct Kerning {
    int first = 0;
    int second = 0;
    int adjustment = 0;
};

/// How much of each column of each pixel row a glyph covers, 0..255, rows from the top. A column is
/// 1 / columns_per_pixel pixels wide, so that letters can stand between pixels.
struct GlyphBitmap {
    std::uint32_t offset = 0; ///< into FontFace::coverage
    int left = 0;             ///< columns from the pen
    int top = 0;              ///< rows from the baseline, downwards
    int columns = 0;
    int rows = 0;
};

struct FontFace {
    int size = 0; ///< pixels per em
    int columns_per_pixel = 1;
    std::span<const GlyphBitmap> bitmaps; ///< in the order of Font::glyphs
    std::span<const std::uint8_t> coverage;
};

struct Font {
    int units_per_em = 0;
    int ascent = 0;  ///< above the baseline
    int descent = 0; ///< below it, positive
    std::span<const Glyph>
        glyphs; ///< ascending; the last, U+FFFD, is shown for all that is missing
    std::span<const Kerning> kernings; ///< ascending by first, then second
    std::span<const FontFace> faces;   ///< ascending by size
};

/// Defined in the generated file.
const Font& font();

} // namespace impinge::inline v0::render
