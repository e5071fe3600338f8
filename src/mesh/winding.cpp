// SPDX-License-Identifier: Apache-2.0
//
// Notation: p is the point, q = p + (0, e, e^2) the point moved aside, e > 0 infinitely small. If p
// is not on the surface, nor is q, and both have the same winding number. Seen along x, the ray
// from q is the point (p.y + e, p.z + e^2) and a triangle is its shadow in the yz plane.
#include "mesh/winding.hpp"

#include "base/parallel.hpp"
#include "geometry/bvh.hpp"
#include "impinge/predicates.hpp"

#include <algorithm>
#include <numeric>

namespace impinge::inline v0 {
namespace {

struct Crossing {
    bool on_triangle = false;
    int sign = 0;
};

Sign side_of_edge(Vec3d a, Vec3d b, Vec3d p) {
    return side_of_moved_ray(orient2d({a.y, a.z}, {b.y, b.z}, {p.y, p.z}), a, b);
}

/// The common sign of the three sides if the moved ray passes through the inside of the shadow,
/// which is the sign of the normal's x; else 0. A shadow without area has sides of both signs,
/// because the three determinants add up to its area.
Sign side_of_shadow(Vec3d a, Vec3d b, Vec3d c, Vec3d p) {
    const Sign side = side_of_edge(a, b, p);
    return side != 0 && side_of_edge(b, c, p) == side && side_of_edge(c, a, p) == side ? side : 0;
}

/// What a triangle whose box the ray meets adds to the winding number of p.
Crossing cross_triangle(Vec3d a, Vec3d b, Vec3d c, Vec3d p) {
    if (std::min({a.x, b.x, c.x}) > p.x) {
        return {false, side_of_shadow(a, b, c, p)};
    }
    const Sign above = orient3d(a, b, c, p);
    if (above == 0 && triangles_intersect({{a, b, c}}, {{p, p, p}})) {
        return {true, 0};
    }
    // In the plane of the triangle but not on it, p has a shadow outside the triangle's.
    const Sign side = above == 0 ? 0 : side_of_shadow(a, b, c, p);
    return {false, side == -above ? side : 0};
}

/// Whether the value lies in the range of three others; without branches, which nobody could
/// predict here.
int in_range(double a, double b, double c, double value) {
    return static_cast<int>(std::min(std::min(a, b), c) <= value) &
           static_cast<int>(value <= std::max(std::max(a, b), c));
}

bool ray_meets_box(Vec3d a, Vec3d b, Vec3d c, Vec3d p) {
    return (in_range(a.y, b.y, c.y, p.y) & in_range(a.z, b.z, c.z, p.z)) != 0 &&
           std::max(std::max(a.x, b.x), c.x) >= p.x;
}

constexpr std::size_t triangles_swept_at_once = 1 << 15;
constexpr std::size_t points_at_once = 16;
/// From so many points on a tree over the triangles pays.
constexpr std::size_t points_for_a_tree = 256;

struct Corners {
    Vec3d a;
    Vec3d b;
    Vec3d c;
};

/// Adds what a triangle, whose box the ray meets, contributes; nothing stays nothing.
void add_crossing(std::optional<int>& number, const Corners& t, Vec3d p) {
    if (number) {
        const Crossing crossing = cross_triangle(t.a, t.b, t.c, p);
        number = crossing.on_triangle ? std::nullopt : std::optional(*number + crossing.sign);
    }
}

/// A surface and points, each with a question about it. `skip(point, triangle)` leaves a triangle
/// out for a point.
template <typename PointAt, typename Skip> class WindingQuestions {
  public:
    WindingQuestions(std::size_t count, PointAt point_at, std::span<const Vec3d> positions,
                     std::span<const TriangleIndices> triangles, Skip skip)
        : count_(count), point_at_(point_at), positions_(positions), triangles_(triangles),
          skip_(skip) {}

    [[nodiscard]] std::vector<std::optional<int>> answers(const Context& context) const {
        return count_ < points_for_a_tree ? by_sweep(context) : by_tree(context);
    }

  private:
    [[nodiscard]] Corners corners(std::size_t triangle) const {
        const auto& [a, b, c] = triangles_[triangle];
        return {positions_[a], positions_[b], positions_[c]};
    }

    /// Triangle by triangle, each looking only at points in its range along y.
    [[nodiscard]] std::vector<std::optional<int>> by_sweep(const Context& context) const {
        std::vector<std::size_t> order(count_);
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
            return point_at_(left).y < point_at_(right).y;
        });
        std::vector<double> heights(count_);
        std::transform(order.begin(), order.end(), heights.begin(),
                       [&](std::size_t index) { return point_at_(index).y; });
        const std::size_t chunks = chunk_count(triangles_.size(), triangles_swept_at_once);
        std::vector<std::optional<int>> parts(chunks * count_, 0);
        for_each_chunk(context, triangles_.size(), triangles_swept_at_once,
                       [&](const Chunk& chunk) {
                           sweep(chunk, order, heights,
                                 std::span(parts).subspan(chunk.index * count_, count_));
                       });
        std::vector<std::optional<int>> numbers(count_, 0);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            std::optional<int>& number = numbers[i % count_];
            number = number && parts[i] ? std::optional(*number + *parts[i]) : std::nullopt;
        }
        return numbers;
    }
    void sweep(const Chunk& chunk, std::span<const std::size_t> order,
               std::span<const double> heights, std::span<std::optional<int>> numbers) const {
        for (std::size_t index = chunk.begin; index < chunk.end; ++index) {
            const Corners t = corners(index);
            const double top = std::max({t.a.y, t.b.y, t.c.y});
            const auto first =
                std::lower_bound(heights.begin(), heights.end(), std::min({t.a.y, t.b.y, t.c.y}));
            for (auto at = static_cast<std::size_t>(first - heights.begin());
                 at < heights.size() && heights[at] <= top; ++at) {
                const std::size_t point = order[at];
                const Vec3d p = point_at_(point);
                if (ray_meets_box(t.a, t.b, t.c, p) && !skip_(point, index)) {
                    add_crossing(numbers[point], t, p);
                }
            }
        }
    }

    /// Point by point, each looking only at triangles whose boxes its ray meets.
    [[nodiscard]] std::vector<std::optional<int>> by_tree(const Context& context) const {
        std::vector<Box3> boxes(triangles_.size());
        for_each_chunk(context, boxes.size(), triangles_swept_at_once, [&](const Chunk& chunk) {
            for (std::size_t index = chunk.begin; index < chunk.end; ++index) {
                const Corners t = corners(index);
                boxes[index] = {min(min(t.a, t.b), t.c), max(max(t.a, t.b), t.c)};
            }
        });
        std::vector<std::optional<int>> numbers(count_, 0);
        if (context.cancelled()) {
            return numbers;
        }
        const Bvh tree(boxes, context);
        for_each_chunk(context, count_, points_at_once, [&](const Chunk& chunk) {
            for (std::size_t point = chunk.begin; point < chunk.end; ++point) {
                const Vec3d p = point_at_(point);
                visit_related(
                    tree,
                    [p](const Box3& box) {
                        return box.min.y <= p.y && p.y <= box.max.y && box.min.z <= p.z &&
                               p.z <= box.max.z && p.x <= box.max.x;
                    },
                    [&](std::uint32_t triangle) {
                        if (!skip_(point, triangle)) {
                            add_crossing(numbers[point], corners(triangle), p);
                        }
                        return numbers[point].has_value();
                    });
            }
        });
        return numbers;
    }

    std::size_t count_;
    PointAt point_at_;
    std::span<const Vec3d> positions_;
    std::span<const TriangleIndices> triangles_;
    Skip skip_;
};

} // namespace

