// SPDX-License-Identifier: Apache-2.0
#include "mesh/vector_area.hpp"

#include "base/parallel.hpp"
#include "math/measures.hpp"

#include <vector>

namespace impinge::inline v0 {
namespace {

struct AreaSum {
    Vec3d vector;
    double size = 0; ///< sum of what rounding is measured by
};

AreaSum sum_over(std::span<const Vec3d> positions, std::span<const TriangleIndices> triangles) {
    AreaSum sum;
    for (const auto& [a, b, c] : triangles) {
        const Vec3d u = positions[b] - positions[a];
        const Vec3d v = positions[c] - positions[a];
        sum.vector = sum.vector + cross(u, v);
        const Vec3d size_u = absolute(u);
        const Vec3d size_v = absolute(v);
        sum.size += (size_u.x + size_u.y + size_u.z) * (size_v.x + size_v.y + size_v.z);
    }
    return sum;
}

} // namespace

bool surely_unbalanced(std::span<const Vec3d> positions, std::span<const TriangleIndices> triangles,
                       const Context& context) {
    constexpr std::size_t triangles_per_chunk = 1 << 14;
    std::vector<AreaSum> parts(chunk_count(triangles.size(), triangles_per_chunk));
    for_each_chunk(context, triangles.size(), triangles_per_chunk, [&](const Chunk& chunk) {
        parts[chunk.index] =
            sum_over(positions, triangles.subspan(chunk.begin, chunk.end - chunk.begin));
    });
    if (context.cancelled()) {
        return false;
    }
    AreaSum whole;
    for (const AreaSum& part : parts) {
        whole.vector = whole.vector + part.vector;
        whole.size += part.size;
    }
    // A coordinate of a product is off by at most four roundings of its size, of which the
    // differences have one each; a sum of n terms by n - 1 roundings of the sum of their sizes.
    // Twice as much is more than enough for that of the sizes themselves. Where something is not
    // finite, or so small that products lose bits below the range of doubles, nothing is said.
    const double doubt =
        (static_cast<double>(triangles.size()) + 8) * 0x1p-51 * whole.size + 1e-290;
    return largest_magnitude(whole.vector) > doubt && is_finite(whole.vector);
}

} // namespace impinge::inline v0
