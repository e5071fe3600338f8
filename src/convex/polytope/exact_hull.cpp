// SPDX-License-Identifier: Apache-2.0
//
// Each point that is still outside waits at one triangle that it sees. The farthest one of some
// triangle is added: the triangles it sees (a patch without holes, since a point in the plane of a
// triangle does not see it) give way to a cone from the point over the border of the patch, and
// those who waited there look for a triangle of the cone that they see, or are inside.
#include "convex/polytope/building.hpp"

#include "impinge/predicates.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace impinge::inline v0 {
namespace {

using FirstCorners = std::array<std::uint32_t, 4>;

/// The first of the points that maximises a value (not exact) among those that pass a test (exact).
template <typename Passes, typename Value>
std::optional<std::uint32_t> best_point(std::size_t count, Passes passes, Value value) {
    std::optional<std::uint32_t> best;
    double highest = 0;
    for (std::uint32_t point = 0; point < count; ++point) {
        const double candidate = value(point);
        if ((!best || candidate > highest) && passes(point)) {
            best = point;
            highest = candidate;
        }
    }
    return best;
}

/// Four points not in one plane, far apart.
std::optional<FirstCorners> first_simplex(std::span<const Vec3d> p) {
    if (p.empty()) {
        return std::nullopt;
    }
    const auto first = static_cast<std::uint32_t>(std::min_element(p.begin(), p.end()) - p.begin());
    const Vec3d a = p[first];
    const auto second =
        static_cast<std::uint32_t>(std::max_element(p.begin(), p.end()) - p.begin());
    const Vec3d b = p[second];
    const auto third = best_point(
        p.size(), [&](std::uint32_t i) { return !collinear(a, b, p[i]); },
        [&](std::uint32_t i) { return squared_length(cross(b - a, p[i] - a)); });
    if (!third) {
        return std::nullopt;
    }
    const Vec3d c = p[*third];
    const Vec3d normal = cross(b - a, c - a);
    const auto fourth = best_point(
        p.size(), [&](std::uint32_t i) { return orient3d(a, b, c, p[i]) != 0; },
        [&](std::uint32_t i) { return std::abs(dot(normal, p[i] - a)); });
    if (!fourth) {
        return std::nullopt;
    }
    const bool above = orient3d(a, b, c, p[*fourth]) > 0;
    return FirstCorners{first, above ? *third : second, above ? second : *third, *fourth};
}

struct HullTriangle {
    TriangleIndices corners{};
    std::array<std::uint32_t, 3> neighbours{}; ///< across the edge from corner i to i + 1
    std::vector<std::uint32_t> waiting;        ///< points that see it
    bool removed = false;
};

/// An edge around a patch, run through as its triangle in the patch does.
struct BorderEdge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint32_t beyond = 0; ///< the triangle that stays
};

class HullBuilder {
  public:
    HullBuilder(std::span<const Vec3d> points, const FirstCorners& simplex) : points_(points) {
        const auto& [a, b, c, d] = simplex; // d lies below the triangle a, b, c
        triangles_ = {{{a, b, c}, {1, 2, 3}, {}},
                      {{b, a, d}, {0, 3, 2}, {}},
                      {{c, b, d}, {0, 1, 3}, {}},
                      {{a, c, d}, {0, 2, 1}, {}}};
        for (std::uint32_t point = 0; point < points.size(); ++point) {
            put_to_wait(point, 0);
        }
    }

    std::vector<TriangleIndices> build() {
        for (std::uint32_t triangle = 0; triangle < triangles_.size(); ++triangle) {
            while (!triangles_[triangle].removed && !triangles_[triangle].waiting.empty()) {
                add_point(farthest_waiting(triangle), triangle);
            }
        }
        std::vector<TriangleIndices> hull;
        for (const HullTriangle& triangle : triangles_) {
            if (!triangle.removed) {
                hull.push_back(triangle.corners);
            }
        }
        return hull;
    }

  private:
    [[nodiscard]] bool sees(std::uint32_t point, std::uint32_t triangle) const {
        const auto& [a, b, c] = triangles_[triangle].corners;
        return orient3d(points_[a], points_[b], points_[c], points_[point]) > 0;
    }

