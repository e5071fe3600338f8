// SPDX-License-Identifier: Apache-2.0
//
// Each component is measured from one of its own vertices, o: six times its volume is the sum of
// det(a - o, b - o, c - o) over its triangles.
#include "mesh/volume.hpp"

#include "base/no_throw.hpp"
#include "impinge/defects.hpp"
#include "math/measures.hpp"
#include "predicates/exact_number.hpp"

#include <cmath>

namespace impinge::inline v0 {
namespace {

struct RoundedVolume {
    Vec3d origin;
    Box3 box;
    double sum = 0;
    double magnitude = 0; ///< the same sum with every product made positive
    std::size_t triangles = 0;
};

void add_triangle(RoundedVolume& volume, Vec3d a, Vec3d b, Vec3d c) {
    if (volume.triangles++ == 0) {
        volume.origin = a;
    }
    volume.box = extend(extend(extend(volume.box, a), b), c);
    a = a - volume.origin;
    b = b - volume.origin;
    c = c - volume.origin;
    volume.sum += dot(a, cross(b, c));
    a = absolute(a);
    b = absolute(b);
    c = absolute(c);
    volume.magnitude += a.x * (b.y * c.z + b.z * c.y) + a.y * (b.z * c.x + b.x * c.z) +
                        a.z * (b.x * c.y + b.y * c.x);
}

bool is_flat(const Box3& box) {
    return box.min.x == box.max.x || box.min.y == box.max.y || box.min.z == box.max.z;
}

/// The sign if rounding cannot have changed it, 0 if it might.
///
/// A determinant of rounded differences is off by less than 8 units in the last place of its
/// magnitude, and adding n of them by n units of the magnitude's sum, which is itself too small by
/// at most as much; twice (n + 8) units cover all of it. Below 1e100 nothing overflows, and what
/// underflow loses in one triangle stays far below 1e-200.
Sign certain_sign(const RoundedVolume& volume) {
    const Vec3d size = extent(volume.box);
    if (!(std::max({size.x, size.y, size.z}) < 1e100)) {
        return 0;
    }
    const auto count = static_cast<double>(volume.triangles);
    const double error = (count + 8) * 0x1p-52 * volume.magnitude + count * 1e-200;
    return volume.sum > error ? 1 : volume.sum < -error ? -1 : 0;
}

/// The exact signs of the components marked in `wanted`, in one pass over the triangles.
void sum_exactly(std::span<const Vec3d> positions, std::span<const TriangleIndices> triangles,
                 const Components& components, std::span<const RoundedVolume> rounded,
                 std::span<const std::uint8_t> wanted, std::vector<Sign>& signs) {
    std::vector<ExactNumber> sums(components.count);
    for (std::size_t index = 0; index < triangles.size(); ++index) {
        const std::uint32_t component = components.of_triangle[index];
        if (wanted[component] != 0) {
            const auto& [a, b, c] = triangles[index];
            sums[component] =
                sums[component] +
                exact_orient3d(rounded[component].origin, positions[a], positions[b], positions[c]);
        }
    }
    for (std::size_t component = 0; component < components.count; ++component) {
        if (wanted[component] != 0) {
            signs[component] = sums[component].sign();
        }
    }
}

} // namespace

std::vector<Sign> volume_signs(std::span<const Vec3d> positions,
                               std::span<const TriangleIndices> triangles,
                               const Components& components) {
    std::vector<RoundedVolume> rounded(components.count);
    for (std::size_t index = 0; index < triangles.size(); ++index) {
        const auto& [a, b, c] = triangles[index];
        add_triangle(rounded[components.of_triangle[index]], positions[a], positions[b],
                     positions[c]);
    }
    std::vector<Sign> signs(components.count, 0);
    std::vector<std::uint8_t> uncertain(components.count, 0);
    std::size_t uncertain_count = 0;
    for (std::size_t component = 0; component < components.count; ++component) {
        if (!is_flat(rounded[component].box)) {
            signs[component] = certain_sign(rounded[component]);
            uncertain[component] = signs[component] == 0 ? 1 : 0;
            uncertain_count += uncertain[component];
        }
    }
    if (uncertain_count > 0) {
        sum_exactly(positions, triangles, components, rounded, uncertain, signs);
    }
    return signs;
}

/// Volumes are measured from the centre of the box here, which keeps the terms small.
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
        const Vec3d origin = centre(measures.box);
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
