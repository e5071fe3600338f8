// SPDX-License-Identifier: Apache-2.0
#include "exact/pairs/quantised_mesh.hpp"

#include "base/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t codes_per_chunk = 1 << 15;

class AxisQuantiser {
  public:
    AxisQuantiser(double low, double high) : low_(low), high_(high) {
        // A flat region, or one beyond the range of doubles, has a single code: correct, only slow.
        const double scale = last_step / (high - low);
        scale_ = std::isfinite(scale) ? scale : 0;
    }
    [[nodiscard]] Code operator()(double x) const {
        // 0 stands first: it is what remains of the infinity times zero that a point beyond the
        // range of doubles from the region makes.
        const double steps = std::min(last_step, std::max(0.0, (x - low_) * scale_));
        const int inside = below_region + 1 + static_cast<int>(steps);
        return static_cast<Code>(x < low_ ? below_region : x > high_ ? above_region : inside);
    }

  private:
    static constexpr double last_step = above_region - below_region - 2; // both ends lie outside

    double low_;
    double high_;
    double scale_ = 0;
};

} // namespace

QuantisedMesh::QuantisedMesh(const WorldMesh& mesh, const Box3& region, const Context& context)
    : codes_(mesh.vertices.size()), triangles_(mesh.triangles) {
    const AxisQuantiser code_x(region.min.x, region.max.x);
    const AxisQuantiser code_y(region.min.y, region.max.y);
    const AxisQuantiser code_z(region.min.z, region.max.z);
    for_each_chunk(context, codes_.size(), codes_per_chunk, [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            const Vec3d p = mesh.vertices[i];
            codes_[i] = Codes{code_x(p.x), code_y(p.y), code_z(p.z), 0};
        }
    });
}

std::vector<QuantisedTriangle> cull(const WorldMesh& mesh, const Box3& region,
                                    const Context& context) {
    const QuantisedMesh coded(mesh, region, context);
    return gather_chunks<QuantisedTriangle>(
        context, coded.size(), triangles_per_chunk, [&](const Chunk& chunk) {
            std::vector<QuantisedTriangle> kept;
            for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                if (reaches_region(coded[i])) {
                    kept.push_back(coded[i]);
                }
            }
            return kept;
        });
}

} // namespace impinge::inline v0
