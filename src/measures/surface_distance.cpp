// SPDX-License-Identifier: Apache-2.0
#include "measures/surface_distance.hpp"

#include "base/parallel.hpp"
#include "measures/oriented_surface.hpp"

#include <cmath>
#include <limits>

namespace impinge::inline v0 {

SurfaceDistance::SurfaceDistance(const WorldMesh& mesh, const Box3& box, const Context& context)
    : mesh_(mesh),
      triangles_(gather_chunks<std::uint32_t>(
          context, mesh.triangles.size(), triangles_per_chunk, [&](const Chunk& chunk) {
              std::vector<std::uint32_t> found;
              for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                  if (boxes_overlap(box_of(mesh.triangle(i)), box)) {
                      found.push_back(static_cast<std::uint32_t>(i));
                  }
              }
              return found;
          })) {
    std::vector<Box3> boxes;
    boxes.reserve(triangles_.size());
    for (const std::uint32_t index : triangles_) {
        boxes.push_back(box_of(mesh.triangle(index)));
    }
    tree_ = Bvh(boxes, context);
}

NearestPoint SurfaceDistance::nearest(Vec3d point) const {
    NearestPoint best{std::numeric_limits<double>::infinity(), {}, 0};
    visit_nearest_first(
        tree_, std::numeric_limits<double>::infinity(),
        [&](const Box3& box) { return squared_length(point - min(max(point, box.min), box.max)); },
        [&](std::uint32_t item) {
            const std::uint32_t index = triangles_[item];
            const Vec3d candidate = closest_on_triangle(mesh_.triangle(index), point).point;
            const double squared = squared_length(point - candidate);
            // Of equal ones always the same, whatever the order of the triangles.
            if (squared < best.distance || (squared == best.distance && candidate < best.point)) {
                best = {squared, candidate, index};
            }
            return best.distance;
        });
    best.distance = std::sqrt(best.distance);
    return best;
}

} // namespace impinge::inline v0
