// SPDX-License-Identifier: Apache-2.0
//
// GLB: "glTF", version, length of the file; then chunks of length, type, content. The first is
// JSON, the second may be binary, further ones are to be ignored. All numbers are 32 bits wide,
// little-endian.
#include "io/gltf/buffers.hpp"

#include "io/byte_order.hpp"
#include "io/parse_failure.hpp"
#include "io/text_cursor.hpp"

#include <array>
#include <charconv>
#include <string_view>
#include <system_error>

namespace impinge::inline v0 {
namespace {

// The two kinds of URI a glTF buffer may have: data in base64, and a path relative to the file.

constexpr std::string_view base64_digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t no_digit = 64;

constexpr std::array<std::uint8_t, 256> digit_values() {
    std::array<std::uint8_t, 256> values{};
    values.fill(no_digit);
    for (std::size_t i = 0; i < base64_digits.size(); ++i) {
        values[static_cast<unsigned char>(base64_digits[i])] = static_cast<std::uint8_t>(i);
    }
    return values;
}

std::optional<std::vector<char>> decode_base64(std::string_view text) {
    static constexpr auto values = digit_values();
    for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) {
        text.remove_suffix(1);
    }
    if (text.size() % 4 == 1) {
        return std::nullopt;
    }
    std::vector<char> bytes;
    bytes.reserve(text.size() / 4 * 3 + 2);
    std::uint32_t bits = 0;
    int bit_count = 0;
    for (const char c : text) {
        const std::uint8_t value = values[static_cast<unsigned char>(c)];
        if (value == no_digit) {
            return std::nullopt;
        }
        bits = (bits << 6) | value;
        bit_count += 6;
        if (bit_count >= 8) {
            bit_count -= 8;
            bytes.push_back(static_cast<char>((bits >> bit_count) & 0xFFu));
        }
    }
    return bytes;
}

std::optional<std::string> decode_percents(std::string_view text) {
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            decoded += text[i];
            continue;
        }
        const std::string_view digits = text.substr(i + 1, 2);
        unsigned value = 0;
        const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
        if (digits.size() < 2 || end.ptr != digits.data() + 2 || value == 0) {
            return std::nullopt;
        }
        decoded += static_cast<char>(value);
        i += 2;
    }
    return decoded;
}

/// Bytes of a URI "data:...;base64,..."; nothing if it is none or broken.
std::optional<std::vector<char>> decode_data_uri(std::string_view uri) {
    const std::size_t comma = uri.find(',');
    if (comma == std::string_view::npos || !uri.substr(0, comma).ends_with(";base64")) {
        return std::nullopt;
    }
    return decode_base64(uri.substr(comma + 1));
}

/// The path that a relative URI names; nothing if it is absolute, leaves the folder or is broken.
std::optional<std::filesystem::path> path_of_uri(std::string_view uri) {
    // What stands before a colon in the first segment is a scheme, as in http: and file:.
    const auto decoded = decode_percents(uri);
    if (!decoded || decoded->empty() ||
        uri.substr(0, uri.find('/')).find(':') != std::string_view::npos ||
        decoded->find('\0') != std::string::npos) {
        return std::nullopt;
    }
    const auto path = std::filesystem::path(*decoded).lexically_normal();
    if (path.is_absolute() || *path.begin() == "..") {
        return std::nullopt;
    }
    return path;
}

constexpr std::size_t header_bytes = 12;
constexpr std::size_t chunk_header_bytes = 8;
constexpr std::uint32_t json_type = 0x4E4F534A;
constexpr std::uint32_t binary_type = 0x004E4942;

struct GlbChunk {
    std::uint32_t type = 0;
    std::span<const char> content;
};

GlbChunk chunk_at(std::span<const char> bytes, std::size_t offset) {
    if (bytes.size() - offset < chunk_header_bytes) {
        fail_at_byte(offset, "ends within the header of a chunk");
    }
    const std::size_t length = load_little<std::uint32_t>(bytes.data() + offset);
    if (length > bytes.size() - offset - chunk_header_bytes) {
        fail_at_byte(offset, "a chunk announces " + std::to_string(length) +
                                 " bytes, which is more than the file has");
    }
    return {load_little<std::uint32_t>(bytes.data() + offset + 4),
            bytes.subspan(offset + chunk_header_bytes, length)};
}

