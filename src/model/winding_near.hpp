// SPDX-License-Identifier: Apache-2.0
//
// How often a placed model winds around points that lie close together: by the triangles between
// them and the nearest place where the number is known. That is a free cell (see FreeSpace) along
// an axis of the world, or the outside at the end of a ray.
//
// Notation: p is a point, q = p + length * axis, in the free cell; all coordinates but that along
// the axis are the same to the bit. Triangles that do not meet the way from p to q add the same to
// the winding numbers of both, so w(p) = w(q) + few(p) - few(q), where few() counts the triangles
// near the way alone.
#pragma once

#include "impinge/triangle.hpp"
#include "model/model_data.hpp"

#include <optional>
#include <vector>

namespace impinge::inline v0::model {

/// A way along an axis of the world.
struct AxisWay {
    Vec3d start;
    int axis = 0;
    std::optional<double> length{}; ///< may be negative; none: to the end, towards +axis
};

/// The free space of a model, if it has been asked about so often that finding it out pays: from
/// then on it is kept. Counts the questions. Of a model with a tree.
const FreeSpace* free_space_of(const Model& model);
/// The same at once.
const FreeSpace& find_free_space(const Model& model);

class WindingNear {
  public:
    /// For points within `tolerance` of the middle. Null: nothing is known of the free space.
    WindingNear(const PlacedModel& body, const FreeSpace* space, Vec3d middle, double tolerance);

    /// Nothing on the surface.
    [[nodiscard]] std::optional<int> operator()(Vec3d point) const;
    /// Whether free space made the way short.
    [[nodiscard]] bool is_short() const { return way_.length.has_value(); }

  private:
    const PlacedModel& body_;
    const FreeSpace* space_;
    WorldMap map_;
    int sign_; ///< of winding numbers in the world, seen from the frame
    AxisWay way_;
    std::vector<Triangle> few_; ///< turned such that the axis is x
};

} // namespace impinge::inline v0::model
