// SPDX-License-Identifier: Apache-2.0
//
// The Minkowski difference of two polytopes, the set of all a - b, seen from A's frame. It holds
// the origin where they overlap, and its border is as far away, in a direction, as B must be moved
// along it to part the two.
#pragma once

#include "convex/convex_pair.hpp"
#include "convex/support.hpp"

#include <algorithm>
#include <limits>

namespace impinge::inline v0 {

/// A vertex of the difference.
struct DifferencePoint {
    Vec3d place;
    std::uint32_t a = 0; ///< place = vertex a of A less vertex b of B
    std::uint32_t b = 0;
};

class MinkowskiDifference {
  public:
    explicit MinkowskiDifference(const ConvexPair& pair)
        : a_(pair.a), b_(pair.b), relative_(relative_pose(pair.pose_a, pair.pose_b)),
          growth_(pair.pose_b.scale / pair.pose_a.scale) {}

    [[nodiscard]] const PolytopeData& a() const { return a_; }
    [[nodiscard]] const PolytopeData& b() const { return b_; }
    [[nodiscard]] Vec3d vertex_of_b(std::uint32_t vertex) const {
        return relative_.b_to_a(b_.vertices[vertex]);
    }
    [[nodiscard]] Vec3d normal_of_b(std::uint32_t face) const {
        return relative_.b_to_a.turned(b_.planes[face].normal) * (1 / growth_);
    }
    [[nodiscard]] Vec3d edge_of_b(std::uint32_t edge) const {
        return relative_.b_to_a.turned(b_.edge_vectors[edge]);
    }

    /// The point farthest in a direction: along it, B must be moved so far to part the two.
    [[nodiscard]] DifferencePoint farthest(const Vec3d& direction) const {
        const std::uint32_t a = farthest_vertex(a_, direction).index;
        const std::uint32_t b = farthest_vertex(b_, relative_.a_to_b.turned(-direction)).index;
        return {a_.vertices[a] - vertex_of_b(b), a, b};
    }

    /// How far a point lies outside A, or outside B once that has been moved; negative inside both.
    [[nodiscard]] double height_above(const Vec3d& point, const Vec3d& moved) const {
        return std::max(highest_plane(a_, point).value,
                        highest_plane(b_, relative_.a_to_b(point - moved)).value * growth_);
    }

    /// Less means nothing: what rounding does to places and products, a few times over.
    [[nodiscard]] double tolerance() const {
        const double size = a_.reach + growth_ * b_.reach + length(relative_.b_to_a.offset);
        return 0x1p-46 * size;
    }

  private:
    const PolytopeData& a_;
    const PolytopeData& b_;
    RelativePose relative_;
    double growth_; ///< B's unit of length in A's
};

/// The way out, in A's frame.
struct WayOut {
    double depth = std::numeric_limits<double>::infinity();
    Vec3d direction; ///< unit
    FeaturePair features;
};

} // namespace impinge::inline v0
