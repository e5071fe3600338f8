// SPDX-License-Identifier: Apache-2.0
#include "io/png.hpp"

#include "io/write_file.hpp"

#include <limits>
#include <type_traits>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

namespace impinge::inline v0 {
namespace {

using render::Colour;
using render::Picture;

constexpr int channels = 4;
static_assert(sizeof(Colour) == channels && std::is_standard_layout_v<Colour>,
              "pixels are handed over as they lie in memory");

void append(void* out, void* data, int size) {
    static_cast<std::string*>(out)->append(static_cast<const char*>(data),
                                           static_cast<std::size_t>(size));
}

Status check(const Picture& picture) {
    if (picture.width < 1 || picture.height < 1) {
        return Error{ErrorCode::InvalidArgument, "picture: it has no pixels"};
    }
    // The encoder counts the bytes of all rows, with one more for each, in an int.
    const auto width = static_cast<std::int64_t>(picture.width);
    const auto height = static_cast<std::int64_t>(picture.height);
    if (width * channels + 1 > std::numeric_limits<int>::max() / height) {
        return Error{ErrorCode::Unsupported, "picture: " + std::to_string(picture.width) + " x " +
                                                 std::to_string(picture.height) +
                                                 " pixels are too many for a PNG file"};
    }
    if (picture.pixels.size() != static_cast<std::size_t>(width * height)) {
        return Error{ErrorCode::InvalidArgument, "picture: its size and its pixels do not match"};
    }
    return {};
}

} // namespace

Expected<std::string> encode_png(const Picture& picture) {
    if (Status status = check(picture); !status) {
        return status.error();
    }
    std::string bytes;
    const int written = stbi_write_png_to_func(append, &bytes, picture.width, picture.height,
                                               channels, picture.pixels.data(), 0);
    if (written == 0) {
        return Error{ErrorCode::OutOfMemory, "picture: not enough memory to write it as PNG"};
    }
    return bytes;
}

Expected<std::string> encode_jpeg(const Picture& picture, int quality) {
    if (Status status = check(picture); !status) {
        return status.error();
    }
    constexpr int longest = 65535;
    if (picture.width > longest || picture.height > longest || quality < 1 || quality > 100) {
        return Error{ErrorCode::InvalidArgument,
                     "picture: JPEG files have sides of at most 65535 pixels and a quality of 1 to "
                     "100"};
    }
    std::string bytes;
    const int written = stbi_write_jpg_to_func(append, &bytes, picture.width, picture.height,
                                               channels, picture.pixels.data(), quality);
    if (written == 0) {
        return Error{ErrorCode::OutOfMemory, "picture: not enough memory to write it as JPEG"};
    }
    return bytes;
}

Status write_png(const std::filesystem::path& path, const Picture& picture) {
    const Expected<std::string> bytes = encode_png(picture);
    if (!bytes) {
        return Error{bytes.error().code, path.string() + ": " + bytes.error().message};
    }
    return write_file(path, *bytes);
}

} // namespace impinge::inline v0
