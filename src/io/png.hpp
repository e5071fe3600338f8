// SPDX-License-Identifier: Apache-2.0
//
// Pictures as PNG files; as JPEG where there are many of them.
#pragma once

#include "impinge/picture.hpp"

#include <filesystem>
#include <string>

namespace impinge::inline v0 {

/// The bytes of a PNG file with eight bits each of red, green, blue and alpha. The same picture
/// gives the same bytes everywhere. Fails on a picture without pixels or with more bytes than an
/// int counts.
Expected<std::string> encode_png(const render::Picture& picture);

/// The bytes of a JPEG file, alpha left out; of quality 1 to 100. Fails likewise, and on a picture
/// of more than 65,535 pixels in a row or column.
Expected<std::string> encode_jpeg(const render::Picture& picture, int quality);

/// Whole or not at all, like every output.
Status write_png(const std::filesystem::path& path, const render::Picture& picture);

} // namespace impinge::inline v0
