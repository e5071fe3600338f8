// SPDX-License-Identifier: Apache-2.0
#include "model/free_space_verdict.hpp"

#include <algorithm>
#include <array>

namespace impinge::inline v0::model {
namespace {

/// Whether some samples of the small body lie inside the large one, and some outside. Those are
/// looked at that lie farthest towards the middle of the large one, or away from it.
bool lies_on_both_sides(const FreeSpace& small, const FreeSpace& large, const FrameMap& to_large,
                        const FrameMap& to_small) {
    const Vec3d towards = to_small(large.whole().centre) - small.whole().centre;
    std::array<double, FreeSpace::most_samples> along;
    double most = 0;
    double least = 0;
    for (std::size_t i = 0; i < small.samples().size(); ++i) {
        along[i] = dot(small.samples()[i] - small.whole().centre, towards);
        most = std::max(most, along[i]);
        least = std::min(least, along[i]);
    }
    constexpr double outermost = 0.6;
    bool inside = false;
    bool outside = false;
    for (std::size_t i = 0; i < small.samples().size() && !(inside && outside); ++i) {
        const bool is_near = along[i] >= outermost * most;
        const bool is_far = along[i] <= outermost * least;
        if ((is_near && !inside) || (is_far && !outside)) {
            const FreeSpace::Side side = large.side_of(to_large(small.samples()[i]));
            inside = inside || side == FreeSpace::Side::Inside;
            outside = outside || side == FreeSpace::Side::Outside;
        }
    }
    return inside && outside;
}

bool some_lie_outside(const FreeSpace& large, const FrameMap& to_small, const FreeSpace& small) {
    return std::any_of(large.samples().begin(), large.samples().end(), [&](const Vec3d& sample) {
        return small.side_of(to_small(sample)) == FreeSpace::Side::Outside;
    });
}

} // namespace

std::optional<Verdict> verdict_by_free_space(const TreePair& trees, const FreeSpace& around_a,
                                             const FreeSpace& around_b) {
    if (trees.a_to_b.slack > around_b.margin() / 2 || trees.b_to_a.slack > around_a.margin() / 2) {
        return std::nullopt;
    }
    const bool a_is_small = around_a.whole().radius < around_b.whole().radius * trees.b_to_a.ratio;
    const FreeSpace& small = a_is_small ? around_a : around_b;
    const FreeSpace& large = a_is_small ? around_b : around_a;
    const FrameMap& to_large = a_is_small ? trees.a_to_b : trees.b_to_a;
    const FrameMap& to_small = a_is_small ? trees.b_to_a : trees.a_to_b;

    const FreeSpace::Place place = large.at(to_large(small.whole().centre));
    const double reach = small.whole().radius * to_large.ratio * (1 + 0x1p-20) + 2 * large.margin();
    if (place.free && place.squared_distance > reach * reach) {
        return !place.inside ? Verdict::Apart : a_is_small ? Verdict::AInsideB : Verdict::BInsideA;
    }
    const bool cross = lies_on_both_sides(small, large, to_large, to_small) &&
                       some_lie_outside(large, to_small, small);
    return cross ? std::optional(Verdict::Crossing) : std::nullopt;
}

} // namespace impinge::inline v0::model
