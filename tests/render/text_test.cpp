// SPDX-License-Identifier: Apache-2.0
#include "impinge/picture.hpp"
#include "tests/render/ink.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <set>

namespace impinge::tests {
namespace {

using namespace render;

std::string utf8(unsigned codepoint) {
    return codepoint < 0x80 ? std::string(1, static_cast<char>(codepoint))
                            : std::string{static_cast<char>(0xC0U | (codepoint >> 6U)),
                                          static_cast<char>(0x80U | (codepoint & 0x3FU))};
}

Picture drawn(std::string_view text, const TextStyle& style = {}, PixelPoint at = {60, 60}) {
    Picture picture(400, 160, white);
    draw_text(picture, at, text, style);
    return picture;
}

/// The letters' bytes, to tell pictures apart.
std::string fingerprint(const Picture& picture) {
    std::string bytes;
    for (const Colour& pixel : picture.pixels) {
        bytes += static_cast<char>(pixel.g);
    }
    return bytes;
}

TEST(Text, EveryPrintableSignOfLatin1LeavesInkOfItsOwn) {
    std::set<std::string> seen;
    for (unsigned sign = 0x21; sign <= 0xFF; ++sign) {
        if ((sign > 0x7E && sign < 0xA1) || sign == 0xAD) {
            continue;
        }
        EXPECT_TRUE(seen.insert(fingerprint(drawn(utf8(sign)))).second) << sign;
    }
    EXPECT_EQ(seen.count(fingerprint(drawn(" "))), 0U);
    EXPECT_EQ(count_pixels(drawn(" "), white), 400 * 160);
    EXPECT_EQ(seen.size(), 94U + 94U);
}

TEST(Text, LettersHaveInkAtEverySize) {
    for (const int size : text_sizes()) {
        for (const char* letter : {"A", "x", ".", "0", "µ", "–", "…", "\x01"}) {
            EXPECT_GT(ink(drawn(letter, {.size = size})), 0.5) << letter << size;
        }
        const Rectangle box = ink_box(drawn("H", {.size = size}));
        EXPECT_NEAR(box.height, 0.729 * size, 1.5) << "capitals are that high";
    }
}

TEST(Text, AnUnknownSignAndBadUtf8ShowABox) {
    const std::string box = fingerprint(drawn("\uFFFD"));
    for (const char* strange : {"\u4E2D", "\U0001F600", "\xFF", "\x80", "\xC3", "\xE2\x82"}) {
        std::string first = fingerprint(drawn(strange));
        EXPECT_EQ(first.size(), box.size());
        EXPECT_GT(ink(drawn(strange)), 10) << strange;
    }
    EXPECT_EQ(fingerprint(drawn("\u4E2D")), box);
    EXPECT_EQ(fingerprint(drawn("\xFF")), box);
    EXPECT_EQ(text_size("\xC3(").width, text_size("\uFFFD(").width) << "the byte after it is kept";
}

TEST(Text, InkStaysWithinTheSizeThatIsTold) {
    for (const int size : text_sizes()) {
        for (const char* text : {"Hgjy|_ÅÇ", "one\ntwo lines", "fffff", "W", "1.25"}) {
            const PixelSize told = text_size(text, size);
            const Rectangle box = ink_box(drawn(text, {.size = size}, {20, 30}));
            EXPECT_GE(box.x, 19) << text << size;
            EXPECT_GE(box.y, 30) << text << size;
            EXPECT_LE(box.x + box.width, 20 + told.width + 1) << text << size;
            EXPECT_LE(box.y + box.height, 30 + told.height) << text << size;
            EXPECT_GT(box.width, told.width * 0.6) << text << size;
        }
    }
}

TEST(Text, AnchorsMoveItByItsSize) {
    const PixelSize size = text_size("Anchor", 18);
    const Rectangle left = ink_box(drawn("Anchor", {.size = 18}, {200, 60}));
    const Rectangle centre =
        ink_box(drawn("Anchor", {.size = 18, .anchor_x = AnchorX::Centre}, {200, 60}));
    const Rectangle right =
        ink_box(drawn("Anchor", {.size = 18, .anchor_x = AnchorX::Right}, {200, 60}));
    EXPECT_NEAR(left.x - right.x, size.width, 1);
    EXPECT_NEAR(left.x - centre.x, size.width / 2.0, 1);
    EXPECT_LE(right.x + right.width, 201);
    const auto top = [](AnchorY anchor) {
        return ink_box(drawn("Anchor", {.size = 18, .anchor_y = anchor}, {200, 60})).y;
    };
    EXPECT_EQ(top(AnchorY::Top) - top(AnchorY::Bottom), size.height);
    EXPECT_NEAR(top(AnchorY::Top) - top(AnchorY::Middle), size.height / 2.0, 0.5);
    const Rectangle on_line =
        ink_box(drawn("Anchor", {.size = 18, .anchor_y = AnchorY::Baseline}, {200, 60}));
    EXPECT_NEAR(on_line.y + on_line.height, 60, 1);
}

TEST(Text, LinesAreAlignedByTheirAnchor) {
    const Picture picture =
        drawn("long line\nl", {.anchor_x = AnchorX::Right, .anchor_y = AnchorY::Top}, {300, 20});
    const int line = text_size("").height;
    const Rectangle second = ink_box(cropped(picture, {0, 20 + line, 400, line}));
    EXPECT_GT(second.x, 290);
    EXPECT_LE(second.x + second.width, 301);
    EXPECT_EQ(text_size("long line\nl").height, 2 * line);
    EXPECT_EQ(text_size("long line\nl").width, text_size("long line").width);
    EXPECT_EQ(text_size("").width, 0);
    EXPECT_GT(line, 15);
}

TEST(Text, LettersAreKernedAndStandBetweenPixels) {
    EXPECT_LT(text_size("AVAVAVAV", 22).width,
              4 * (text_size("A", 22).width + text_size("V", 22).width) - 4);
    // A quarter of a pixel to the right moves the ink, and leaves as much of it.
    const Picture here = drawn("illicit");
    const Picture beside = drawn("illicit", {}, {60.25, 60});
    EXPECT_NE(fingerprint(here), fingerprint(beside));
    EXPECT_NEAR(ink(here), ink(beside), 0.02 * ink(here));
}

TEST(Text, IsCutAtTheBorders) {
    const TextStyle style{.size = 33, .halo = {255, 0, 0, 255}, .box = {0, 0, 255, 60}};
    for (const PixelPoint at : {PixelPoint{-30, -12}, PixelPoint{50, 30}, PixelPoint{-400, 5},
                                PixelPoint{10, 200}, PixelPoint{95, -50}}) {
        Picture small(100, 40, white);
        draw_text(small, at, "Cut here\nand there", style);
        Picture large(1100, 440, white);
        draw_text(large, {at.x + 500, at.y + 200}, "Cut here\nand there", style);
        EXPECT_EQ(largest_difference(small, cropped(large, {500, 200, 100, 40})), 0) << at.x;
    }
    Picture picture(10, 10, white);
    draw_text(picture, {std::nan(""), 0}, "no");
    draw_text(picture, {0, std::numeric_limits<double>::infinity()}, "no");
    draw_text(picture, {1e300, 0}, "no");
    EXPECT_EQ(count_pixels(picture, white), 100);
}

TEST(Text, AHaloSurroundsTheLetters) {
    Picture ground(200, 60, black);
    draw_text(ground, {20, 20}, "halo", {.colour = black, .halo = white});
    EXPECT_GT(count_pixels(ground, white), 100);
    const Picture plain = drawn("halo", {}, {20, 20});
    for (int y = 2; y < 58; ++y) {
        for (int x = 2; x < 198; ++x) {
            if (plain.at(x, y) == black) {
                EXPECT_EQ(ground.at(x, y), black);
                EXPECT_NE(ground.at(x - 2, y) == black && plain.at(x - 2, y) == white, true);
            }
        }
    }
}

TEST(Text, ABoxLiesBehindAllOfIt) {
    Picture picture(200, 60, white);
    const Colour blue{0, 0, 255};
    draw_text(picture, {20, 20}, "box", {.box = blue, .box_margin = 3});
    const PixelSize size = text_size("box");
    EXPECT_EQ(ink_box(picture), (Rectangle{17, 17, size.width + 6, size.height + 6}));
    EXPECT_EQ(picture.at(17, 17), blue);
}

TEST(Text, AnySizeIsTheNearestThatThereIs) {
    const std::span<const int> sizes = text_sizes();
    ASSERT_GE(sizes.size(), 4U);
    EXPECT_TRUE(std::is_sorted(sizes.begin(), sizes.end()));
    for (const int size : sizes) {
        EXPECT_EQ(text_size("size", size + 1).height >= text_size("size", size).height, true);
    }
    EXPECT_EQ(text_size("size", -5), text_size("size", sizes.front()));
    EXPECT_EQ(text_size("size", std::numeric_limits<int>::max()), text_size("size", sizes.back()));
}

TEST(Shortened, FitsAndKeepsTheBeginning) {
    EXPECT_EQ(shortened("short", 15, 200), "short");
    const std::string name = "ein langer Körpername mit Umlauten";
    for (int width = 20; width < text_size(name).width; width += 7) {
        const std::string cut = shortened(name, 15, width);
        EXPECT_LE(text_size(cut).width, width);
        ASSERT_TRUE(cut.ends_with("…"));
        const std::string kept = cut.substr(0, cut.size() - std::string("…").size());
        EXPECT_TRUE(name.starts_with(kept));
        EXPECT_GT(text_size(cut).width, width - 20) << "as much as fits";
        EXPECT_EQ(text_size(kept + "…").width, text_size(cut).width);
    }
    EXPECT_EQ(shortened("anything", 15, 0), "…");
}

} // namespace
} // namespace impinge::tests
