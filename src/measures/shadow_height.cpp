// SPDX-License-Identifier: Apache-2.0
#include "measures/shadow_height.hpp"

#include "base/parallel.hpp"
#include "geometry/bvh.hpp"
#include "impinge/predicates.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace impinge::inline v0 {
namespace {

Vec2d shadow(Vec3d p) { return {p.x, p.y}; }

/// Triangles in the frame; those that stand upright cast no shadow and are left out: what they
/// reach is reached by the edges of their neighbours.
class Shadows {
  public:
    template <typename TriangleAt>
    Shadows(std::size_t count, TriangleAt triangle_at, const ShadowFrame& frame,
            const Context& context)
        : triangles_(
              gather_chunks<Triangle>(context, count, triangles_per_chunk, [&](const Chunk& chunk) {
                  std::vector<Triangle> found;
                  for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                      const Triangle t = triangle_at(i);
                      std::array<Vec3d, 3> corners{t[0], t[1], t[2]};
                      for (Vec3d& p : corners) {
                          p = {dot(p, frame.u), dot(p, frame.v), dot(p, frame.direction)};
                      }
                      const Sign turn =
                          orient2d(shadow(corners[0]), shadow(corners[1]), shadow(corners[2]));
                      if (turn < 0) {
                          std::swap(corners[1], corners[2]);
                      }
                      if (turn != 0) {
                          found.push_back({{corners[0], corners[1], corners[2]}});
                      }
                  }
                  return found;
              })) {
        std::vector<Box3> boxes(triangles_.size());
        std::transform(triangles_.begin(), triangles_.end(), boxes.begin(),
                       [](const Triangle& t) { return box_of(t); });
        tree_ = Bvh(boxes, context);
    }
    [[nodiscard]] const Triangle& operator[](std::uint32_t index) const {
        return triangles_[index];
    }
    [[nodiscard]] const Bvh& tree() const { return tree_; }

  private:
    std::vector<Triangle> triangles_;
    Bvh tree_;
};

bool holds(const Triangle& t, Vec2d p) {
    return orient2d(shadow(t[0]), shadow(t[1]), p) >= 0 &&
           orient2d(shadow(t[1]), shadow(t[2]), p) >= 0 &&
           orient2d(shadow(t[2]), shadow(t[0]), p) >= 0;
}

double height_at(const Triangle& t, Vec2d p) {
    const Vec3d ab = t[1] - t[0];
    const Vec3d ac = t[2] - t[0];
    const double area = ab.x * ac.y - ab.y * ac.x;
    const Vec2d ap{p.x - t[0].x, p.y - t[0].y};
    const double v = (ap.x * ac.y - ap.y * ac.x) / area;
    const double w = (ab.x * ap.y - ab.y * ap.x) / area;
    return t[0].z + ab.z * std::clamp(v, 0.0, 1.0) + ac.z * std::clamp(w, 0.0, 1.0);
}

class RiseSearch {
  public:
    /// Shadows that overlap by less than the margin count as apart: what rounding made of walls
    /// along the direction.
    RiseSearch(const Shadows& a, const Shadows& b, double margin, double limit)
        : a_(a), b_(b), margin_(margin), limit_(limit) {}

    std::optional<ShadowRise> run(const Context& context) {
        if (!a_.tree().is_empty() && !b_.tree().is_empty()) {
            descend(0, 0, context);
        }
        return best_ > nothing ? std::optional(ShadowRise{best_, where_.x, where_.y})
                               : std::nullopt;
    }

  private:
    static constexpr double nothing = -std::numeric_limits<double>::infinity();

