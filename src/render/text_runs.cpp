// SPDX-License-Identifier: Apache-2.0
#include "render/text_runs.hpp"

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace impinge::inline v0::render {
namespace {

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

} // namespace

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

int pixels_up(std::int64_t units, const FontFace& face) {
    const std::int64_t em = font().units_per_em;
    return static_cast<int>((units * face.size + em - 1) / em);
}

int ascent(const FontFace& face) { return pixels_up(font().ascent, face); }

int line_height(const FontFace& face) { return ascent(face) + pixels_up(font().descent, face); }

} // namespace impinge::inline v0::render
