// SPDX-License-Identifier: Apache-2.0
//
// Binary STL: 80 bytes of anything, the number of triangles, then 50 bytes for each: normal, three
// corners (all float, little-endian) and two bytes that some programs use for colour.
#include "io/byte_order.hpp"
#include "io/large_pages.hpp"
#include "io/parse_failure.hpp"
#include "io/parsers.hpp"
#include "io/point_index.hpp"
#include "io/stl_layout.hpp"

#include <algorithm>
#include <array>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t block = 64; ///< triangles whose corners are looked up together

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

std::size_t corner_offset(std::size_t triangle, std::size_t corner) {
    return stl_header_bytes + triangle * stl_triangle_bytes + 12 + 12 * corner;
}

[[noreturn]] void fail_not_finite(std::size_t triangle, std::size_t corner) {
    fail_at_byte(corner_offset(triangle, corner),
                 "triangle " + std::to_string(triangle) + " has a coordinate that is not finite",
                 ErrorCode::NonFinite);
}

/// The corners of triangles from `first` on.
void load_corners(std::span<const char> bytes, std::size_t first, std::span<Vec3d> corners) {
    for (std::size_t i = 0; i < corners.size(); ++i) {
        corners[i] = load_corner(bytes.data() + corner_offset(first + i / 3, i % 3));
        if (!is_finite(corners[i])) {
            fail_not_finite(first + i / 3, i % 3);
        }
    }
}

} // namespace

Mesh parse_stl_binary(std::span<const char> bytes) {
    const std::size_t count = checked_count(bytes);
    Mesh mesh;
    reserve_large(mesh.triangles, count);
    PointIndex points(count / 2);
    std::array<Vec3d, 3 * block> corners;
    std::array<std::uint32_t, 3 * block> indices;
    for (std::size_t first = 0; first < count; first += block) {
        const std::size_t size = std::min(block, count - first);
        load_corners(bytes, first, std::span(corners).first(3 * size));
        points.index(std::span(corners).first(3 * size), std::span(indices).first(3 * size));
        for (std::size_t i = 0; i < size; ++i) {
            mesh.triangles.push_back({indices[3 * i], indices[3 * i + 1], indices[3 * i + 2]});
        }
    }
    mesh.positions = points.take_points();
    return mesh;
}

} // namespace impinge::inline v0
