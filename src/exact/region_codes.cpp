// SPDX-License-Identifier: Apache-2.0
#include "exact/region_codes.hpp"

#include "base/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace impinge {
namespace {

constexpr std::size_t vertices_per_chunk = 1 << 15;
constexpr std::size_t triangles_per_chunk = 1 << 15;
constexpr double inner_codes = above_region - 1; // codes 1 .. 65534 lie inside the region

/// Four codes so that a vertex is one aligned 8-byte load; the fourth is unused.
struct VertexCode {
    std::array<Code, 4> axis;
};

class AxisCoder {
  public:
    AxisCoder(double low, double high) : low_(low), high_(high) {
        const double scale = (inner_codes - 1) / (high - low);
        // A flat region, or one beyond the range of doubles, has a single code: correct, only slow.
        scale_ = std::isfinite(scale) ? scale : 0;
    }
    [[nodiscard]] Code operator()(double x) const {
        const double steps = std::clamp((x - low_) * scale_, 0.0, inner_codes - 1);
        const int inside = 1 + static_cast<int>(steps);
        return static_cast<Code>(x < low_ ? below_region : x > high_ ? above_region : inside);
    }

  private:
    double low_;
    double high_;
    double scale_ = 0;
};

std::vector<VertexCode> code_vertices(std::span<const Vec3d> vertices, const Box3& region,
                                      const Context& context) {
    std::vector<VertexCode> codes(vertices.size());
    const AxisCoder code_x(region.min.x, region.max.x);
    const AxisCoder code_y(region.min.y, region.max.y);
    const AxisCoder code_z(region.min.z, region.max.z);
    for_each_chunk(context, vertices.size(), vertices_per_chunk, [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            const Vec3d p = vertices[i];
            codes[i] = {{code_x(p.x), code_y(p.y), code_z(p.z), 0}};
        }
    });
    return codes;
}

CodedTriangle code_triangle(const VertexCode& p, const VertexCode& q, const VertexCode& r,
                            std::size_t index) {
    CodedTriangle coded{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        coded.low[axis] = std::min({p.axis[axis], q.axis[axis], r.axis[axis]});
        coded.high[axis] = std::max({p.axis[axis], q.axis[axis], r.axis[axis]});
    }
    coded.index = static_cast<std::uint32_t>(index);
    return coded;
}

bool reaches_region(const CodedTriangle& t) {
    return t.high[0] != below_region && t.high[1] != below_region && t.high[2] != below_region &&
           t.low[0] != above_region && t.low[1] != above_region && t.low[2] != above_region;
}

} // namespace

std::vector<CodedTriangle> cull(const WorldMesh& mesh, const Box3& region, const Context& context) {
    const std::vector<VertexCode> codes = code_vertices(mesh.vertices, region, context);
    return gather_chunks<CodedTriangle>(
        context, mesh.triangles.size(), triangles_per_chunk, [&](const Chunk& chunk) {
            std::vector<CodedTriangle> kept(chunk.end - chunk.begin);
            std::size_t count = 0;
            for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                const TriangleIndices& t = mesh.triangles[i];
                kept[count] = code_triangle(codes[t[0]], codes[t[1]], codes[t[2]], i);
                count += reaches_region(kept[count]) ? 1 : 0;
            }
            kept.resize(count);
            return kept;
        });
}

} // namespace impinge
