// SPDX-License-Identifier: Apache-2.0
//
// An accessor of a glTF file: a row of numbers or vectors somewhere in a buffer, perhaps with some
// of them replaced (sparse). That all of it lies in the buffer is checked on construction.
#pragma once

#include "io/gltf/buffers.hpp"
#include "io/gltf/json.hpp"

#include <array>
#include <cstdint>

namespace impinge::inline v0 {

enum class GltfComponent : std::uint16_t {
    Int8 = 5120,
    Uint8 = 5121,
    Int16 = 5122,
    Uint16 = 5123,
    Uint32 = 5125,
    Float32 = 5126,
};

class GltfAccessor {
  public:
    /// `type` is what glTF calls it: "SCALAR", "VEC2", "VEC3", "VEC4". Another one is refused.
    GltfAccessor(const GltfJson& json, GltfBuffers& buffers, std::size_t index, const char* type);

    [[nodiscard]] std::size_t count() const { return count_; }
    [[nodiscard]] GltfComponent component() const { return component_; }
    /// Of a vector, widened without change; integers become fractions of 1 if the file says so.
    /// What is not finite (infinite or NaN) is refused.
    [[nodiscard]] std::array<double, 4> vector(std::size_t index) const;
    /// Of a SCALAR of unsigned integers.
    [[nodiscard]] std::uint32_t whole(std::size_t index) const;

    [[noreturn]] void fail(std::string reason, ErrorCode code = ErrorCode::FileMalformed) const {
        throw ParseFailure{code, place_, std::move(reason)};
    }

  private:
    /// Equal elements at equal distances.
    struct Row {
        const char* first = nullptr;
        std::size_t stride = 0;
        [[nodiscard]] const char* at(std::size_t i) const { return first + i * stride; }
    };
    struct Extent {
        std::size_t view = 0;
        std::size_t offset = 0;
        std::size_t element_bytes = 0;
        std::size_t count = 0;
    };

    Row row(const GltfJson& json, GltfBuffers& buffers, const Extent& extent) const;
    void read_sparse(const GltfJson& json, GltfBuffers& buffers, const GltfObject& sparse);
    /// Null where nothing is stored, which means zeros.
    [[nodiscard]] const char* element(std::size_t index) const;
    [[nodiscard]] double number(const char* bytes) const;
    [[nodiscard]] std::size_t element_bytes() const;

    std::string place_;
    GltfComponent component_ = GltfComponent::Float32;
    std::size_t width_ = 1; ///< components of an element
    std::size_t count_ = 0;
    bool normalized_ = false;
    Row row_;
    Row replacements_;
    std::vector<std::uint32_t> replaced_; ///< ascending
};

} // namespace impinge::inline v0
