// SPDX-License-Identifier: Apache-2.0
//
// glTF files put together for tests: a binary buffer that grows, views and accessors into it, and
// whatever else as JSON text.
#pragma once

#include "impinge/files.hpp"
#include "mesh_files.hpp"
#include "tests/fuzz/containers.hpp"

#include <array>
#include <string>
#include <vector>

namespace impinge::io_test {

/// Base64, written without the library's own code.
inline std::string base64(const std::string& bytes) {
    const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        unsigned group = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            group = group * 256 +
                    (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        }
        for (std::size_t k = 0; k < 4; ++k) {
            out += i + k > bytes.size() ? '=' : digits[(group >> (18 - 6 * k)) & 63U];
        }
    }
    return out;
}

template <typename T> std::string packed(const std::vector<T>& values) {
    std::string out;
    for (const T value : values) {
        out += little(value);
    }
    return out;
}

/// Codes of component types.
inline constexpr int int8_code = 5120;
inline constexpr int uint8_code = 5121;
inline constexpr int int16_code = 5122;
inline constexpr int uint16_code = 5123;
inline constexpr int uint32_code = 5125;
inline constexpr int float_code = 5126;

class GltfMaker {
  public:
    /// The index of a new view of these bytes, at an offset that is a multiple of 4.
    std::size_t view(const std::string& bytes, const std::string& more = "") {
        buffer_.resize((buffer_.size() + 3) / 4 * 4);
        views_.push_back(R"({"buffer":0,"byteOffset":)" + std::to_string(buffer_.size()) +
                         R"(,"byteLength":)" + std::to_string(bytes.size()) + more + "}");
        buffer_ += bytes;
        return views_.size() - 1;
    }
    std::size_t accessor(const std::string& json) {
        accessors_.push_back(json);
        return accessors_.size() - 1;
    }
    std::size_t accessor(std::size_t view, int code, std::size_t count, const std::string& type,
                         const std::string& more = "") {
        return accessor(R"({"bufferView":)" + std::to_string(view) + R"(,"componentType":)" +
                        std::to_string(code) + R"(,"count":)" + std::to_string(count) +
                        R"(,"type":")" + type + "\"" + more + "}");
    }
    std::size_t floats(const std::vector<float>& xyz) {
        return accessor(view(packed(xyz)), float_code, xyz.size() / 3, "VEC3");
    }
    template <typename T> std::size_t indices(const std::vector<T>& values, int code) {
        return accessor(view(packed(values)), code, values.size(), "SCALAR");
    }

    /// The JSON with `rest` (meshes, nodes, scenes) in it.
    [[nodiscard]] std::string json(const std::string& rest, const std::string& uri = "") const {
        return R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":)" +
               std::to_string(buffer_.size()) + (uri.empty() ? "" : R"(,"uri":")" + uri + "\"") +
               R"(}],"bufferViews":[)" + joined(views_) + R"(],"accessors":[)" +
               joined(accessors_) + "]," + rest + "}";
    }
    [[nodiscard]] std::string glb(const std::string& rest) const {
        return fuzz::glb_file(json(rest), buffer_);
    }
    [[nodiscard]] std::string with_data_uri(const std::string& rest) const {
        return json(rest, "data:application/octet-stream;base64," + base64(buffer_));
    }
    [[nodiscard]] const std::string& buffer() const { return buffer_; }

  private:
    static std::string joined(const std::vector<std::string>& items) {
        std::string out;
        for (const std::string& item : items) {
            out += (out.empty() ? "" : ",") + item;
        }
        return out;
    }

    std::string buffer_;
    std::vector<std::string> views_;
    std::vector<std::string> accessors_;
};

inline std::vector<float> tetrahedron_floats() { return {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}; }
inline std::vector<std::uint16_t> tetrahedron_indices() {
    return {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
}

/// A file whose accessors 0 and 1 are positions and indices of a tetrahedron.
inline GltfMaker tetrahedron_maker() {
    GltfMaker maker;
    maker.floats(tetrahedron_floats());
    maker.indices(tetrahedron_indices(), uint16_code);
    return maker;
}

/// A mesh of that tetrahedron.
inline const std::string tetrahedron_mesh =
    R"("meshes":[{"name":"tetra","primitives":[{"attributes":{"POSITION":0},"indices":1}]}])";

inline Expected<FileBodies> parse_gltf_file(const std::string& bytes) {
    return parse_bodies(bytes_of(bytes), "part.gltf");
}

/// The message, or what was read instead of failing.
inline std::string failure(const Expected<FileBodies>& read) {
    return read ? "read " + std::to_string(read->bodies.size()) + " bodies" : read.error().message;
}

} // namespace impinge::io_test
