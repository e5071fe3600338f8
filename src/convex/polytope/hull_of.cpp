// SPDX-License-Identifier: Apache-2.0
#include "base/no_throw.hpp"
#include "convex/polytope/exact_hull.hpp"
#include "convex/polytope_data.hpp"

namespace impinge::inline v0 {

Expected<Polytope> Polytope::hull_of(std::span<const Vec3d> points) {
    return no_throw([&]() -> Expected<Polytope> {
        const MeshView cloud(points, std::span<const TriangleIndices>{});
        if (Status status = validate(cloud); !status) {
            return status.error();
        }
        Expected<std::vector<TriangleIndices>> triangles = exact_hull(points);
        if (!triangles) {
            return triangles.error();
        }
        return from_mesh(MeshView(points, *triangles));
    });
}

} // namespace impinge::inline v0
