// SPDX-License-Identifier: Apache-2.0
#include "io/png.hpp"

#include "base/random.hpp"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <limits>
#include <memory>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#include <stb/stb_image.h>

namespace impinge::tests {
namespace {

using render::Colour;
using render::Picture;

Picture noise(int width, int height, std::uint64_t seed) {
    Random random(seed);
    Picture picture(width, height, render::white);
    for (Colour& pixel : picture.pixels) {
        const auto byte = [&random] { return static_cast<std::uint8_t>(random.below(256)); };
        pixel = {byte(), byte(), byte(), byte()};
    }
    return picture;
}

Picture ramp(int width, int height) {
    Picture picture(width, height, render::white);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            picture.at(x, y) = {static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y), 7,
                                static_cast<std::uint8_t>(x + y)};
        }
    }
    return picture;
}

/// By another library.
Picture decoded(const std::string& bytes) {
    int width = 0;
    int height = 0;
    int channels = 0;
    const std::unique_ptr<stbi_uc, decltype(&std::free)> pixels(
        stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()),
                              static_cast<int>(bytes.size()), &width, &height, &channels, 4),
        &std::free);
    if (!pixels || channels != 4) {
        return {};
    }
    Picture picture(width, height, render::transparent);
    const stbi_uc* next = pixels.get();
    for (Colour& pixel : picture.pixels) {
        pixel = {next[0], next[1], next[2], next[3]};
        next += 4;
    }
    return picture;
}

std::uint32_t big_endian(const std::string& bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        value = value << 8U | static_cast<unsigned char>(bytes.at(at + i));
    }
    return value;
}

/// As the PNG standard defines it, bit by bit.
std::uint32_t crc(std::string_view bytes) {
    std::uint32_t value = 0xFFFFFFFF;
    for (const char byte : bytes) {
        value ^= static_cast<unsigned char>(byte);
        for (int bit = 0; bit < 8; ++bit) {
            value = (value & 1U) != 0 ? value >> 1U ^ 0xEDB88320 : value >> 1U;
        }
    }
    return ~value;
}

/// The names of the chunks; empty if the file is damaged.
std::vector<std::string> sound_chunks(const std::string& bytes) {
    constexpr std::string_view signature("\x89PNG\r\n\x1A\n", 8);
    std::vector<std::string> names;
    if (!bytes.starts_with(signature)) {
        return {};
    }
    std::size_t at = signature.size();
    while (at + 12 <= bytes.size()) {
        const std::size_t length = big_endian(bytes, at);
        if (length > bytes.size() - at - 12 ||
            crc(std::string_view(bytes).substr(at + 4, length + 4)) !=
                big_endian(bytes, at + 8 + length)) {
            return {};
        }
        names.push_back(bytes.substr(at + 4, 4));
        at += length + 12;
    }
    return at == bytes.size() ? names : std::vector<std::string>();
}

TEST(Png, HoldsThePictureExactly) {
    const std::array pictures{noise(1, 1, 1),   noise(1, 300, 2), noise(257, 1, 3),
                              noise(61, 47, 4), ramp(300, 200),   Picture(640, 480, render::white)};
    for (const Picture& picture : pictures) {
        const auto bytes = encode_png(picture);
        ASSERT_TRUE(bytes);
        const Picture back = decoded(*bytes);
        EXPECT_EQ(back.width, picture.width);
        EXPECT_EQ(back.height, picture.height);
        EXPECT_TRUE(back.pixels == picture.pixels);
    }
}

TEST(Png, IsASoundFileWithEightBitsOfRedGreenBlueAlpha) {
    const auto bytes = encode_png(ramp(30, 20));
    ASSERT_TRUE(bytes);
    EXPECT_EQ(sound_chunks(*bytes), (std::vector<std::string>{"IHDR", "IDAT", "IEND"}));
    EXPECT_EQ(big_endian(*bytes, 16), 30U);
    EXPECT_EQ(big_endian(*bytes, 20), 20U);
    EXPECT_EQ(bytes->substr(24, 2), std::string("\x08\x06")) << "bits, and kind of colours";
    std::string damaged = *bytes;
    damaged[damaged.size() / 2] = static_cast<char>(~damaged[damaged.size() / 2]);
    EXPECT_TRUE(sound_chunks(damaged).empty());
}

TEST(Png, TheSamePictureGivesTheSameBytes) {
    EXPECT_EQ(*encode_png(noise(50, 40, 9)), *encode_png(noise(50, 40, 9)));
    EXPECT_NE(*encode_png(noise(50, 40, 9)), *encode_png(noise(50, 40, 10)));
}

TEST(Png, EmptyAndImpossiblePicturesAreRefused) {
    Picture lying(3, 3, render::white);
    lying.width = 4;
    Picture huge;
    huge.width = std::numeric_limits<int>::max();
    huge.height = 2;
    Picture negative;
    negative.width = -3;
    negative.height = 3;
    for (const Picture& picture : {Picture(), lying, huge, negative}) {
        const auto bytes = encode_png(picture);
        ASSERT_FALSE(bytes);
        EXPECT_TRUE(bytes.error().message.starts_with("picture: "));
    }
}

class PngFile : public testing::Test {
  protected:
    void SetUp() override { std::filesystem::create_directories(folder); }
    void TearDown() override { std::filesystem::remove_all(folder); }

    std::filesystem::path folder =
        std::filesystem::path(testing::TempDir()) /
        ("impinge-png-" +
         std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
};

TEST_F(PngFile, HasTheBytesOfThePicture) {
    const std::filesystem::path file = folder / "picture.png";
    const Picture picture = noise(20, 10, 5);
    ASSERT_TRUE(write_png(file, picture));
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream),
                            std::istreambuf_iterator<char>()};
    EXPECT_EQ(bytes, *encode_png(picture));
}

TEST_F(PngFile, FailuresNameTheFileAndLeaveNothingBehind) {
    const Status no_folder = write_png(folder / "none" / "picture.png", noise(2, 2, 1));
    ASSERT_FALSE(no_folder);
    EXPECT_EQ(no_folder.error().code, ErrorCode::FileUnwritable);
    const Status no_pixels = write_png(folder / "empty.png", Picture());
    ASSERT_FALSE(no_pixels);
    EXPECT_NE(no_pixels.error().message.find("empty.png: picture: it has no pixels"),
              std::string::npos);
    EXPECT_TRUE(std::filesystem::is_empty(folder));
}

} // namespace
} // namespace impinge::tests
