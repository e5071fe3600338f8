// SPDX-License-Identifier: Apache-2.0
//
// Points are chosen as physics engines do (Bullet, Jolt): the deepest, and those that span the
// largest area. Here outermost points come before the deepest one, and shares of depth are
// weights: then which points are chosen hangs less on rounding, and ids last longer.
#include "measures/contacts/contact_points.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0 {
namespace {

/// Points less deep than this share of the deepest are left out.
constexpr double shallow_share = 1.0 / 16;
/// A chosen point this near to the deepest will do for it.
constexpr double deep_share = 1 - 1.0 / 64;
/// Of the area that the candidates could span: what adds less is not worth a point.
constexpr double least_area_share = 1e-6;

double turn(Vec2d a, Vec2d b, Vec2d c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

double squared_gap(Vec2d a, Vec2d b) {
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/// Counter-clockwise (Andrew's monotone chain).
std::vector<Vec2d> hull_of(std::vector<Vec2d> points) {
    std::sort(points.begin(), points.end(),
              [](Vec2d a, Vec2d b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
    std::vector<Vec2d> hull;
    const auto chain = [&](auto begin, auto end) {
        const std::size_t first = hull.size();
        for (auto p = begin; p != end; ++p) {
            while (hull.size() >= first + 2 && turn(hull[hull.size() - 2], hull.back(), *p) <= 0) {
                hull.pop_back();
            }
            hull.push_back(*p);
        }
        hull.pop_back(); // begins the other chain
    };
    chain(points.begin(), points.end());
    chain(points.rbegin(), points.rend());
    return hull;
}

/// By how much the area of the hull grows with one more point.
double area_added(std::span<const Vec2d> hull, Vec2d p) {
    double area = 0;
    for (std::size_t i = 0; i < hull.size(); ++i) {
        area += std::max(0.0, -turn(hull[i], hull[(i + 1) % hull.size()], p)) / 2;
    }
    return area;
}

class Choice {
  public:
    Choice(std::span<const ContactCandidate> candidates, std::size_t most)
        : candidates_(candidates), most_(most) {
        Vec2d low = candidates.front().flat;
        Vec2d high = low;
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            const Vec2d flat = candidates[i].flat;
            low = {std::min(low.x, flat.x), std::min(low.y, flat.y)};
            high = {std::max(high.x, flat.x), std::max(high.y, flat.y)};
            deepest_ = depth(i) > depth(deepest_) ? i : deepest_;
        }
        middle_ = {low.x * 0.5 + high.x * 0.5, low.y * 0.5 + high.y * 0.5};
        size_ = squared_gap(low, high);
    }

    std::vector<std::size_t> make() {
        const auto off_middle = [&](Vec2d p) { return squared_gap(p, middle_); };
        const auto off_first = [&](Vec2d p) { return squared_gap(p, flat(chosen_.front())); };
        const double least = least_area_share * size_;
        if (most_ > 1 && size_ > 0 && take_best(off_middle, 0) && take_best(off_first, least)) {
            while (chosen_.size() < most_ && take_outermost()) {
            }
        }
        add_deepest();
        return chosen_;
    }

  private:
    [[nodiscard]] double depth(std::size_t i) const { return candidates_[i].point.depth; }
    [[nodiscard]] Vec2d flat(std::size_t i) const { return candidates_[i].flat; }
    /// 0 for what is too shallow.
    [[nodiscard]] double weight(std::size_t i) const {
        const double most = depth(deepest_);
        const double share = most > 0 ? depth(i) / most : 1;
        return share >= shallow_share ? share : 0;
    }
    /// Takes the point with the highest score, if that is above `least`.
    template <typename Score> bool take_best(Score score, double least) {
        std::size_t best = candidates_.size();
        for (std::size_t i = 0; i < candidates_.size(); ++i) {
            const double value = score(flat(i)) * weight(i);
            if (value > least && weight(i) > 0) {
                least = value;
                best = i;
            }
        }
        if (best == candidates_.size()) {
            return false;
        }
        chosen_.push_back(best);
        return true;
    }
    bool take_outermost() {
        std::vector<Vec2d> points;
        for (const std::size_t i : chosen_) {
            points.push_back(flat(i));
        }
        const std::vector<Vec2d> hull = hull_of(std::move(points));
        return take_best([&](Vec2d p) { return area_added(hull, p); }, least_area_share * size_);
    }
    void add_deepest() {
        const double enough = depth(deepest_) * deep_share;
        if (std::any_of(chosen_.begin(), chosen_.end(),
                        [&](std::size_t i) { return depth(i) >= enough; })) {
            return;
        }
        if (chosen_.size() == most_) {
            chosen_.pop_back();
        }
        chosen_.push_back(deepest_);
    }

    std::span<const ContactCandidate> candidates_;
    std::size_t most_;
    std::size_t deepest_ = 0;
    Vec2d middle_{};
    double size_ = 0;
    std::vector<std::size_t> chosen_;
};

/// Of two candidates in one place.
bool is_better(const ContactCandidate& p, const ContactCandidate& q, double reach) {
    if (std::abs(p.point.depth - q.point.depth) > reach) {
        return p.point.depth > q.point.depth;
    }
    const auto ranks = [](const ContactCandidate& c) {
        const int of_a = rank_of(c.point.feature_a);
        const int of_b = rank_of(c.point.feature_b);
        return 3 * std::min(of_a, of_b) + std::max(of_a, of_b);
    };
    return ranks(p) < ranks(q);
}

} // namespace

int rank_of(Feature feature) {
    return feature == Feature::Face ? 2 : feature >= Feature::Vertex0 ? 0 : 1;
}

void keep_one_per_place(std::vector<ContactCandidate>& candidates, double reach) {
    std::stable_sort(candidates.begin(), candidates.end(), [](const auto& p, const auto& q) {
        return p.flat.x != q.flat.x ? p.flat.x < q.flat.x : p.flat.y < q.flat.y;
    });
    std::vector<bool> dropped(candidates.size(), false);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        for (std::size_t k = i + 1; !dropped[i] && k < candidates.size() &&
                                    candidates[k].flat.x - candidates[i].flat.x <= reach;
             ++k) {
            if (!dropped[k] && std::abs(candidates[k].flat.y - candidates[i].flat.y) <= reach) {
                dropped[is_better(candidates[k], candidates[i], reach) ? i : k] = true;
            }
        }
    }
    std::size_t place = 0;
    std::erase_if(candidates, [&](const auto&) { return dropped[place++]; });
}

std::vector<ManifoldPoint> chosen_points(std::span<const ContactCandidate> candidates,
                                         std::size_t most) {
    std::vector<ManifoldPoint> points;
    for (const std::size_t i : Choice(candidates, most).make()) {
        points.push_back(candidates[i].point);
    }
    std::sort(points.begin(), points.end(),
              [](const ManifoldPoint& p, const ManifoldPoint& q) { return p.id < q.id; });
    return points;
}

} // namespace impinge::inline v0
