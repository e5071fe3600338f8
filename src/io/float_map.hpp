// SPDX-License-Identifier: Apache-2.0
//
// Maps of numbers as files that other programs read: PFM (Portable Float Map) and NPY (NumPy).
#pragma once

#include "impinge/expected.hpp"

#include <filesystem>
#include <span>
#include <string>

namespace impinge::inline v0 {

/// One float for each pixel, rows from the bottom, each from the left.
struct FloatMap {
    std::size_t width = 0;
    std::size_t height = 0;
    std::span<const float> values;
};

/// One channel, little-endian; rows from the bottom, as the format has it.
std::string pfm_bytes(const FloatMap& map);
/// An array of shape (height, width), little-endian; row 0 is the top one, as in a picture.
std::string npy_bytes(const FloatMap& map);

/// Whether the name ends in .pfm or .npy; the error says what would be right.
Status check_float_map_name(const std::filesystem::path& path);

/// The format follows the name. Whole or not at all, like every output.
Status write_float_map(const std::filesystem::path& path, const FloatMap& map);

} // namespace impinge::inline v0
