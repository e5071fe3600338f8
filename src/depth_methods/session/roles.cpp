// SPDX-License-Identifier: Apache-2.0
#include "depth_methods/session/roles.hpp"

#include <utility>

namespace impinge::inline v0::imagespace {
namespace {

constexpr double many = 0.25;
constexpr double clearly_worse = 1.1;

double share_of(std::uint64_t covered, std::uint64_t part) {
    return covered == 0 ? 0 : static_cast<double>(part) / static_cast<double>(covered);
}

} // namespace

bool Roles::asks_for_a(std::uint64_t covered_by_a, std::uint64_t second_pass) const {
    return convexity_matters() && share_of(covered_by_a, second_pass) > many;
}

bool Roles::asks_for_b() const {
    return of_b_ == Shape::Unknown || of_b_ == Shape::PerhapsPiConvex;
}

bool Roles::convexity_asks_for_exchange() const {
    const bool b_is_better = of_b_ == Shape::PiConvex || of_b_ == Shape::PerhapsPiConvex;
    return convexity_matters() && of_a_ == Shape::NotPiConvex && b_is_better;
}

bool Roles::convexity_asks_to_stay() const {
    return convexity_matters() && of_a_ == Shape::PiConvex && of_b_ != Shape::PiConvex;
}

void Roles::exchange() {
    a_ = other(*a_);
    share_before_exchange_ = share_;
    reverse_next_ = false;
    std::swap(of_a_, of_b_);
}

Given Roles::choose_a(Given nearer) {
    if (!a_) {
        a_ = method_ == Method::DepthMinmax ? nearer : more_triangles_;
    } else if (reverse_next_ || convexity_asks_for_exchange()) {
        exchange();
    }
    return *a_;
}

void Roles::learn(const Lesson& lesson) {
    const auto shape_of = [](bool pi_convex) {
        return pi_convex ? Shape::PiConvex : Shape::NotPiConvex;
    };
    of_a_ = lesson.a_pi_convex ? shape_of(*lesson.a_pi_convex) : of_a_;
    of_b_ = lesson.b_pi_convex ? shape_of(*lesson.b_pi_convex) : of_b_;
    if (lesson.b_pi_convex_in_part && of_b_ == Shape::Unknown) {
        of_b_ = *lesson.b_pi_convex_in_part ? Shape::PerhapsPiConvex : Shape::NotPiConvex;
    }
    share_ = share_of(lesson.covered_by_a, lesson.second_pass);
    if (share_ <= many) {
        share_before_exchange_.reset();
    }
    const bool worse_than_before =
        !share_before_exchange_ || share_ > clearly_worse * *share_before_exchange_;
    reverse_next_ =
        may_be_reversed() && share_ > many && worse_than_before && !convexity_asks_to_stay();
}

} // namespace impinge::inline v0::imagespace
