// SPDX-License-Identifier: Apache-2.0
//
// GLB: "glTF", version, length of the file; then chunks of length, type, content. The first is
// JSON, the second may be binary, further ones are to be ignored. All numbers are 32 bits wide,
// little-endian.
#include "io/gltf/container.hpp"

#include "io/byte_order.hpp"
#include "io/parse_failure.hpp"

#include <string_view>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t header_bytes = 12;
constexpr std::size_t chunk_header_bytes = 8;
constexpr std::uint32_t json_type = 0x4E4F534A;
constexpr std::uint32_t binary_type = 0x004E4942;

struct Chunk {
    std::uint32_t type = 0;
    std::span<const char> content;
};

Chunk chunk_at(std::span<const char> bytes, std::size_t offset) {
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
    const Chunk json = chunk_at(bytes, header_bytes);
    if (json.type != json_type) {
        fail_at_byte(header_bytes, "the first chunk is not JSON");
    }
    GltfContainer opened{.json = json.content};
    const std::size_t next = header_bytes + chunk_header_bytes + json.content.size();
    if (next < bytes.size()) {
        const Chunk second = chunk_at(bytes, next);
        opened.binary = second.type == binary_type ? second.content : opened.binary;
    }
    return opened;
}

} // namespace impinge::inline v0
