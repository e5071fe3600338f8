// SPDX-License-Identifier: Apache-2.0
//
// What the tests of readers and writers share: small meshes, bytes put together by hand, and a
// folder that goes away.
#pragma once

#include "impinge/expected.hpp"
#include "impinge/mesh.hpp"

#include <bit>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <sstream>
#include <string>
#include <unistd.h>

namespace impinge::io_test {

inline std::span<const char> bytes_of(const std::string& text) {
    return {text.data(), text.size()};
}

/// Of what was read; "no error" if it was.
template <typename Read> std::string error_of(const Expected<Read>& read) {
    return read ? "no error" : read.error().message;
}

/// The bytes of a number, least significant first, without the library's own code for it.
template <typename T> std::string little(T value) {
    std::uint64_t bits = 0;
    static_assert(std::endian::native == std::endian::little && sizeof(T) <= 8);
    std::memcpy(&bits, &value, sizeof(T));
    std::string out;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        out += static_cast<char>((bits >> (8 * i)) & 0xFFu);
    }
    return out;
}

template <typename T> std::string big(T value) {
    const std::string reversed = little(value);
    return {reversed.rbegin(), reversed.rend()};
}

/// A tetrahedron; with doubles that are no floats when `scale` is 0.1.
inline Mesh tetrahedron(double scale = 1) {
    return {{{0, 0, 0}, {scale, 0, 0}, {0, scale, 0}, {0, 0, scale}},
            {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};
}

/// Equal bits, so that 0 and -0 differ.
inline bool same_bits(const Mesh& a, const Mesh& b) {
    return a.triangles == b.triangles && a.positions.size() == b.positions.size() &&
           std::memcmp(a.positions.data(), b.positions.data(),
                       a.positions.size() * sizeof(Vec3d)) == 0;
}

inline std::string stl_corner(float x, float y, float z) {
    return little(x) + little(y) + little(z);
}

/// Binary STL by hand: `count` as announced, then the triangles of the mesh.
inline std::string binary_stl(const Mesh& mesh, std::uint32_t count) {
    std::string out(80, 'h');
    out += little(count);
    for (const TriangleIndices& triangle : mesh.triangles) {
        out += stl_corner(0, 0, 0);
        for (const std::uint32_t corner : triangle) {
            const Vec3d p = mesh.positions[corner];
            out += stl_corner(static_cast<float>(p.x), static_cast<float>(p.y),
                              static_cast<float>(p.z));
        }
        out += std::string(2, '\0');
    }
    return out;
}

class TemporaryFolder : public ::testing::Test {
  protected:
    void SetUp() override {
        std::string pattern = (std::filesystem::temp_directory_path() / "impinge-XXXXXX").string();
        ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
        folder_ = pattern;
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    [[nodiscard]] std::filesystem::path file(const std::string& name) const {
        return folder_ / name;
    }
    [[nodiscard]] std::filesystem::path file(const std::string& name,
                                             const std::string& content) const {
        std::ofstream(folder_ / name, std::ios::binary) << content;
        return folder_ / name;
    }
    [[nodiscard]] std::size_t files_present() const {
        return static_cast<std::size_t>(
            std::distance(std::filesystem::directory_iterator(folder_), {}));
    }
    static std::string content(const std::filesystem::path& path) {
        std::ostringstream out;
        out << std::ifstream(path, std::ios::binary).rdbuf();
        return out.str();
    }

  private:
    std::filesystem::path folder_;
};

} // namespace impinge::io_test
