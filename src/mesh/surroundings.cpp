// SPDX-License-Identifier: Apache-2.0
//
// Notation: p is the point, q = p + (e^3, e, e^2) its neighbour. A polynomial that is affine in the
// point has at q the sign of its value at p or, if that is zero, of its slope along y, then z, then
// x. Seen along x, the ray from q is the point (p.y + e, p.z + e^2), as in winding.cpp.
#include "mesh/surroundings.hpp"

#include "base/parallel.hpp"
#include "geometry/projection.hpp"
#include "mesh/along_ray.hpp"
#include "mesh/winding.hpp"

#include <algorithm>
#include <numeric>

namespace impinge::inline v0 {
namespace {

/// On which side of the shadow of a -> b along x the ray from q passes; 0 only if it is a point.
Sign side_of_edge(Vec3d a, Vec3d b, const WeightedPoint& p) {
    return side_of_moved_ray(orient_projected(a, b, p, 0), a, b);
}

/// The common side of the three edges if the ray from q passes through the shadow, else 0.
Sign side_of_shadow(const Triangle& t, const WeightedPoint& p) {
    const Sign side = side_of_edge(t[0], t[1], p);
    return side != 0 && side_of_edge(t[1], t[2], p) == side && side_of_edge(t[2], t[0], p) == side
               ? side
               : 0;
}

/// What one triangle adds to the surroundings of one point.
struct Share {
    std::uint32_t point = 0;
    std::uint32_t triangle = 0;
    int crossing = 0;
    bool holds = false;
};

Share share_of(const Triangle& t, const WeightedPoint& p) {
    Share share;
    const Sign side = side_of_shadow(t, p);
    const bool may_hold = p.box().max.x >= std::min({t[0].x, t[1].x, t[2].x});
    if (side == 0 && !may_hold) {
        return share;
    }
    const Sign above = may_hold ? orient3d(t[0], t[1], t[2], p) : -side;
    if (above == 0 && !is_degenerate(t)) {
        share.holds = place_in_triangle(t, p) >= 0;
    }
    const Sign above_of_neighbour = above != 0 || side == 0 ? above : side_of_neighbour(t);
    share.crossing = side == -above_of_neighbour ? side : 0;
    return share;
}

/// Points in the order of the lower ends of their boxes along y.
class Sweep {
  public:
    explicit Sweep(std::span<const WeightedPoint> points) : points_(points), order_(points.size()) {
        std::iota(order_.begin(), order_.end(), std::uint32_t{0});
        std::stable_sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
            return points_[a].box().min.y < points_[b].box().min.y;
        });
        double highest = -std::numeric_limits<double>::infinity();
        for (const std::uint32_t point : order_) {
            highest = std::max(highest, points_[point].box().max.y);
            highest_so_far_.push_back(highest);
        }
    }
    /// Calls visit for every point whose box a ray towards +x could carry to the triangle.
    template <typename Visit> void for_each_in_range(const Triangle& t, Visit visit) const {
        const double low_y = std::min({t[0].y, t[1].y, t[2].y});
        const double high_y = std::max({t[0].y, t[1].y, t[2].y});
        const auto first = std::lower_bound(highest_so_far_.begin(), highest_so_far_.end(), low_y);
        for (auto at = static_cast<std::size_t>(first - highest_so_far_.begin());
             at < order_.size() && points_[order_[at]].box().min.y <= high_y; ++at) {
            const Box3& box = points_[order_[at]].box();
            if (box.max.y >= low_y && box.max.z >= std::min({t[0].z, t[1].z, t[2].z}) &&
                box.min.z <= std::max({t[0].z, t[1].z, t[2].z}) &&
                box.min.x <= std::max({t[0].x, t[1].x, t[2].x})) {
                visit(order_[at]);
            }
        }
    }

  private:
    std::span<const WeightedPoint> points_;
    std::vector<std::uint32_t> order_;
    std::vector<double> highest_so_far_;
};

} // namespace

