// SPDX-License-Identifier: Apache-2.0
#include "io/float_map.hpp"

#include "io/byte_order.hpp"
#include "io/write_file.hpp"

#include <cstdint>

namespace impinge::inline v0 {
namespace {

void append_row(std::string& out, const FloatMap& map, std::size_t row) {
    for (const float value : map.values.subspan(row * map.width, map.width)) {
        append_little(out, value);
    }
}

bool ends_in(const std::filesystem::path& path, std::string_view wanted) {
    std::string extension = path.extension().string();
    for (char& c : extension) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return extension == wanted;
}

} // namespace

std::string pfm_bytes(const FloatMap& map) {
    // A negative scale means little-endian.
    std::string out =
        "Pf\n" + std::to_string(map.width) + " " + std::to_string(map.height) + "\n-1.0\n";
    out.reserve(out.size() + map.values.size() * sizeof(float));
    for (std::size_t row = 0; row < map.height; ++row) {
        append_row(out, map, row);
    }
    return out;
}

std::string npy_bytes(const FloatMap& map) {
    constexpr std::size_t alignment = 64; // of the data
    constexpr std::size_t before_text = 10;
    std::string text = "{'descr': '<f4', 'fortran_order': False, 'shape': (" +
                       std::to_string(map.height) + ", " + std::to_string(map.width) + "), }";
    text.append(alignment - (before_text + text.size() + 1) % alignment, ' ');
    text += '\n';
    std::string out = "\x93NUMPY";
    out += '\x01';
    out += '\0';
    append_little(out, static_cast<std::uint16_t>(text.size()));
    out += text;
    out.reserve(out.size() + map.values.size() * sizeof(float));
    for (std::size_t row = map.height; row > 0; --row) {
        append_row(out, map, row - 1);
    }
    return out;
}

Status check_float_map_name(const std::filesystem::path& path) {
    if (ends_in(path, ".pfm") || ends_in(path, ".npy")) {
        return {};
    }
    return Error{ErrorCode::Unsupported, path.string() + ": the name must end in .pfm or .npy"};
}

Status write_float_map(const std::filesystem::path& path, const FloatMap& map) {
    if (Status status = check_float_map_name(path); !status) {
        return status;
    }
    if (map.values.size() != map.width * map.height) {
        return Error{ErrorCode::InvalidArgument,
                     path.string() + ": cannot be written: its size and its values do not match"};
    }
    return write_file(path, ends_in(path, ".pfm") ? pfm_bytes(map) : npy_bytes(map));
}

} // namespace impinge::inline v0
