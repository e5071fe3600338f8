// SPDX-License-Identifier: Apache-2.0
#include "impinge/winding.hpp"

#include "base/no_throw.hpp"
#include "base/parallel.hpp"
#include "math/measures.hpp"
#include "mesh/winding_tree.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t points_per_chunk = 8;
/// From here on, in sizes of the mesh, it fills no part of the sphere that a double could show.
constexpr double too_far_to_see = 0x1p150;

Status check(std::span<const Vec3d> points, const WindingOptions& options) {
    if (!(options.accuracy >= 1e-9 && options.accuracy <= 1)) {
        return Error{ErrorCode::InvalidArgument, "accuracy: must be a number from 1e-9 to 1"};
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (!is_finite(points[i])) {
            return Error{ErrorCode::NonFinite, "point " + std::to_string(i) + " is not finite"};
        }
    }
    return {};
}

/// A power of two that brings the coordinates of the triangles to 1/2 or a little more: exact.
double unit_for(const MeshView& mesh) {
    double largest = 0;
    for (std::size_t i = 0; i < mesh.triangle_count(); ++i) {
        for (const Vec3d& corner : mesh.triangle(i).corners) {
            largest = std::max(largest, largest_magnitude(corner));
        }
    }
    return largest == 0 ? 1 : std::ldexp(1.0, std::clamp(-std::ilogb(largest) - 1, -1022, 1022));
}

std::vector<Triangle> scaled_triangles(const MeshView& mesh, double unit) {
    std::vector<Triangle> triangles;
    triangles.reserve(mesh.triangle_count());
    for (std::size_t i = 0; i < mesh.triangle_count(); ++i) {
        Triangle triangle = mesh.triangle(i);
        for (Vec3d& corner : triangle.corners) {
            corner = corner * unit;
        }
        triangles.push_back(triangle);
    }
    return triangles;
}

bool pays_for_a_tree(std::size_t triangles, std::size_t points) {
    return triangles > 500 && points > 4;
}

Expected<WindingNumbers> numbers_of(const MeshView& mesh, std::span<const Vec3d> points,
                                    const WindingOptions& options, const Context& context) {
    if (const Status status = validate(mesh); !status) {
        return status.error();
    }
    if (const Status status = check(points, options); !status) {
        return status.error();
    }
    const double unit = unit_for(mesh);
    const std::vector<Triangle> triangles = scaled_triangles(mesh, unit);
    const bool by_tree =
        options.method == WindingMethod::Tree ||
        (options.method == WindingMethod::Auto && pays_for_a_tree(triangles.size(), points.size()));
    WindingNumbers result;
    result.values.assign(points.size(), 0);
    result.method = by_tree ? WindingMethod::Tree : WindingMethod::Direct;
    result.error_bound = by_tree ? options.accuracy : 0;
    std::optional<WindingTree> tree;
    if (by_tree && !triangles.empty()) {
        tree.emplace(triangles, context);
    }
    for_each_chunk(context, points.size(), points_per_chunk, [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            const Vec3d point = points[i] * unit;
            if (!(largest_magnitude(point) < too_far_to_see)) {
                continue;
            }
            if (tree) {
                result.values[i] = tree->at(point, options.accuracy);
                continue;
            }
            for (const Triangle& triangle : triangles) {
                result.values[i] += solid_angle_in_spheres(triangle, point);
            }
        }
    });
    result.partial = context.cancelled();
    return result;
}

} // namespace

Expected<WindingNumbers> generalized_winding_numbers(const MeshView& mesh,
                                                     std::span<const Vec3d> points,
                                                     const WindingOptions& options,
                                                     const Context& context) {
    return no_throw([&] { return numbers_of(mesh, points, options, context); });
}

} // namespace impinge::inline v0
