// SPDX-License-Identifier: Apache-2.0
//
// GLB wraps the JSON of a glTF file and its first buffer into one binary file.
#pragma once

#include <cstddef>
#include <span>

namespace impinge::inline v0 {

struct GltfContainer {
    std::span<const char> json{};
    std::span<const char> binary{}; ///< empty if there is none
};

/// Bytes that do not begin like GLB are taken as JSON alone.
GltfContainer open_gltf_container(std::span<const char> bytes);

} // namespace impinge::inline v0
