// SPDX-License-Identifier: Apache-2.0
//
// The road of a distance query: world vertices, a near pair for a start, the triangles that can
// compete with it, the nearest of those.
#include "impinge/distance.hpp"

#include "base/no_throw.hpp"
#include "base/parallel.hpp"
#include "exact/collide.hpp"
#include "exact/distance/distance_search.hpp"
#include "geometry/triangle_distance.hpp"
#include "math/measures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impinge::inline v0 {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool in_content_order(const WorldMesh& a, const WorldMesh& b) {
    const auto vertices_of = [](const WorldMesh& mesh) {
        return [&mesh](std::size_t index) { return mesh.vertices[index]; };
    };
    return comes_first(a.triangles, a.vertices.size(), vertices_of(a), b.triangles,
                       b.vertices.size(), vertices_of(b));
}

NearestPair find_nearest(const DistanceQuery& query, double clearance, const Context& context) {
    const double asked = prune_limit(clearance * clearance, query.slack);
    const double between_boxes =
        squared_distance({query.first.box.min * query.unit, query.first.box.max * query.unit},
                         {query.second.box.min * query.unit, query.second.box.max * query.unit});
    if (context.cancelled() || between_boxes > asked) {
        return {};
    }
    const auto [start, direction] = estimate_nearest(query, context);
    context.report(0.2);
    if (start == NearestPair{0, 0, 0}) {
        return start; // nothing comes before it
    }
    const double limit = std::min(asked, prune_limit(start.squared, query.slack));
    const SurvivorPair survivors = cull_far(query, direction, limit, context);
    context.report(0.4);
    return search_nearest(query, survivors, start, limit, context);
}

/// Kept within the range of doubles: 0 would say that the surfaces meet, infinity that there are
/// none.
double length_in_world(double squared_in_units, double unit) {
    return squared_in_units == 0 ? 0
                                 : std::clamp(std::sqrt(squared_in_units) / unit,
                                              std::numeric_limits<double>::denorm_min(),
                                              std::numeric_limits<double>::max());
}

} // namespace

Expected<Distance> nearest_within(const Body& a, const Body& b, double clearance,
                                  const Context& context) {
    const auto world = to_world(a, b, context);
    if (!world) {
        return world.error();
    }
    return nearest_within(world->a, world->b, clearance, context);
}

Distance nearest_within(const WorldMesh& a, const WorldMesh& b, double clearance,
                        const Context& context) {
    if (context.cancelled()) {
        Distance unknown = nothing_found();
        unknown.partial = true;
        return unknown;
    }
    if (a.triangles.empty() || b.triangles.empty()) {
        context.report(1);
        return nothing_found();
    }
    context.report(0.1);
    const bool keep = in_content_order(a, b);
    const DistanceQuery query = keep ? make_query(a, b) : make_query(b, a);
    const NearestPair nearest = find_nearest(query, clearance * query.unit, context);
    Distance result = nearest.found() ? describe(nearest, query.first.triangle(nearest.first),
                                                 query.second.triangle(nearest.second), query.unit)
                                      : nothing_found();
    result.partial = context.cancelled();
    context.report(1);
    return keep ? result : mirrored(result);
}

Distance nothing_found() {
    Distance result;
    result.distance = infinity;
    return result;
}

Distance describe(const NearestPair& nearest, const Triangle& first, const Triangle& second,
                  double unit) {
    const TriangleDistance points = closest_points(first, second, unit);
    return {.distance = length_in_world(points.squared_distance, unit),
            .point_a = points.point_a,
            .point_b = points.point_b,
            .triangle_a = nearest.first,
            .triangle_b = nearest.second};
}

Distance mirrored(const Distance& d) {
    return {.distance = d.distance,
            .point_a = d.point_b,
            .point_b = d.point_a,
            .triangle_a = d.triangle_b,
            .triangle_b = d.triangle_a,
            .partial = d.partial};
}

DistanceQuery make_query(const WorldMesh& first, const WorldMesh& second) {
    const Box3 both = united(first.box, second.box);
    const double unit = comfortable_unit(magnitude({{both.min, both.max, both.max}}));
    const Vec3d size = both.max * unit - both.min * unit;
    return {first, second, unit,
            2 * distance_error_steps * 0x1p-53 * std::max(size.x, std::max(size.y, size.z))};
}

double prune_limit(double squared, double slack) {
    if (squared == 0) {
        return 0;
    }
    constexpr double few_roundings = 1 + 0x1p-48;
    const double length = std::sqrt(squared) + slack;
    return length * length * few_roundings;
}

