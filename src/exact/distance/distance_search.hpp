// SPDX-License-Identifier: Apache-2.0
//
// The stages of a distance query. All lengths in here are in a unit chosen once per query, a power
// of two (1 unless the coordinates are extremely large or small).
#pragma once

#include "exact/world_mesh.hpp"
#include "impinge/distance.hpp"

#include <algorithm>
#include <compare>
#include <limits>
#include <span>

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

/// Which body comes first inside: decided by what they are, not by who was named first. Bodies
/// equal in everything give the same answer in either order. `vertex(i)` is where vertex i stands.
template <typename VertexOfA, typename VertexOfB>
bool comes_first(std::span<const TriangleIndices> triangles_a, std::size_t vertices_a,
                 VertexOfA vertex_of_a, std::span<const TriangleIndices> triangles_b,
                 std::size_t vertices_b, VertexOfB vertex_of_b) {
    if (triangles_a.size() != triangles_b.size()) {
        return triangles_a.size() < triangles_b.size();
    }
    if (vertices_a != vertices_b) {
        return vertices_a < vertices_b;
    }
    for (std::size_t i = 0; i < vertices_a; ++i) {
        if (vertex_of_a(i) != vertex_of_b(i)) {
            return vertex_of_a(i) < vertex_of_b(i);
        }
    }
    return std::lexicographical_compare(triangles_a.begin(), triangles_a.end(), triangles_b.begin(),
                                        triangles_b.end());
}

/// The answer if there is nothing to be near to.
Distance nothing_found();

/// The answer for a nearest pair, whose triangles are given; the first is called A.
Distance describe(const NearestPair& nearest, const Triangle& first, const Triangle& second,
                  double unit);

/// The same with A and B exchanged.
Distance mirrored(const Distance& d);

/// The nearest points no farther apart than `clearance`, or an infinite distance.
Expected<Distance> nearest_within(const Body& a, const Body& b, double clearance,
                                  const Context& context);
Distance nearest_within(const WorldMesh& a, const WorldMesh& b, double clearance,
                        const Context& context);

/// The answer of within() from what nearest() finds no farther apart than the clearance.
template <typename Nearest> Expected<Clearance> as_clearance(double clearance, Nearest nearest) {
    if (!(clearance >= 0) || clearance == std::numeric_limits<double>::infinity()) {
        return Error{ErrorCode::InvalidArgument,
                     "clearance: must be a finite number that is not negative"};
    }
    const Expected<Distance> found = nearest();
    if (!found) {
        return found.error();
    }
    if (found->distance <= clearance) {
        return Clearance{.within = true, .nearest = *found};
    }
    Clearance apart{.within = false, .nearest = nothing_found()};
    apart.nearest.partial = found->partial;
    return apart;
}

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
