// SPDX-License-Identifier: Apache-2.0
//
// The expanding polytope algorithm (EPA): a polytope inside the Minkowski difference of two bodies
// grows where its border comes nearest to the origin (van den Bergen 2001; here from any
// tetrahedron, whether it holds the origin or not). When the border cannot be moved outwards at its
// nearest face, that face is one of the difference itself, and no way out is shorter.
#pragma once

#include "convex/penetration/minkowski_difference.hpp"

#include <array>
#include <optional>
#include <vector>

namespace impinge::inline v0 {

class ExpandingPolytope {
  public:
    explicit ExpandingPolytope(const MinkowskiDifference& difference);

    /// The corners of the difference's face that is nearest to the origin (some of them). Nothing
    /// if rounding got in the way, or too many steps were needed.
    std::optional<std::array<DifferencePoint, 3>> nearest_face();

    /// A lower bound on every way out, right to the difference's tolerance, after nearest_face().
    [[nodiscard]] double depth() const { return depth_; }

  private:
    struct Face {
        std::array<std::uint32_t, 3> corners{};
        Vec3d normal; ///< unit, outwards
        double distance = 0;
    };
    struct Edge {
        std::uint32_t from = 0;
        std::uint32_t to = 0;
    };

    bool begin();
    bool add_face(std::uint32_t i, std::uint32_t j, std::uint32_t k);
    bool grow(const DifferencePoint& point);
    void cut_away_below(Vec3d place);
    [[nodiscard]] bool border_is_a_loop() const;
    [[nodiscard]] Vec3d place(std::uint32_t point) const { return points_[point].place; }

    const MinkowskiDifference& difference_;
    double tolerance_;
    double depth_ = 0;
    std::vector<DifferencePoint> points_;
    std::vector<Face> faces_;
    std::vector<Edge> border_; ///< of the hole that the last cut left
};

} // namespace impinge::inline v0