double squared_distance(const Box3& a, const Box3& b) {
    const Vec3d gap = max(max(a.min - b.max, b.min - a.max), Vec3d{});
    return squared_length(gap);
}

Vec3d direction_of(const Distance& distance) {
    const Vec3d way = distance.point_b - distance.point_a;
    const double size = largest_magnitude(way);
    if (!(distance.distance > 0 && distance.distance < infinity && size > 0)) {
        return {};
    }
    const Vec3d scaled{way.x / size, way.y / size, way.z / size}; // its square is in range
    return scaled * (1 / length(scaled));
}

Expected<Distance> distance(const Body& a, const Body& b, const Context& context) {
    return no_throw(
        [&]() -> Expected<Distance> { return nearest_within(a, b, infinity, context); });
}

Expected<Clearance> within(const Body& a, const Body& b, double clearance, const Context& context) {
    return no_throw([&] {
        return as_clearance(clearance, [&] { return nearest_within(a, b, clearance, context); });
    });
}

Expected<Clearance> within_sharing(const SnapshotData& a, const SnapshotData& b, double clearance,
                                   const Context& context) {
    return no_throw([&] {
        return as_clearance(clearance, [&]() -> Expected<Distance> {
            return nearest_within(a.mesh(), b.mesh(), clearance, context);
        });
    });
}

// --- a first upper bound -----------------------------------------------------------------------
//
// Some corners of one body look at many of the other; from the nearest two the
// search goes back and forth, each time to the nearest corner of the other body. A corner of a
// triangle is a point of the surface (a vertex need not be), so every pair is a true upper bound.

namespace {

constexpr std::size_t most_lookouts = 32;
constexpr std::size_t most_seen_by_lookouts = 2048;
constexpr std::size_t most_seen_on_walk = 16384;
constexpr int most_steps = 8;

struct Corner {
    Vec3d position; ///< in units
    std::uint32_t triangle = 0;
};

/// First corners of up to `most` triangles, spread over the mesh. Not evenly spaced: rows of a
/// regular mesh would be seen at the same place each time.
std::vector<Corner> some_corners(const WorldMesh& mesh, double unit, std::size_t most) {
    const std::size_t triangles = mesh.triangles.size();
    const std::size_t count = std::min(triangles, most);
    std::vector<Corner> corners(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t golden_fraction = (i * 0x9E3779B97F4A7C15u) >> 32;
        const std::uint64_t picked =
            count == triangles ? i : (golden_fraction * std::uint64_t{triangles}) >> 32;
        corners[i] = {mesh.triangle(picked)[0] * unit, static_cast<std::uint32_t>(picked)};
    }
    return corners;
}

struct Sighting {
    double squared = std::numeric_limits<double>::infinity();
    std::size_t index = 0;
};

Sighting nearest_to(Vec3d point, std::span<const Corner> corners) {
    Sighting nearest;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const double squared = squared_length(corners[i].position - point);
        if (squared < nearest.squared) {
            nearest = {squared, i};
        }
    }
    return nearest;
}

/// The lookout that sees a corner of the other body nearest to it.
Corner best_lookout(std::span<const Corner> lookouts, std::span<const Corner> seen,
                    const Context& context) {
    std::vector<double> nearest(lookouts.size(), std::numeric_limits<double>::infinity());
    for_each_chunk(context, lookouts.size(), 4, [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            nearest[i] = nearest_to(lookouts[i].position, seen).squared;
        }
    });
    const auto best = std::min_element(nearest.begin(), nearest.end());
    return lookouts[static_cast<std::size_t>(best - nearest.begin())];
}

} // namespace

DistanceEstimate estimate_nearest(const DistanceQuery& query, const Context& context) {
    const auto first = some_corners(query.first, query.unit, most_seen_on_walk);
    const auto second = some_corners(query.second, query.unit, most_seen_on_walk);
    const std::span lookouts = std::span(first).first(std::min(first.size(), most_lookouts));
    const std::span seen = std::span(second).first(std::min(second.size(), most_seen_by_lookouts));

    Corner on_first = best_lookout(lookouts, seen, context);
    Corner on_second;
    double squared = std::numeric_limits<double>::infinity();
    for (int step = 0; step < most_steps; ++step) {
        on_second = second[nearest_to(on_first.position, second).index];
        const Sighting back = nearest_to(on_second.position, first);
        on_first = first[back.index];
        if (!(back.squared < squared)) {
            break;
        }
        squared = back.squared;
    }
    const TriangleGap gap = triangle_gap(query.first.triangle(on_first.triangle),
                                         query.second.triangle(on_second.triangle), query.unit);
    return {{gap.squared, on_first.triangle, on_second.triangle}, gap.direction};
}

} // namespace impinge::inline v0
