// SPDX-License-Identifier: Apache-2.0
#include "measures/local_depth.hpp"

#include "geometry/point_triangle.hpp"

#include <algorithm>
#include <array>
#include <queue>
#include <vector>

namespace impinge::inline v0 {
namespace {

/// The search ends when no point can be deeper than the deepest found by more than this share, or
/// after so many halvings of triangles for each of those given.
constexpr double wanted_share = 0x1p-10;
constexpr std::size_t halvings_at_least = 4096;
constexpr std::size_t halvings_per_triangle = 16;

class DepthSearch {
  public:
    DepthSearch(const SurfaceDistance& surface) : surface_(surface) {}

    void add(const Triangle& t) {
        std::array<NearestPoint, 3> nearest;
        for (int i = 0; i < 3; ++i) {
            nearest[static_cast<std::size_t>(i)] = measure(t[i]);
        }
        const Vec3d middle = (t[0] + t[1] + t[2]) * (1.0 / 3);
        add(t, {nearest[0], nearest[1], nearest[2], measure(middle)});
    }

    /// Halves the triangle that may hold the deepest point. False if none may.
    bool refine() {
        if (open_.empty() || open_.top().bound <= best_.depth * (1 + wanted_share)) {
            return false;
        }
        const Open top = open_.top();
        open_.pop();
        const Triangle& t = top.triangle;
        int longest = 0;
        for (const int edge : {1, 2}) {
            longest = squared_length(t[(edge + 1) % 3] - t[edge]) >
                              squared_length(t[(longest + 1) % 3] - t[longest])
                          ? edge
                          : longest;
        }
        const Vec3d p = t[longest];
        const Vec3d q = t[(longest + 1) % 3];
        const Vec3d r = t[(longest + 2) % 3];
        const Vec3d middle = (p + q) * 0.5;
        if (middle == p || middle == q) {
            exhausted_ = std::max(exhausted_, top.bound);
            return true;
        }
        add({{p, middle, r}});
        add({{middle, q, r}});
        return true;
    }
    [[nodiscard]] RegionDepth result() const {
        RegionDepth depth = best_;
        depth.at_most = std::max({depth.depth, exhausted_, open_.empty() ? 0 : open_.top().bound});
        return depth;
    }

  private:
    struct Open {
        double bound = 0;
        Triangle triangle;
        bool operator<(const Open& other) const {
            return bound != other.bound ? bound < other.bound : triangle[0] < other.triangle[0];
        }
    };

    NearestPoint measure(Vec3d point) {
        const NearestPoint nearest = surface_.nearest(point);
        if (nearest.distance > best_.depth ||
            (nearest.distance == best_.depth && point < best_.point)) {
            best_.depth = nearest.distance;
            best_.point = point;
            best_.surface_point = nearest.point;
        }
        return nearest;
    }
    void add(const Triangle& t, const std::array<NearestPoint, 4>& nearest) {
        double bound = std::numeric_limits<double>::infinity();
        for (const NearestPoint& candidate : nearest) {
            const Triangle other = surface_.triangle(candidate.triangle);
            double farthest = 0;
            for (int i = 0; i < 3; ++i) {
                farthest = std::max(farthest, length(t[i] - nearest_point(t[i], other)));
            }
            bound = std::min(bound, farthest);
        }
        if (bound > best_.depth * (1 + wanted_share)) {
            open_.push({bound, t});
        } else {
            exhausted_ = std::max(exhausted_, bound);
        }
    }

    const SurfaceDistance& surface_;
    std::priority_queue<Open> open_;
    RegionDepth best_;
    double exhausted_ = 0; ///< the largest bound of what is no longer looked at
};

} // namespace

RegionDepth deepest_point(std::span<const Triangle> triangles, const SurfaceDistance& surface,
                          const Context& context) {
    if (triangles.empty() || surface.is_empty()) {
        return {};
    }
    DepthSearch search(surface);
    for (const Triangle& triangle : triangles) {
        if (context.cancelled()) {
            return {};
        }
        search.add(triangle);
    }
    const std::size_t most = halvings_at_least + halvings_per_triangle * triangles.size();
    for (std::size_t i = 0; i < most && !context.cancelled() && search.refine(); ++i) {
    }
    return search.result();
}

} // namespace impinge::inline v0
