// SPDX-License-Identifier: Apache-2.0
//
// The bytes behind the buffers of a glTF file: in the file itself, in a data URI, or in a file
// beside it. Only buffers that are asked for are looked at.
#pragma once

#include "io/file_bytes.hpp"
#include "io/gltf/json.hpp"

#include <cstddef>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace impinge::inline v0 {

/// GLB wraps the JSON of a glTF file and its first buffer into one binary file.
struct GltfContainer {
    std::span<const char> json{};
    std::span<const char> binary{}; ///< empty if there is none
};

/// Bytes that do not begin like GLB are taken as JSON alone.
GltfContainer open_gltf_container(std::span<const char> bytes);

class GltfBuffers {
  public:
    /// All three must outlive it.
    GltfBuffers(const GltfJson& json, const GltfContainer& container,
                const std::filesystem::path& folder)
        : json_(json), container_(container), folder_(folder) {}

    /// As many bytes as the buffer declares.
    std::span<const char> buffer(std::size_t index);
    /// Of the file and of all files beside it that were opened so far.
    [[nodiscard]] std::size_t total_bytes() const {
        return container_.json.size() + container_.binary.size() + loaded_bytes_;
    }
    /// To be told before elements are decoded. A few bytes of JSON can refer to the same large
    /// buffer again and again; this refuses a file that means to be far larger than it is.
    void will_decode(std::size_t elements);

  private:
    std::span<const char> open(const GltfObject& buffer, std::size_t index);
    std::span<const char> open_file(const GltfObject& buffer, std::string_view uri,
                                    std::size_t declared);

    const GltfJson& json_;
    const GltfContainer& container_;
    const std::filesystem::path& folder_;
    std::map<std::size_t, std::span<const char>> opened_;
    std::map<std::size_t, std::vector<char>> decoded_;
    std::map<std::filesystem::path, FileBytes> files_;
    std::size_t loaded_bytes_ = 0;
    std::size_t decoded_elements_ = 0;
};

} // namespace impinge::inline v0