namespace {

/// `corners_of(i)` for the triangles from 0 on.
template <typename CornersOf>
std::optional<int> winding_of(Vec3d point, std::size_t count, CornersOf corners_of) {
    int number = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto& [a, b, c] = corners_of(i);
        if (ray_meets_box(a, b, c, point)) {
            const Crossing crossing = cross_triangle(a, b, c, point);
            if (crossing.on_triangle) {
                return std::nullopt;
            }
            number += crossing.sign;
        }
    }
    return number;
}

} // namespace

std::optional<int> winding_number(Vec3d point, std::span<const Vec3d> positions,
                                  std::span<const TriangleIndices> triangles) {
    struct References {
        const Vec3d& a;
        const Vec3d& b;
        const Vec3d& c;
    };
    return winding_of(point, triangles.size(), [&](std::size_t i) {
        const auto& [a, b, c] = triangles[i];
        return References{positions[a], positions[b], positions[c]};
    });
}

std::optional<int> winding_number(Vec3d point, std::span<const Triangle> triangles) {
    return winding_of(
        point,
        triangles.size(), [&](std::size_t i) -> const auto& { return triangles[i].corners; });
}

std::vector<std::optional<int>> winding_numbers(std::span<const Vec3d> points,
                                                std::span<const Vec3d> positions,
                                                std::span<const TriangleIndices> triangles,
                                                const Context& context) {
    const WindingQuestions questions(
        points.size(), [points](std::size_t point) { return points[point]; }, positions, triangles,
        [](std::size_t, std::size_t) { return false; });
    return questions.answers(context);
}

std::vector<std::optional<int>>
winding_numbers_of_other_parts(std::span<const PartPoint> points, std::span<const Vec3d> positions,
                               std::span<const TriangleIndices> triangles,
                               std::span<const std::uint32_t> part_of_triangle,
                               const Context& context) {
    const WindingQuestions questions(
        points.size(), [points](std::size_t point) { return points[point].point; }, positions,
        triangles,
        [points, part_of_triangle](std::size_t point, std::size_t triangle) {
            return points[point].part == part_of_triangle[triangle];
        });
    return questions.answers(context);
}

} // namespace impinge::inline v0
