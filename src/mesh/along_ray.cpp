// SPDX-License-Identifier: Apache-2.0
#include "mesh/along_ray.hpp"

#include "base/parallel.hpp"
#include "base/unset_array.hpp"

namespace impinge::inline v0 {
namespace {

/// One bit each for x < min.x, y < min.y, y > max.y, z < min.z and z > max.z.
using Outcode = std::uint8_t;

Outcode outcode(const Box3& from, Vec3d p) {
    return static_cast<Outcode>(static_cast<unsigned>(p.x < from.min.x) |
                                static_cast<unsigned>(p.y < from.min.y) << 1U |
                                static_cast<unsigned>(p.z < from.min.z) << 2U |
                                static_cast<unsigned>(p.y > from.max.y) << 3U |
                                static_cast<unsigned>(p.z > from.max.z) << 4U);
}

void write_outcodes(const Box3& from, std::span<const Vec3d> points, Outcode* codes) {
    for (std::size_t i = 0; i < points.size(); ++i) {
        codes[i] = outcode(from, points[i]);
    }
}

} // namespace

std::vector<std::uint32_t> triangles_along_ray(const Box3& from, std::span<const Vec3d> positions,
                                               std::span<const TriangleIndices> triangles,
                                               const Context& context) {
    const UnsetArray<Outcode> codes = make_unset_array<Outcode>(positions.size());
    for_each_chunk(context, positions.size(), chunk_size_for(positions.size()),
                   [&](const Chunk& chunk) {
                       write_outcodes(from, positions.subspan(chunk.begin, chunk.end - chunk.begin),
                                      codes.get() + chunk.begin);
                   });
    if (context.cancelled()) {
        return {}; // some codes were never written
    }
    return gather_chunks<std::uint32_t>(
        context, triangles.size(), chunk_size_for(triangles.size()), [&](const Chunk& chunk) {
            const Outcode* const code = codes.get();
            std::vector<std::uint32_t> found;
            for (std::size_t index = chunk.begin; index < chunk.end; ++index) {
                const auto& [a, b, c] = triangles[index];
                if ((code[a] & code[b] & code[c]) == 0) {
                    found.push_back(static_cast<std::uint32_t>(index));
                }
            }
            return found;
        });
}

} // namespace impinge::inline v0