Sign side_of_neighbour(const Triangle& t) {
    for (const int axis : {1, 2, 0}) { // the normal's component along an axis
        if (const Sign side = orient_projected(t[0], t[1], t[2], axis)) {
            return side;
        }
    }
    return 0;
}

namespace {

/// Ray by ray, each looking only at the triangles in its way.
std::vector<Surroundings> surroundings_of_few(std::span<const WeightedPoint> points,
                                              std::span<const Vec3d> positions,
                                              std::span<const TriangleIndices> triangles,
                                              const Context& context) {
    std::vector<Surroundings> result(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        for (const std::uint32_t index :
             triangles_along_ray(points[i].box(), positions, triangles, context)) {
            const auto& [a, b, c] = triangles[index];
            const Share share = share_of({{positions[a], positions[b], positions[c]}}, points[i]);
            result[i].winding += share.crossing;
            if (share.holds) {
                result[i].holding.push_back(index);
            }
        }
    }
    return result;
}

} // namespace

std::vector<Surroundings> surroundings(std::span<const WeightedPoint> points,
                                       std::span<const Vec3d> positions,
                                       std::span<const TriangleIndices> triangles,
                                       const Context& context) {
    if (points.size() <= rays_followed_alone) {
        return surroundings_of_few(points, positions, triangles, context);
    }
    const Sweep sweep(points);
    constexpr std::size_t triangles_per_chunk = 1 << 14;
    const std::vector<Share> shares = gather_chunks<Share>(
        context, triangles.size(), triangles_per_chunk, [&](const Chunk& chunk) {
            std::vector<Share> found;
            for (std::size_t index = chunk.begin; index < chunk.end; ++index) {
                const auto& [a, b, c] = triangles[index];
                const Triangle t{{positions[a], positions[b], positions[c]}};
                sweep.for_each_in_range(t, [&](std::uint32_t point) {
                    Share share = share_of(t, points[point]);
                    if (share.holds || share.crossing != 0) {
                        share.point = point;
                        share.triangle = static_cast<std::uint32_t>(index);
                        found.push_back(share);
                    }
                });
            }
            return found;
        });
    std::vector<Surroundings> result(points.size());
    for (const Share& share : shares) {
        result[share.point].winding += share.crossing;
        if (share.holds) {
            result[share.point].holding.push_back(share.triangle);
        }
    }
    return result;
}

Surroundings SurroundingsFinder::around_one(const WeightedPoint& point) const {
    const Box3& own = point.box();
    Surroundings found;
    visit_related(
        *tree_,
        [&](const Box3& box) {
            return box.min.y <= own.max.y && own.min.y <= box.max.y && box.min.z <= own.max.z &&
                   own.min.z <= box.max.z && own.min.x <= box.max.x;
        },
        [&](std::uint32_t index) {
            const Share share = share_of(triangle(index), point);
            found.winding += share.crossing;
            if (share.holds) {
                found.holding.push_back(index);
            }
            return true;
        });
    std::sort(found.holding.begin(), found.holding.end());
    return found;
}

std::vector<Surroundings> SurroundingsFinder::around(std::span<const WeightedPoint> points,
                                                     const Context& context) {
    constexpr std::size_t points_for_a_tree = 128;
    asked_ += points.size();
    if (asked_ < points_for_a_tree) {
        return surroundings(points, positions_, triangles_, context);
    }
    if (!tree_) {
        std::vector<Box3> boxes(triangles_.size());
        for (std::size_t index = 0; index < boxes.size(); ++index) {
            boxes[index] = box_of(triangle(index));
        }
        tree_.emplace(boxes, context);
    }
    std::vector<Surroundings> result(points.size());
    constexpr std::size_t asked_per_chunk = 16;
    for_each_chunk(context, points.size(), asked_per_chunk, [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            result[i] = around_one(points[i]);
        }
    });
    return result;
}

} // namespace impinge::inline v0