    /// At the first triangle from `first` on that it sees; a point that sees none is done with.
    void put_to_wait(std::uint32_t point, std::size_t first) {
        for (auto triangle = static_cast<std::uint32_t>(first); triangle < triangles_.size();
             ++triangle) {
            if (sees(point, triangle)) {
                triangles_[triangle].waiting.push_back(point);
                return;
            }
        }
    }

    [[nodiscard]] std::uint32_t farthest_waiting(std::uint32_t triangle) const {
        const auto& [a, b, c] = triangles_[triangle].corners;
        const Vec3d normal = cross(points_[b] - points_[a], points_[c] - points_[a]);
        const std::vector<std::uint32_t>& waiting = triangles_[triangle].waiting;
        return *std::max_element(waiting.begin(), waiting.end(), [&](auto p, auto q) {
            return dot(normal, points_[p]) < dot(normal, points_[q]);
        });
    }

    void add_point(std::uint32_t point, std::uint32_t seen) {
        const std::vector<std::uint32_t> patch = remove_patch(point, seen);
        const std::size_t first_of_cone = triangles_.size();
        add_cone(point, ordered_border(patch));
        for (const std::uint32_t triangle : patch) {
            for (const std::uint32_t waiting : std::exchange(triangles_[triangle].waiting, {})) {
                put_to_wait(waiting, first_of_cone);
            }
        }
    }

    std::vector<std::uint32_t> remove_patch(std::uint32_t point, std::uint32_t seen) {
        std::vector<std::uint32_t> patch{seen};
        triangles_[seen].removed = true;
        for (std::size_t next = 0; next < patch.size(); ++next) {
            for (const std::uint32_t neighbour : triangles_[patch[next]].neighbours) {
                if (!triangles_[neighbour].removed && sees(point, neighbour)) {
                    triangles_[neighbour].removed = true;
                    patch.push_back(neighbour);
                }
            }
        }
        return patch;
    }

    /// Each edge begins where the one before it ends.
    [[nodiscard]] std::vector<BorderEdge>
    ordered_border(const std::vector<std::uint32_t>& patch) const {
        std::vector<BorderEdge> edges;
        for (const std::uint32_t triangle : patch) {
            const auto& [corners, neighbours, waiting, removed] = triangles_[triangle];
            for (std::size_t side = 0; side < 3; ++side) {
                if (!triangles_[neighbours[side]].removed) {
                    edges.push_back({corners[side], corners[(side + 1) % 3], neighbours[side]});
                }
            }
        }
        std::sort(edges.begin(), edges.end(),
                  [](const BorderEdge& a, const BorderEdge& b) { return a.from < b.from; });
        std::vector<BorderEdge> ordered{edges.front()};
        while (ordered.size() < edges.size()) {
            ordered.push_back(*std::lower_bound(
                edges.begin(), edges.end(), ordered.back().to,
                [](const BorderEdge& edge, std::uint32_t from) { return edge.from < from; }));
        }
        return ordered;
    }

    void add_cone(std::uint32_t apex, const std::vector<BorderEdge>& border) {
        const auto first = static_cast<std::uint32_t>(triangles_.size());
        const auto count = static_cast<std::uint32_t>(border.size());
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto& [from, to, beyond] = border[i];
            triangles_.push_back(
                {{from, to, apex},
                 {beyond, first + (i + 1) % count, first + (i + count - 1) % count},
                 {}});
            HullTriangle& outside = triangles_[beyond];
            const auto side = std::find(outside.corners.begin(), outside.corners.end(), to) -
                              outside.corners.begin();
            outside.neighbours[static_cast<std::size_t>(side)] = first + i;
        }
    }

    std::span<const Vec3d> points_;
    std::vector<HullTriangle> triangles_;
};

} // namespace

Expected<std::vector<TriangleIndices>> exact_hull(std::span<const Vec3d> points) {
    const std::optional<FirstCorners> simplex = first_simplex(points);
    if (!simplex) {
        return Error{ErrorCode::InvalidArgument,
                     "all points lie in one plane, so their hull has no volume"};
    }
    return HullBuilder(points, *simplex).build();
}

} // namespace impinge::inline v0
