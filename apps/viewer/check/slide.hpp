// SPDX-License-Identifier: Apache-2.0
//
// A body goes towards a pose and stops at its first contact. As long as nothing is near, each step
// is shorter than the distance to whatever is nearest, so that nothing is passed; near a contact
// steps have a least length, and each ends at a pose where the body is proved free (apart from or
// touching everything else). Between the last such pose and the first that is not, bisection finds
// the contact. So every pose that is returned is proved free; between two poses of least steps (a
// 256th of the body's smallest extent, or a ten-thousandth of the way if that is more) nothing is
// proved.
#pragma once

#include "check/check_types.hpp"
#include "impinge/model.hpp"

#include <functional>

namespace impinge::viewer {

/// From one pose of the user to another: the middle of the body goes straight and the body turns
/// evenly about it. At 0 and 1 these are the given poses to the bit.
class SlidePath {
  public:
    SlidePath(const SlideRequest& request, const Box3& box);

    [[nodiscard]] Rigid at(double t) const;
    /// No point of the body moves farther from t = 0 to 1.
    [[nodiscard]] double length() const { return length_; }
    [[nodiscard]] double least_step() const { return least_step_; }

  private:
    Rigid from_;
    Rigid to_;
    Vec3d middle_; ///< of the body before its pose
    Vec3d axis_;
    double angle_ = 0;
    double length_ = 0;
    double least_step_ = 0; ///< a part of the path
};

using ModelOf = std::function<const Model&(BodyIndex)>;

/// If it is cancelled, as far as it has come.
Expected<SlideOutcome> slide(const CheckRequest& request, const ModelOf& model_of,
                             const Context& context);

} // namespace impinge::viewer
