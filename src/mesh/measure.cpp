// SPDX-License-Identifier: Apache-2.0
//
// Volumes are measured from the centre of the box, which keeps the terms small: six times the
// volume is the sum of det(a - o, b - o, c - o) over the triangles.
#include "impinge/defects.hpp"

#include "base/no_throw.hpp"

namespace impinge::inline v0 {

Expected<MeshMeasures> measure(const MeshView& mesh) {
    return no_throw([&]() -> Expected<MeshMeasures> {
        if (Status status = validate(mesh); !status) {
            return status.error();
        }
        MeshMeasures measures;
        for (std::size_t index = 0; index < mesh.triangle_count(); ++index) {
            for (const Vec3d& corner : mesh.triangle(index).corners) {
                measures.box = extend(measures.box, corner);
            }
        }
        const Vec3d origin = measures.box.min * 0.5 + measures.box.max * 0.5;
        for (std::size_t index = 0; index < mesh.triangle_count(); ++index) {
            const Triangle triangle = mesh.triangle(index);
            const Vec3d a = triangle[0] - origin;
            const Vec3d ab = triangle[1] - triangle[0];
            const Vec3d ac = triangle[2] - triangle[0];
            const Vec3d normal = cross(ab, ac);
            measures.area += length(normal) * 0.5;
            measures.volume += dot(a, normal) / 6;
        }
        return measures;
    });
}

} // namespace impinge::inline v0
