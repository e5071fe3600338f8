// SPDX-License-Identifier: Apache-2.0
#include "impinge/signed_distance.hpp"

#include "base/no_throw.hpp"
#include "base/parallel.hpp"
#include "exact/snapshot_data.hpp"
#include "geometry/triangle_distance.hpp"
#include "measures/oriented_surface.hpp"
#include "measures/solids.hpp"
#include "mesh/surface_topology.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace impinge::inline v0 {
namespace {

/// Vertices in a unit in which squares are safe.
std::vector<Vec3d> in_unit(std::span<const Vec3d> vertices, double unit) {
    std::vector<Vec3d> scaled(vertices.begin(), vertices.end());
    if (unit != 1) {
        for (Vec3d& vertex : scaled) {
            vertex = vertex * unit;
        }
    }
    return scaled;
}

double common_unit(const WorldMesh& a, const WorldMesh& b) {
    Box3 both;
    for (const Vec3d vertex : a.vertices) {
        both = extend(both, vertex);
    }
    both = united(both, b.box);
    return is_empty(both) ? 1 : comfortable_unit(magnitude({{both.min, both.max, both.max}}));
}

SignedDistances distances_of(const WorldMesh& body, const SnapshotData& other,
                             const Context& context) {
    const std::size_t count = body.vertices.size();
    SignedDistances result{.values =
                               std::vector<double>(count, std::numeric_limits<double>::infinity()),
                           .closest = std::vector<Vec3d>(count),
                           .triangles = std::vector<std::uint32_t>(count),
                           .at_border = std::vector<std::uint8_t>(count)};
    if (other.mesh().triangles.empty()) {
        return result;
    }
    std::fill(result.values.begin(), result.values.end(), std::nan(""));
    const double unit = common_unit(body, other.mesh());
    const std::vector<Vec3d> points = in_unit(body.vertices, unit);
    const std::vector<Vec3d> vertices = in_unit(other.mesh().vertices, unit);
    const bool turned = normals_of(other, solidity_of_body(other, context)) == Normals::Inward;
    const OrientedSurface surface(vertices, other.mesh().triangles, context);
    constexpr std::size_t vertices_per_chunk = 512;
    for_each_chunk(context, count, vertices_per_chunk, [&](const Chunk& chunk) {
        std::uint32_t near = 0; // vertices that follow each other are often near each other
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            const ClosestOnSurface closest = surface.closest(points[i], near);
            const bool negative = surface.is_behind(points[i], closest) != turned;
            const double distance = std::sqrt(closest.place.squared) / unit;
            near = closest.triangle;
            result.values[i] = negative && distance > 0 ? -distance : distance;
            result.closest[i] = closest.place.point * (1 / unit);
            result.triangles[i] = closest.triangle;
            result.at_border[i] = surface.at_border(closest) ? 1 : 0;
        }
    });
    result.partial = context.cancelled();
    return result;
}

/// The part of a triangle in which a linear function lies below the threshold.
double share_below(std::array<double, 3> values, double threshold) {
    std::sort(values.begin(), values.end());
    const auto& [low, middle, high] = values;
    if (threshold <= low) {
        return 0;
    }
    if (threshold > high) {
        return 1;
    }
    if (threshold <= middle) {
        return (threshold - low) / (middle - low) * ((threshold - low) / (high - low));
    }
    return 1 - (high - threshold) / (high - middle) * ((high - threshold) / (high - low));
}

void add_triangle(Nearness& part, const Triangle& triangle, const TriangleIndices& corners,
                  const SignedDistances& distances, std::span<const double> thresholds) {
    const double area = length(cross(triangle[1] - triangle[0], triangle[2] - triangle[0])) / 2;
    ++part.triangles;
    part.area += area;
    for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t corner = corners.at(k);
        const double value = distances.values[corner];
        const bool first = !part.deepest_vertex;
        if (distances.at_border[corner] == 0 &&
            (first || value < part.deepest ||
             (value == part.deepest && corner < *part.deepest_vertex))) {
            part.deepest_vertex = corner;
            part.deepest = value;
            part.deepest_at = triangle[static_cast<int>(k)];
        }
    }
    if (std::any_of(corners.begin(), corners.end(),
                    [&](std::uint32_t corner) { return distances.at_border[corner] != 0; })) {
        part.area_beyond += area;
        return;
    }
    const std::array values{distances.values[corners[0]], distances.values[corners[1]],
                            distances.values[corners[2]]};
    for (std::size_t i = 0; i < thresholds.size(); ++i) {
        part.areas_below[i] += area * share_below(values, thresholds[i]);
    }
}

PartsNearness nearness_of(const WorldMesh& body, const SignedDistances& distances,
                          std::span<const double> thresholds, const Context& context) {
    const Components components = welded_components(body.vertices, body.triangles, context);
    PartsNearness result;
    result.partial = context.cancelled();
    if (result.partial) {
        return result;
    }
    Nearness empty;
    empty.areas_below.assign(thresholds.size(), 0);
    result.whole = empty;
    result.parts.assign(components.count, empty);
    for (std::size_t i = 0; i < body.triangles.size(); ++i) {
        for (Nearness* part : {&result.whole, &result.parts[components.of(i)]}) {
            add_triangle(*part, body.triangle(i), body.triangles[i], distances, thresholds);
        }
    }
    return result;
}

} // namespace

Expected<SignedDistances> signed_distances(const Body& body, const Body& other,
                                           const Context& context) {
    return no_throw([&]() -> Expected<SignedDistances> {
        auto world = to_world(body, other, context);
        if (!world) {
            return world.error();
        }
        const SnapshotData of_other(other, std::move(world->b), Queries::One);
        return distances_of(world->a, of_other, context);
    });
}

Expected<PartsNearness> measure_nearness(const Body& body, const SignedDistances& distances,
                                         std::span<const double> thresholds,
                                         const Context& context) {
    return no_throw([&]() -> Expected<PartsNearness> {
        const std::size_t count = body.mesh.vertex_count();
        if (distances.values.size() != count || distances.at_border.size() != count) {
            return invalid("distances: must be one for each vertex of the body");
        }
        if (std::any_of(thresholds.begin(), thresholds.end(),
                        [](double threshold) { return std::isnan(threshold); })) {
            return invalid("thresholds: must be numbers");
        }
        auto world = to_world(body, BodyName{"body"}, context);
        if (!world) {
            return world.error();
        }
        return nearness_of(*world, distances, thresholds, context);
    });
}

} // namespace impinge::inline v0
