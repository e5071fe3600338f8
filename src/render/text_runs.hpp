// SPDX-License-Identifier: Apache-2.0
//
// Where every letter of a text goes.
#pragma once

#include "render/font.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace impinge::inline v0::render {

/// A letter and where its pen stands in its line, in font units.
struct SetGlyph {
    int glyph = 0; ///< index into Font::glyphs
    std::int64_t pen = 0;
};

struct TextLine {
    std::vector<SetGlyph> glyphs;
    std::int64_t width = 0; ///< in font units
};

/// The face whose size is nearest.
const FontFace& nearest_face(int size);

/// The next code point of UTF-8, taken off the front; U+FFFD for a byte that starts none.
std::uint32_t next_codepoint(std::string_view& text);

/// Never empty: no text is one line without letters.
std::vector<TextLine> set_lines(std::string_view text);

/// Font units in pixels of the face, rounded up.
int pixels_up(std::int64_t units, const FontFace& face);
int line_height(const FontFace& face);
/// From the top of a line to its baseline.
int ascent(const FontFace& face);

} // namespace impinge::inline v0::render
