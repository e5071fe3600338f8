// SPDX-License-Identifier: Apache-2.0
//
// A tree over the near triangles of B, asked by each near triangle of A.
#include "impinge/clearance_pairs.hpp"

#include "base/no_throw.hpp"
#include "base/parallel.hpp"
#include "exact/distance/distance_search.hpp"
#include "geometry/bvh.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0 {
namespace {

/// Triangles of a mesh whose boxes are near another box, with those boxes; all in units.
struct NearBoxes {
    std::vector<std::uint32_t> triangles; ///< ascending
    std::vector<Box3> boxes;
};

Box3 box_in_units(const Box3& box, double unit) { return {box.min * unit, box.max * unit}; }

NearBoxes boxes_near(const WorldMesh& mesh, const Box3& other, double unit, double limit,
                     const Context& context) {
    NearBoxes near;
    const auto box_at = [&](std::size_t index) {
        return box_in_units(box_of(mesh.triangle(index)), unit);
    };
    near.triangles = gather_chunks<std::uint32_t>(
        context, mesh.triangles.size(), triangles_per_chunk, [&](const Chunk& chunk) {
            std::vector<std::uint32_t> found;
            for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                if (squared_distance(box_at(i), other) <= limit) {
                    found.push_back(static_cast<std::uint32_t>(i));
                }
            }
            return found;
        });
    near.boxes.reserve(near.triangles.size());
    for (const std::uint32_t index : near.triangles) {
        near.boxes.push_back(box_at(index));
    }
    return near;
}

/// The pairs of one triangle of A, in the order of B's.
void add_pairs_of(std::uint32_t a, const Box3& box, const NearBoxes& near_b, const Bvh& tree,
                  const DistanceQuery& query, double clearance, double limit,
                  std::vector<NearTriangles>& pairs) {
    const std::size_t first = pairs.size();
    visit_nearest_first(
        tree, limit, [&](const Box3& other) { return squared_distance(box, other); },
        [&](std::uint32_t item) {
            const std::uint32_t b = near_b.triangles[item];
            const Distance d =
                describe({.squared = 0, .first = a, .second = b}, query.first.triangle(a),
                         query.second.triangle(b), query.unit);
            if (d.distance <= clearance) {
                pairs.push_back({a, b, d.distance, d.point_a, d.point_b});
            }
            return limit;
        });
    std::sort(pairs.begin() + static_cast<std::ptrdiff_t>(first), pairs.end());
}

ClearancePairs pairs_within(const WorldMesh& a, const WorldMesh& b, double clearance,
                            const Context& context) {
    ClearancePairs result;
    if (a.triangles.empty() || b.triangles.empty()) {
        return result;
    }
    const DistanceQuery query = make_query(a, b);
    const double in_units = clearance * query.unit;
    const double limit = prune_limit(in_units * in_units, query.slack);
    const NearBoxes near_a =
        boxes_near(a, box_in_units(b.box, query.unit), query.unit, limit, context);
    const NearBoxes near_b =
        boxes_near(b, box_in_units(a.box, query.unit), query.unit, limit, context);
    const Bvh tree(near_b.boxes, context);
    if (context.cancelled()) {
        result.partial = true;
        return result;
    }
    constexpr std::size_t triangles_at_once = 64;
    result.pairs = gather_chunks<NearTriangles>(
        context, near_a.triangles.size(), triangles_at_once, [&](const Chunk& chunk) {
            std::vector<NearTriangles> pairs;
            for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                add_pairs_of(near_a.triangles[i], near_a.boxes[i], near_b, tree, query, clearance,
                             limit, pairs);
            }
            return pairs;
        });
    result.partial = context.cancelled();
    return result;
}

} // namespace

Expected<ClearancePairs> clearance_pairs(const Body& a, const Body& b, double clearance,
                                         const Context& context) {
    return no_throw([&]() -> Expected<ClearancePairs> {
        if (!(clearance >= 0) || !std::isfinite(clearance)) {
            return invalid("clearance: must be a finite number that is not negative");
        }
        auto world = to_world(a, b, context);
        if (!world) {
            return world.error();
        }
        ClearancePairs found = pairs_within(world->a, world->b, clearance, context);
        context.report(1);
        return found;
    });
}

} // namespace impinge::inline v0
