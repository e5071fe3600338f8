// SPDX-License-Identifier: Apache-2.0
//
// What a surface is like right beside a point that may lie on it: which triangles hold the point,
// and how often the surface winds around its immediate neighbour p + (e^3, e, e^2), e > 0
// infinitely small. That neighbour lies on no triangle whatever the input is, so its winding number
// always exists (see winding.hpp for what it means); the numbers of all other places around the
// point follow from the triangles that hold it.
#pragma once

#include "geometry/bvh.hpp"
#include "geometry/weighted_point.hpp"
#include "impinge/context.hpp"
#include "impinge/mesh.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace impinge::inline v0 {

struct Surroundings {
    int winding = 0;                    ///< at the neighbour
    std::vector<std::uint32_t> holding; ///< triangles with an area that hold the point, in order
};

/// For every point. One pass over the triangles, each looking only at the points in its range;
/// faces without area are passed over. The same for any number of threads.
std::vector<Surroundings> surroundings(std::span<const WeightedPoint> points,
                                       std::span<const Vec3d> positions,
                                       std::span<const TriangleIndices> triangles,
                                       const Context& context);

/// The same for who asks about one surface again and again: once there have been many points, a
/// tree over the triangles is made and kept, 100 ns per triangle, and each point takes a few
/// microseconds. Positions and triangles must outlive it.
class SurroundingsFinder {
  public:
    SurroundingsFinder(std::span<const Vec3d> positions, std::span<const TriangleIndices> triangles)
        : positions_(positions), triangles_(triangles) {}

    /// Means nothing once the context is cancelled.
    std::vector<Surroundings> around(std::span<const WeightedPoint> points, const Context& context);

  private:
    [[nodiscard]] Triangle triangle(std::size_t index) const {
        const auto& [a, b, c] = triangles_[index];
        return {{positions_[a], positions_[b], positions_[c]}};
    }
    [[nodiscard]] Surroundings around_one(const WeightedPoint& point) const;

    std::span<const Vec3d> positions_;
    std::span<const TriangleIndices> triangles_;
    std::size_t asked_ = 0;
    std::optional<Bvh> tree_;
};

/// On which side of the triangle, which must hold a point, the point's neighbour lies: +1 that of
/// the normal, -1 the other.
Sign side_of_neighbour(const Triangle& triangle);

} // namespace impinge::inline v0
