// SPDX-License-Identifier: Apache-2.0
//
// Draws the letters of a TrueType font at a few sizes and writes them as C++ source:
//
//     bake_font FONT.ttf OUT.cpp
//
// Runs while the library is built, so that it needs neither the font nor a font library later.
#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <stb/stb_truetype.h>
#include <string>
#include <vector>

namespace {

/// At these sizes the heights of DejaVu's small and capital letters are nearly whole pixels.
constexpr std::array sizes{11, 13, 15, 18, 22, 33, 44};
/// Small letters can stand on quarters of a pixel; of large ones nobody would see it.
constexpr int columns_per_pixel(int size) { return size <= 22 ? 4 : 1; }

/// The printable part of Latin-1, and a few signs, ascending.
std::vector<int> codepoints() {
    constexpr int soft_hyphen = 0xAD;
    constexpr int en_dash = 0x2013;
    constexpr int ellipsis = 0x2026;
    constexpr int replacement = 0xFFFD;
    std::vector<int> all;
    for (int ascii = ' '; ascii <= '~'; ++ascii) {
        all.push_back(ascii);
    }
    for (int latin = 0xA1; latin <= 0xFF; ++latin) {
        if (latin != soft_hyphen) {
            all.push_back(latin);
        }
    }
    all.insert(all.end(), {en_dash, ellipsis, replacement});
    return all;
}

struct Baker {
    stbtt_fontinfo info{};
    std::vector<int> glyphs; ///< their indices in the font file
    std::string text = {};
};

void write_measures(Baker& baker) {
    const std::vector<int> all = codepoints();
    baker.text += "constexpr Glyph glyphs[] = {\n";
    for (std::size_t i = 0; i < all.size(); ++i) {
        int advance = 0;
        int bearing = 0;
        stbtt_GetGlyphHMetrics(&baker.info, baker.glyphs[i], &advance, &bearing);
        baker.text += "{" + std::to_string(all[i]) + "," + std::to_string(advance) + "},\n";
    }
    baker.text += "};\nconstexpr Kerning kernings[] = {\n";
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t j = 0; j < all.size(); ++j) {
            const int adjustment =
                stbtt_GetGlyphKernAdvance(&baker.info, baker.glyphs[i], baker.glyphs[j]);
            if (adjustment != 0) {
                baker.text += "{" + std::to_string(i) + "," + std::to_string(j) + "," +
                              std::to_string(adjustment) + "},\n";
            }
        }
    }
    baker.text += "};\n";
}

void write_face(Baker& baker, int size) {
    const float scale = stbtt_ScaleForMappingEmToPixels(&baker.info, static_cast<float>(size));
    const float scale_x = scale * static_cast<float>(columns_per_pixel(size));
    std::string bitmaps;
    std::string coverage;
    std::size_t offset = 0;
    for (const int glyph : baker.glyphs) {
        int left = 0;
        int top = 0;
        int right = 0;
        int bottom = 0;
        stbtt_GetGlyphBitmapBox(&baker.info, glyph, scale_x, scale, &left, &top, &right, &bottom);
        const int columns = right - left;
        const int rows = bottom - top;
        std::vector<unsigned char> pixels(static_cast<std::size_t>(columns) *
                                          static_cast<std::size_t>(rows));
        if (!pixels.empty()) {
            stbtt_MakeGlyphBitmap(&baker.info, pixels.data(), columns, rows, columns, scale_x,
                                  scale, glyph);
        }
        bitmaps += "{" + std::to_string(offset) + "," + std::to_string(left) + "," +
                   std::to_string(top) + "," + std::to_string(columns) + "," +
                   std::to_string(rows) + "},\n";
        for (const unsigned char pixel : pixels) {
            coverage += std::to_string(static_cast<int>(pixel)) + ",";
        }
        coverage += "\n";
        offset += pixels.size();
    }
    const std::string suffix = std::to_string(size);
    baker.text += "constexpr GlyphBitmap bitmaps_" + suffix + "[] = {\n" + bitmaps + "};\n";
    baker.text += "constexpr std::uint8_t coverage_" + suffix + "[] = {\n" + coverage + "};\n";
}

void write_font(Baker& baker) {
    baker.text += "constexpr FontFace faces[] = {\n";
    for (const int size : sizes) {
        const std::string suffix = std::to_string(size);
        baker.text += "{" + suffix;
        baker.text += "," + std::to_string(columns_per_pixel(size));
        baker.text += ",bitmaps_" + suffix;
        baker.text += ",coverage_" + suffix + "},\n";
    }
    int ascent = 0;
    int descent = 0;
    int gap = 0;
    stbtt_GetFontVMetrics(&baker.info, &ascent, &descent, &gap);
    const float scale = stbtt_ScaleForMappingEmToPixels(&baker.info, 1);
    baker.text += "};\nconstexpr Font the_font{" + std::to_string(std::lround(1 / scale));
    baker.text += "," + std::to_string(ascent);
    baker.text += "," + std::to_string(-descent) + ",glyphs,kernings,faces};\n";
}

std::vector<unsigned char> bytes_of(const char* path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

bool open_font(Baker& baker, const std::vector<unsigned char>& bytes) {
    if (bytes.empty() || stbtt_InitFont(&baker.info, bytes.data(), 0) == 0) {
        return false;
    }
    for (const int codepoint : codepoints()) {
        const int glyph = stbtt_FindGlyphIndex(&baker.info, codepoint);
        if (glyph == 0) {
            return false;
        }
        baker.glyphs.push_back(glyph);
    }
    return true;
}

} // namespace

int main(int count, char** arguments) {
    if (count != 3) {
        std::fputs("usage: bake_font FONT.ttf OUT.cpp\n", stderr);
        return 2;
    }
    const std::vector<unsigned char> bytes = bytes_of(arguments[1]);
    Baker baker;
    if (!open_font(baker, bytes)) {
        std::fprintf(stderr, "bake_font: %s: no font with all the letters needed\n", arguments[1]);
        return 1;
    }
    baker.text = "// Written by tools/bake_font.cpp.\n#include \"render/font.hpp\"\n\n"
                 "namespace impinge::inline v0::render {\nnamespace {\n";
    write_measures(baker);
    for (const int size : sizes) {
        write_face(baker, size);
    }
    write_font(baker);
    baker.text += "} // namespace\n\nconst Font& font() { return the_font; }\n\n"
                  "} // namespace impinge::inline v0::render\n";
    std::ofstream out(arguments[2], std::ios::binary);
    out << baker.text;
    out.close();
    return out ? 0 : 1;
}
