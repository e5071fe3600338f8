// SPDX-License-Identifier: Apache-2.0
//
// Binary STL: 80 bytes of anything, the number of triangles, then 50 bytes for each: normal, three
// corners (all float, little-endian) and two bytes that some programs use for colour.
#include "io/byte_order.hpp"
#include "io/parse_failure.hpp"
#include "io/parsers.hpp"
#include "io/point_index.hpp"
#include "io/stl_layout.hpp"

#include <algorithm>
#include <array>

namespace impinge {
namespace {

constexpr std::size_t block = 32; ///< triangles whose corners are looked up together

Vec3d load_corner(const char* bytes) {
    return {load_little<float>(bytes), load_little<float>(bytes + 4),
            load_little<float>(bytes + 8)};
}

std::size_t checked_count(std::span<const char> bytes) {
    if (bytes.size() < stl_header_bytes) {
        fail_at_byte(bytes.size(), "ends within the 84-byte header of a binary STL file");
    }
    const std::size_t count = load_little<std::uint32_t>(bytes.data() + stl_count_offset);
    const std::size_t wanted = stl_header_bytes + count * stl_triangle_bytes;
    if (wanted != bytes.size()) {
        fail_at_byte(stl_count_offset, "the header announces " + std::to_string(count) +
                                           " triangles, which take " + std::to_string(wanted) +
                                           " bytes, but the file has " +
                                           std::to_string(bytes.size()));
    }
    if (count == 0) {
        fail_at_byte(stl_count_offset, "holds no triangles");
    }
    return count;
}

} // namespace

Mesh parse_stl_binary(std::span<const char> bytes) {
    const std::size_t count = checked_count(bytes);
    Mesh mesh;
    mesh.triangles.resize(count);
    PointIndex points(count / 2);
    std::array<std::array<Vec3d, 3>, block> corners;
    std::array<std::array<std::uint64_t, 3>, block> keys;
    for (std::size_t first = 0; first < count; first += block) {
        const std::size_t size = std::min(block, count - first);
        for (std::size_t i = 0; i < size; ++i) {
            const std::size_t at = stl_header_bytes + (first + i) * stl_triangle_bytes + 12;
            for (std::size_t k = 0; k < 3; ++k) {
                const Vec3d corner = load_corner(bytes.data() + at + 12 * k);
                if (!is_finite(corner)) {
                    fail_at_byte(at + 12 * k,
                                 "triangle " + std::to_string(first + i) +
                                     " has a coordinate that is not finite",
                                 ErrorCode::NonFinite);
                }
                corners[i][k] = corner;
                keys[i][k] = points.key_of(corner);
                points.prefetch(keys[i][k]);
            }
        }
        for (std::size_t i = 0; i < size; ++i) {
            for (std::size_t k = 0; k < 3; ++k) {
                mesh.triangles[first + i][k] = points.index_of(corners[i][k], keys[i][k]);
            }
        }
    }
    mesh.positions = points.take_points();
    return mesh;
}

} // namespace impinge
