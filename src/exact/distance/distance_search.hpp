// SPDX-License-Identifier: Apache-2.0
//
// The stages of a distance query. All lengths in here are in a unit chosen once per query, a power
// of two (1 unless the coordinates are extremely large or small).
#pragma once

#include "exact/world_mesh.hpp"

#include <compare>
#include <limits>

namespace impinge::inline v0 {

/// The two bodies in an order that depends on their content alone.
struct DistanceQuery {
    const WorldMesh& first;
    const WorldMesh& second;
    double unit = 1;
    /// More than rounding can take from a computed distance between any two of their triangles.
    double slack = 0;
};

DistanceQuery make_query(const WorldMesh& first, const WorldMesh& second);

/// A pair of triangles and its distance; the order says which of two is the better answer.
struct NearestPair {
    double squared = std::numeric_limits<double>::infinity();
    std::uint32_t first = 0;
    std::uint32_t second = 0;

    [[nodiscard]] bool found() const { return squared < std::numeric_limits<double>::infinity(); }
    friend constexpr auto operator<=>(const NearestPair&, const NearestPair&) = default;
};

/// Boxes whose squared distance is above this hold no pair of triangles whose computed squared
/// distance is as small as `squared`. 0 stays 0: whether boxes overlap is known without error.
double prune_limit(double squared, double slack);

/// Of two boxes, to a relative error of four rounding steps; exactly positive if they are disjoint
/// and the square does not underflow.
double squared_distance(const Box3& a, const Box3& b);

/// A pair that is near, and the direction from the first to the second of its triangles.
struct DistanceEstimate {
    NearestPair pair;
    Vec3d direction;
};

/// Found by looking at some of the corners: linear time at most.
DistanceEstimate estimate_nearest(const DistanceQuery& query, const Context& context);

/// Triangles that may take part in the nearest pair, with their boxes in units.
struct SurvivingTriangles {
    std::vector<std::uint32_t> triangles; ///< ascending
    std::vector<Box3> boxes;
};

struct SurvivorPair {
    SurvivingTriangles first;
    SurvivingTriangles second;
};

/// Drops triangles that are provably farther than `limit` (squared) from the other body: first
/// those behind a plane across `direction` or, if no such plane parts the bodies, far from its box;
/// then against a coarse image of it.
SurvivorPair cull_far(const DistanceQuery& query, Vec3d direction, double limit,
                      const Context& context);

/// The best of `start` and all pairs of survivors with boxes no farther apart than `limit`
/// (squared). Reports progress from 0.5 to 1.
NearestPair search_nearest(const DistanceQuery& query, const SurvivorPair& survivors,
                           const NearestPair& start, double limit, const Context& context);

} // namespace impinge::inline v0
