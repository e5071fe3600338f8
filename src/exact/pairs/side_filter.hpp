// SPDX-License-Identifier: Apache-2.0
//
// Candidates, four at a time: on which sides of each other's plane the corners of both triangles
// surely lie. Nearly all that are apart are settled by that.
#pragma once

#include "exact/pairs/box_columns.hpp"
#include "exact/world_mesh.hpp"
#include "impinge/predicates.hpp"

#include <array>
#include <vector>

namespace impinge::inline v0 {

/// The plane of one triangle, asked for the sides of points.
class PlaneFilter {
  public:
    /// No point that is asked for is farther from the triangle than `reach` along any axis.
    PlaneFilter(const Triangle& triangle, double reach);

    /// The side of the plane on which the point lies, as orient3d says it; 0 if that is not
    /// certain.
    [[nodiscard]] Sign side(const Vec3d& p) const {
        const double volume = dot(normal_, p - origin_);
        return (volume > uncertain_ ? 1 : 0) - (volume < -uncertain_ ? 1 : 0);
    }
    [[nodiscard]] std::array<Sign, 3> sides(const Triangle& t) const {
        return {side(t[0]), side(t[1]), side(t[2])};
    }
    [[nodiscard]] const Vec3d& normal() const { return normal_; }
    /// What a volume is larger than if its sign is certain.
    [[nodiscard]] double uncertain() const { return uncertain_; }

  private:
    Vec3d origin_;
    Vec3d normal_;
    double uncertain_ = 0;
};

/// Where the three corners of one triangle lie, in bits: 1 << corner if it is surely above the
/// plane of the other, 8 << corner if it is surely below, 64 << corner if it is a corner of both.
using SideBits = std::uint32_t;

constexpr std::array<Sign, 3> sides_of(SideBits bits) {
    const auto side = [&](unsigned corner) {
        return static_cast<Sign>(bits >> corner & 1U) -
               static_cast<Sign>(bits >> (3 + corner) & 1U);
    };
    return {side(0), side(1), side(2)};
}

/// A candidate that sides do not settle.
struct OpenCandidate {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    SideBits corners_of_a = 0;
    SideBits corners_of_b = 0;
    std::uint32_t place = 0; ///< of the triangle of A in a list of SideFilter
};

/// For triangles of two meshes, or of one.
class SideFilter {
  public:
    enum class Corners : std::uint8_t {
        Counted,   ///< a common corner is contact
        Discounted ///< both triangles are of one mesh: what they have beyond common corners counts
    };
    SideFilter(const WorldMesh& a, const WorldMesh& b, Corners common, double reach)
        : a_(a), b_(b), common_(common), reach_(reach) {}

    /// Those of the candidates that may meet, in their order. Valid until the next call.
    std::span<const OpenCandidate> open(std::span<const Candidate> pairs);
    [[nodiscard]] const Triangle& triangle_of_a(const OpenCandidate& candidate) const {
        return planes_[candidate.place].triangle;
    }

    struct Plane {
        Triangle triangle;
        Vec3d normal;
        double uncertain;
        TriangleIndices corners;
    };

  private:
    const WorldMesh& a_;
    const WorldMesh& b_;
    Corners common_;
    double reach_;
    std::vector<Plane> planes_; // of the triangles of A, one for each stretch of candidates
    std::vector<OpenCandidate> open_;
};

} // namespace impinge::inline v0