    /// What two boxes may rise above each other at most.
    static double bound(const Box3& a, const Box3& b) {
        const bool overlap =
            a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
        return overlap ? a.max.z - b.min.z : nothing;
    }
    void descend(std::uint32_t node_a, std::uint32_t node_b, const Context& context) {
        const BvhNode& a = a_.tree().nodes()[node_a];
        const BvhNode& b = b_.tree().nodes()[node_b];
        if (best_ > limit_ || context.cancelled()) {
            return;
        }
        if (a.is_leaf() && b.is_leaf()) {
            for (std::uint32_t i = a.first; i < a.first + a.count; ++i) {
                for (std::uint32_t k = b.first; k < b.first + b.count; ++k) {
                    if (bound(a_.tree().item_boxes()[i], b_.tree().item_boxes()[k]) > best_) {
                        look_at(a_[a_.tree().items()[i]], b_[b_.tree().items()[k]]);
                    }
                }
            }
            return;
        }
        const bool split_a =
            !a.is_leaf() && (b.is_leaf() || squared_length(a.box.max - a.box.min) >
                                                squared_length(b.box.max - b.box.min));
        std::array<std::array<std::uint32_t, 2>, 2> ways =
            split_a ? std::array{std::array{a.first, node_b}, std::array{a.first + 1, node_b}}
                    : std::array{std::array{node_a, b.first}, std::array{node_a, b.first + 1}};
        std::array<double, 2> bounds{};
        for (std::size_t i = 0; i < 2; ++i) {
            bounds[i] = bound(a_.tree().nodes()[ways[i][0]].box, b_.tree().nodes()[ways[i][1]].box);
        }
        if (bounds[1] > bounds[0]) {
            std::swap(ways[0], ways[1]);
            std::swap(bounds[0], bounds[1]);
        }
        for (std::size_t i = 0; i < 2; ++i) {
            if (bounds[i] > best_) {
                descend(ways[i][0], ways[i][1], context);
            }
        }
    }
    /// Whether all corners of `other` lie beyond one edge of `t`, or within the margin of it.
    [[nodiscard]] bool has_beyond_an_edge(const Triangle& t, const Triangle& other) const {
        for (int i = 0; i < 3; ++i) {
            const Vec2d p = shadow(t[i]);
            const Vec2d q = shadow(t[(i + 1) % 3]);
            const double least = -margin_ * std::hypot(q.x - p.x, q.y - p.y);
            const auto is_beyond = [&](Vec3d corner) {
                const Vec2d r = shadow(corner);
                return orient2d(p, q, r) <= 0 ||
                       (least < 0 &&
                        (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) <= -least);
            };
            if (is_beyond(other[0]) && is_beyond(other[1]) && is_beyond(other[2])) {
                return true;
            }
        }
        return false;
    }
    /// The difference of two planes is largest at a corner of what the shadows have in common.
    /// Shadows that have but a line in common pass each other.
    void look_at(const Triangle& a, const Triangle& b) {
        if (has_beyond_an_edge(a, b) || has_beyond_an_edge(b, a)) {
            return;
        }
        for (int i = 0; i < 3; ++i) {
            if (holds(b, shadow(a[i]))) {
                take(a[i].z - height_at(b, shadow(a[i])), shadow(a[i]));
            }
            if (holds(a, shadow(b[i]))) {
                take(height_at(a, shadow(b[i])) - b[i].z, shadow(b[i]));
            }
            for (int k = 0; k < 3; ++k) {
                look_at_edges(a[i], a[(i + 1) % 3], b[k], b[(k + 1) % 3]);
            }
        }
    }
    void look_at_edges(Vec3d p, Vec3d q, Vec3d r, Vec3d s) {
        if (orient2d(shadow(p), shadow(q), shadow(r)) * orient2d(shadow(p), shadow(q), shadow(s)) >=
                0 ||
            orient2d(shadow(r), shadow(s), shadow(p)) * orient2d(shadow(r), shadow(s), shadow(q)) >=
                0) {
            return; // parallel, or at a corner
        }
        const Vec3d pq = q - p;
        const Vec3d rs = s - r;
        const double across = pq.x * rs.y - pq.y * rs.x;
        if (across == 0) {
            return;
        }
        const Vec3d pr = r - p;
        const double t = std::clamp((pr.x * rs.y - pr.y * rs.x) / across, 0.0, 1.0);
        const double w = std::clamp((pr.x * pq.y - pr.y * pq.x) / across, 0.0, 1.0);
        take((p.z + pq.z * t) - (r.z + rs.z * w), {p.x + pq.x * t, p.y + pq.y * t});
    }
    void take(double rise, Vec2d where) {
        if (rise > best_) {
            best_ = rise;
            where_ = where;
        }
    }

    const Shadows& a_;
    const Shadows& b_;
    double margin_;
    double limit_;
    double best_ = nothing;
    Vec2d where_{};
};

/// Shadows that overlap by less along this direction have but a line in common.
double margin_along(Vec3d direction, const Box3& box) {
    const bool is_rounded =
        std::abs(direction.x) + std::abs(direction.y) + std::abs(direction.z) != 1;
    const Vec3d reach = max(box.max, -box.min);
    return is_rounded ? 0x1p-49 * std::max({reach.x, reach.y, reach.z}) : 0;
}

} // namespace

ShadowFrame shadow_frame(Vec3d direction) {
    int thinnest = 0;
    for (const int axis : {1, 2}) {
        thinnest = std::abs(direction[axis]) < std::abs(direction[thinnest]) ? axis : thinnest;
    }
    Vec3d axis{};
    axis[thinnest] = 1;
    const Vec3d across = cross(direction, axis);
    const Vec3d u = across * (1 / length(across));
    return {u, cross(direction, u), direction};
}

std::optional<double> largest_rise(const WorldMesh& a, const WorldMesh& b, Vec3d direction,
                                   double limit, const Context& context) {
    const ShadowFrame frame = shadow_frame(direction);
    const auto shadows_of = [&](const WorldMesh& mesh) {
        return Shadows(
            mesh.triangles.size(), [&](std::size_t i) { return mesh.triangle(i); }, frame, context);
    };
    const Shadows of_a = shadows_of(a);
    const Shadows of_b = shadows_of(b);
    const double margin = margin_along(direction, united(a.box, b.box));
    const auto rise =
        context.cancelled() ? std::nullopt : RiseSearch(of_a, of_b, margin, limit).run(context);
    return rise ? std::optional(rise->height) : std::nullopt;
}

std::optional<ShadowRise> highest_rise(std::span<const Triangle> a, std::span<const Triangle> b,
                                       const ShadowFrame& frame, const Context& context) {
    Box3 box;
    const auto shadows_of = [&](std::span<const Triangle> triangles) {
        for (const Triangle& t : triangles) {
            box = united(box, box_of(t));
        }
        return Shadows(
            triangles.size(), [&](std::size_t i) { return triangles[i]; }, frame, context);
    };
    const Shadows of_a = shadows_of(a);
    const Shadows of_b = shadows_of(b);
    return context.cancelled() ? std::nullopt
                               : RiseSearch(of_a, of_b, margin_along(frame.direction, box),
                                            std::numeric_limits<double>::infinity())
                                     .run(context);
}

} // namespace impinge::inline v0
