// SPDX-License-Identifier: Apache-2.0
#include "measures/local_depth.hpp"

#include "measures/oriented_surface.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <queue>
#include <vector>

namespace impinge::inline v0 {
namespace {

/// The search ends when no point can be deeper than the deepest found by more than this share, or
/// after so many halvings of triangles for each of those given.
constexpr double wanted_share = 0x1p-5;
constexpr std::size_t halvings_at_least = 1024;
constexpr std::size_t halvings_per_triangle = 2;
/// As long as nothing harmful was found: to prove that there is nothing takes more, since facets of
/// curved walls are long and lie near each other.
constexpr std::size_t more_if_harmless = 32;

class DepthSearch {
  public:
    DepthSearch(const SurfaceDistance& surface, double harmless)
        : surface_(surface), harmless_(harmless) {}

    void add(const Triangle& t) { add({{at(t[0]), at(t[1]), at(t[2])}}); }

    /// Halves the triangle that may hold the deepest point. False if none may.
    bool refine() {
        if (open_.empty() || open_.top().bound <= enough()) {
            return false;
        }
        const Open top = open_.top();
        open_.pop();
        const Corners& t = top.corners;
        std::size_t longest = 0;
        for (const std::size_t edge : {std::size_t{1}, std::size_t{2}}) {
            longest = squared_length(t[(edge + 1) % 3].point - t[edge].point) >
                              squared_length(t[(longest + 1) % 3].point - t[longest].point)
                          ? edge
                          : longest;
        }
        const Measured& p = t[longest];
        const Measured& q = t[(longest + 1) % 3];
        const Measured& r = t[(longest + 2) % 3];
        const Vec3d middle = (p.point + q.point) * 0.5;
        if (middle == p.point || middle == q.point) {
            exhausted_ = std::max(exhausted_, top.bound);
            return true;
        }
        const Measured between = at(middle);
        add({{p, between, r}});
        add({{between, q, r}});
        return true;
    }
    [[nodiscard]] bool may_be_harmless() const { return best_.depth <= harmless_; }
    [[nodiscard]] RegionDepth result() const {
        RegionDepth depth = best_;
        depth.at_most = std::max({depth.depth, exhausted_, open_.empty() ? 0 : open_.top().bound});
        return depth;
    }

  private:
    /// A point and the nearest triangle of the other surface.
    struct Measured {
        Vec3d point;
        std::uint32_t nearest = 0;
    };
    using Corners = std::array<Measured, 3>;
    struct Open {
        double bound = 0;
        Corners corners;
        bool operator<(const Open& other) const {
            return bound != other.bound ? bound < other.bound
                                        : corners[0].point < other.corners[0].point;
        }
    };

    Measured at(Vec3d point) {
        const NearestPoint nearest = surface_.nearest(point);
        if (nearest.distance > best_.depth ||
            (nearest.distance == best_.depth && point < best_.point)) {
            best_.depth = nearest.distance;
            best_.point = point;
            best_.surface_point = nearest.point;
        }
        return {point, nearest.triangle};
    }
    /// The least that the nearest triangle of one of the corners allows for all of them.
    void add(const Corners& corners) {
        double bound = std::numeric_limits<double>::infinity();
        for (const Measured& of : corners) {
            const Triangle other = surface_.triangle(of.nearest);
            double farthest = 0;
            for (const Measured& corner : corners) {
                farthest = std::max(farthest, closest_on_triangle(other, corner.point).squared);
            }
            bound = std::min(bound, farthest);
        }
        bound = std::sqrt(bound);
        if (bound > enough()) {
            open_.push({bound, corners});
        } else {
            exhausted_ = std::max(exhausted_, bound);
        }
    }

    /// What need not be looked at more closely.
    [[nodiscard]] double enough() const {
        return std::max(best_.depth * (1 + wanted_share), harmless_);
    }

    const SurfaceDistance& surface_;
    double harmless_;
    std::priority_queue<Open> open_;
    RegionDepth best_;
    double exhausted_ = 0; ///< the largest bound of what is no longer looked at
};

} // namespace

RegionDepth deepest_point(std::span<const Triangle> triangles, const SurfaceDistance& surface,
                          double harmless, const Context& context) {
    if (triangles.empty() || surface.is_empty()) {
        return {};
    }
    DepthSearch search(surface, harmless);
    for (const Triangle& triangle : triangles) {
        if (context.cancelled()) {
            return {};
        }
        search.add(triangle);
    }
    const std::size_t most = halvings_at_least + halvings_per_triangle * triangles.size();
    const auto allowed = [&] {
        return harmless > 0 && search.may_be_harmless() ? more_if_harmless * most : most;
    };
    for (std::size_t i = 0; i < allowed() && !context.cancelled() && search.refine(); ++i) {
    }
    return search.result();
}

} // namespace impinge::inline v0
