// SPDX-License-Identifier: Apache-2.0
//
// A first upper bound. Some corners of one body look at many of the other; from the nearest two the
// search goes back and forth, each time to the nearest corner of the other body. A corner of a
// triangle is a point of the surface (a vertex need not be), so every pair is a true upper bound.
#include "exact/distance_search.hpp"

#include "base/parallel.hpp"
#include "geometry/triangle_distance.hpp"

namespace impinge::inline v0 {
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
