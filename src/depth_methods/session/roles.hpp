// SPDX-License-Identifier: Apache-2.0
//
// Which of the two bodies is the paper's A, whose depth maps are made.
#pragma once

#include "depth_methods/frame.hpp"

#include <array>

namespace impinge::inline v0::imagespace {

/// One of the bodies of the caller.
enum class Given : std::uint8_t { A, B };

constexpr Given other(Given body) { return body == Given::A ? Given::B : Given::A; }

/// For minmax the body farther along the direction is B, as a first guess. For the other methods a
/// body known to be pi-convex is A, else the one with more triangles. Roles are reversed for the
/// next query if more than a quarter of A's pixels needed a second rendering; not back, unless it
/// is worse than it was by a tenth; and not for a body that is perhaps not pi-convex if A is. The
/// roles for depth-parity-lite and layer-order stay: nothing would be gained.
class Roles {
  public:
    Roles(Method method, Given more_triangles) : method_(method), more_triangles_(more_triangles) {}

    /// The paper's A in the query that begins. `nearer` is the body that is nearer along the
    /// direction.
    Given choose_a(Given nearer);

    /// What a query taught; nothing of what is not known.
    struct Lesson {
        std::uint64_t covered_by_a = 0;
        std::uint64_t second_pass = 0;
        std::optional<bool> a_pi_convex = {}; ///< of the paper's A
        std::optional<bool> b_pi_convex = {};
        std::optional<bool> b_pi_convex_in_part = {}; ///< where pixels had been left over
    };
    void learn(const Lesson& lesson);
    /// A body has another shape from now on. The roles stay, as a guess.
    void forget_shapes() { of_a_ = of_b_ = Shape::Unknown; }

    /// Whether so many pixels needed a second rendering that it is worth finding out if A is
    /// pi-convex, and, if A is, B.
    [[nodiscard]] bool asks_for_a(std::uint64_t covered_by_a, std::uint64_t second_pass) const;
    [[nodiscard]] bool asks_for_b() const;

  private:
    enum class Shape : std::uint8_t { Unknown, PerhapsPiConvex, PiConvex, NotPiConvex };

    [[nodiscard]] bool convexity_matters() const {
        return method_ == Method::DepthParity || method_ == Method::Cascade;
    }
    [[nodiscard]] bool may_be_reversed() const {
        return method_ == Method::DepthMinmax || convexity_matters();
    }
    [[nodiscard]] bool convexity_asks_for_exchange() const;
    [[nodiscard]] bool convexity_asks_to_stay() const;
    void exchange();

    Method method_;
    Given more_triangles_;
    std::optional<Given> a_;
    bool reverse_next_ = false;
    Shape of_a_ = Shape::Unknown; ///< of the paper's A in the last query
    Shape of_b_ = Shape::Unknown;
    double share_ = 0; ///< of A's pixels that needed a second rendering, in the last query
    std::optional<double> share_before_exchange_;
};

} // namespace impinge::inline v0::imagespace