void check_header(std::span<const char> bytes) {
    if (bytes.size() < header_bytes) {
        fail_at_byte(bytes.size(), "ends within the 12-byte header of a GLB file");
    }
    const auto version = load_little<std::uint32_t>(bytes.data() + 4);
    if (version != 2) {
        fail_at_byte(4, "is GLB of version " + std::to_string(version) + ", but only 2 is known",
                     ErrorCode::Unsupported);
    }
    const std::size_t length = load_little<std::uint32_t>(bytes.data() + 8);
    if (length != bytes.size()) {
        fail_at_byte(8, "the header announces " + std::to_string(length) +
                            " bytes, but the file has " + std::to_string(bytes.size()));
    }
}

} // namespace

GltfContainer open_gltf_container(std::span<const char> bytes) {
    if (!std::string_view(bytes.data(), bytes.size()).starts_with("glTF")) {
        return {.json = bytes};
    }
    check_header(bytes);
    const GlbChunk json = chunk_at(bytes, header_bytes);
    if (json.type != json_type) {
        fail_at_byte(header_bytes, "the first chunk is not JSON");
    }
    GltfContainer opened{.json = json.content};
    const std::size_t next = header_bytes + chunk_header_bytes + json.content.size();
    if (next < bytes.size()) {
        const GlbChunk second = chunk_at(bytes, next);
        opened.binary = second.type == binary_type ? second.content : opened.binary;
    }
    return opened;
}

namespace {

/// Writers pad files; one that is much longer than declared is not the file that was meant.
constexpr std::size_t most_padding = 65536;

/// A byte can hold one index. Beyond that, geometry is repeated; a repeated mesh is decoded once.
constexpr std::size_t most_elements_per_byte = 64;
constexpr std::size_t elements_always_allowed = std::size_t{1} << 20;

} // namespace

std::span<const char> GltfBuffers::buffer(std::size_t index) {
    const auto known = opened_.find(index);
    if (known != opened_.end()) {
        return known->second;
    }
    const GltfObject described = json_.buffer(index);
    const std::size_t declared = described.required_whole("byteLength");
    const std::span<const char> bytes = open(described, index);
    if (bytes.size() < declared) {
        described.fail("declares " + std::to_string(declared) + " bytes, but there are only " +
                       std::to_string(bytes.size()));
    }
    return opened_[index] = bytes.first(declared);
}

void GltfBuffers::will_decode(std::size_t elements) {
    const std::size_t most = most_elements_per_byte * total_bytes() + elements_always_allowed;
    if (elements > most - decoded_elements_) {
        fail_whole("its meshes name the same data so often that they would take more than " +
                       std::to_string(most_elements_per_byte) + " corners per byte",
                   ErrorCode::Unsupported);
    }
    decoded_elements_ += elements;
}

std::span<const char> GltfBuffers::open(const GltfObject& buffer, std::size_t index) {
    const auto uri = buffer.text("uri");
    if (!uri) {
        if (index != 0 || container_.binary.empty()) {
            buffer.fail("has no data");
        }
        return container_.binary;
    }
    if (!uri->starts_with("data:")) {
        return open_file(buffer, *uri, buffer.required_whole("byteLength"));
    }
    auto data = decode_data_uri(*uri);
    if (!data) {
        buffer.fail("its data URI is not valid base64");
    }
    return decoded_[index] = std::move(*data);
}

std::span<const char> GltfBuffers::open_file(const GltfObject& buffer, std::string_view uri,
                                             std::size_t declared) {
    const auto relative = path_of_uri(uri);
    if (!relative) {
        buffer.fail(in_quotes(uri) + " is not the path of a file beside this one",
                    ErrorCode::Unsupported);
    }
    const auto known = files_.find(*relative);
    if (known != files_.end()) {
        return known->second.view();
    }
    const std::filesystem::path path = folder_ / *relative;
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (error) {
        buffer.fail(in_quotes(uri) + ": " + error.message(), ErrorCode::FileUnreadable);
    }
    if (size < declared || size - declared > most_padding) {
        buffer.fail(in_quotes(uri) + " has " + std::to_string(size) + " bytes, but " +
                    std::to_string(declared) + " are declared");
    }
    auto bytes = read_file_bytes(path);
    if (!bytes) {
        buffer.fail(bytes.error().message, bytes.error().code);
    }
    const FileBytes& kept = files_[*relative] = std::move(*bytes);
    loaded_bytes_ += kept.view().size();
    return kept.view();
}

} // namespace impinge::inline v0
