// SPDX-License-Identifier: Apache-2.0
#include "io/gltf/buffers.hpp"

#include "io/text_cursor.hpp"

#include <system_error>

namespace impinge::inline v0 {
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
