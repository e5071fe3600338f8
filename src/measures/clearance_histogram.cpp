// SPDX-License-Identifier: Apache-2.0
#include "impinge/clearance_histogram.hpp"

#include "base/no_throw.hpp"
#include "base/parallel.hpp"
#include "exact/world_mesh.hpp"
#include "geometry/triangle_distance.hpp"
#include "measures/oriented_surface.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace impinge::inline v0 {
namespace {

/// The nearest triangle of a surface, found in a tree; coordinates are in units.
class NearestTriangles {
  public:
    NearestTriangles(const WorldMesh& mesh, double unit, const Context& context) {
        std::vector<Box3> boxes;
        triangles_.reserve(mesh.triangles.size());
        boxes.reserve(mesh.triangles.size());
        for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
            const Triangle t = mesh.triangle(i);
            triangles_.push_back({{t[0] * unit, t[1] * unit, t[2] * unit}});
            boxes.push_back(box_of(triangles_.back()));
        }
        tree_ = Bvh(boxes, context);
    }

    struct Near {
        double distance = 0;
        std::uint32_t triangle = 0;
    };
    /// `guess`, a triangle that may be near, makes it quicker.
    [[nodiscard]] Near to(Vec3d point, std::uint32_t guess) const {
        Near best{closest_on_triangle(triangles_[guess], point).squared, guess};
        visit_nearest_first(
            tree_, best.distance,
            [&](const Box3& box) {
                return squared_length(point - min(max(point, box.min), box.max));
            },
            [&](std::uint32_t item) {
                const double squared = closest_on_triangle(triangles_[item], point).squared;
                if (squared < best.distance) {
                    best = {squared, item};
                }
                return best.distance;
            });
        best.distance = std::sqrt(best.distance);
        return best;
    }
    [[nodiscard]] const Triangle& operator[](std::uint32_t index) const {
        return triangles_[index];
    }

  private:
    std::vector<Triangle> triangles_;
    Bvh tree_;
};

double area_of(const Triangle& t) { return length(cross(t[1] - t[0], t[2] - t[0])) / 2; }

/// Sorts pieces of triangles by how near they are.
class AreaSorter {
  public:
    AreaSorter(const NearestTriangles& other, std::span<const double> limits, double finest)
        : other_(other), limits_(limits), finest_(finest), areas_(limits.size()) {}

    void add(const Triangle& triangle) {
        const double area = area_of(triangle);
        total_ += area;
        if (area > 0 && !limits_.empty()) {
            add({{at(triangle[0]), at(triangle[1]), at(triangle[2])}}, area, 0, limits_.size());
        }
    }
    [[nodiscard]] double total() const { return total_; }
    [[nodiscard]] std::span<const NearArea> areas() const { return areas_; }

  private:
    struct Corner {
        Vec3d point;
        NearestTriangles::Near near;
    };
    using Corners = std::array<Corner, 3>;

    Corner at(Vec3d point) {
        const NearestTriangles::Near near = other_.to(point, guess_);
        guess_ = near.triangle;
        return {point, near};
    }

    /// The least that the nearest triangle of one corner allows for all of them.
    [[nodiscard]] double farthest(const Corners& corners) const {
        double bound = std::numeric_limits<double>::infinity();
        for (const Corner& of : corners) {
            double largest = 0;
            for (const Corner& corner : corners) {
                largest = std::max(
                    largest,
                    corner.near.triangle == of.near.triangle
                        ? corner.near.distance
                        : std::sqrt(
                              closest_on_triangle(other_[of.near.triangle], corner.point).squared));
            }
            bound = std::min(bound, largest);
        }
        return bound;
    }

    /// Of the limits from `begin` to `end` it is not known yet.
    void add(const Corners& t, double area, std::size_t begin, std::size_t end) {
        const Vec3d middle = (t[0].point + t[1].point + t[2].point) * (1.0 / 3);
        const Corner centre = at(middle);
        double radius = 0;
        double longest = 0;
        std::size_t edge = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            radius = std::max(radius, length(t[k].point - middle));
            const double size = length(t[(k + 1) % 3].point - t[k].point);
            edge = size > longest ? k : edge;
            longest = std::max(longest, size);
        }
        const double nearest = centre.near.distance - radius;
        const double highest = std::min(centre.near.distance + radius, farthest(t));
        while (begin < end && limits_[begin] < nearest) {
            ++begin; // wholly beyond
        }
        while (begin < end && limits_[end - 1] >= highest) {
            --end;
            count(end, area, Known::Within, 1);
        }
        if (begin == end) {
            return;
        }
        const Vec3d between = (t[edge].point + t[(edge + 1) % 3].point) * 0.5;
        if (longest <= finest_ || between == t[edge].point || between == t[(edge + 1) % 3].point) {
            for (std::size_t i = begin; i < end; ++i) {
                count(i, area, Known::No, centre.near.distance <= limits_[i] ? 1 : 0);
            }
            return;
        }
        const Corner halfway = at(between);
        Corners half = t;
        half[(edge + 1) % 3] = halfway;
        add(half, area / 2, begin, end);
        half = t;
        half[edge] = halfway;
        add(half, area / 2, begin, end);
    }

    enum class Known : std::uint8_t { Within, No };
    void count(std::size_t limit, double area, Known known, double share) {
        areas_[limit].area += area * share;
        areas_[limit].at_least += known == Known::Within ? area : 0;
        areas_[limit].at_most += area;
    }

    const NearestTriangles& other_;
    std::span<const double> limits_;
    double finest_;
    double total_ = 0;
    std::uint32_t guess_ = 0;
    std::vector<NearArea> areas_;
};

SurfaceHistogram histogram_of(const WorldMesh& mesh, const WorldMesh& other,
                              std::span<const double> limits, double unit, double finest,
                              const Context& context) {
    SurfaceHistogram result;
    std::vector<double> in_units(limits.begin(), limits.end());
    for (double& limit : in_units) {
        result.near.push_back({.limit = limit});
        limit *= unit;
    }
    const NearestTriangles nearest(other, unit, context);
    if (context.cancelled()) {
        return result;
    }
    const double shortest = finest * length(extent(mesh.box) * unit);
    constexpr std::size_t triangles_at_once = 16;
    const std::size_t count = mesh.triangles.size();
    std::vector<SurfaceHistogram> parts(chunk_count(count, triangles_at_once));
    for_each_chunk(context, count, triangles_at_once, [&](const Chunk& chunk) {
        AreaSorter sorter(nearest, other.triangles.empty() ? std::span<const double>() : in_units,
                          shortest);
        for (std::size_t i = chunk.begin; i < chunk.end && !context.cancelled(); ++i) {
            const Triangle t = mesh.triangle(i);
            sorter.add({{t[0] * unit, t[1] * unit, t[2] * unit}});
        }
        parts[chunk.index].area = sorter.total();
        parts[chunk.index].near.assign(sorter.areas().begin(), sorter.areas().end());
    });
    const double to_world = 1 / unit / unit;
    for (const SurfaceHistogram& part : parts) {
        result.area += part.area * to_world;
        for (std::size_t i = 0; i < part.near.size(); ++i) {
            result.near[i].area += part.near[i].area * to_world;
            result.near[i].at_least += part.near[i].at_least * to_world;
            result.near[i].at_most += part.near[i].at_most * to_world;
        }
    }
    return result;
}

Status check(std::span<const double> limits, const HistogramOptions& options) {
    for (std::size_t i = 0; i < limits.size(); ++i) {
        if (!(limits[i] >= 0) || (i > 0 && !(limits[i] > limits[i - 1]))) {
            return invalid("limits: must be numbers, not negative, each above the one before");
        }
    }
    if (!(options.finest > 0 && options.finest <= 1)) {
        return invalid("finest: must be above 0 and at most 1");
    }
    return {};
}

} // namespace

Expected<ClearanceHistogram> clearance_histogram(const Body& a, const Body& b,
                                                 std::span<const double> limits,
                                                 const HistogramOptions& options,
                                                 const Context& context) {
    return no_throw([&]() -> Expected<ClearanceHistogram> {
        if (Status status = check(limits, options); !status) {
            return status.error();
        }
        const auto world = to_world(a, b, context);
        if (!world) {
            return world.error();
        }
        const Box3 both = united(world->a.box, world->b.box);
        const double unit =
            is_empty(both) ? 1 : comfortable_unit(magnitude({{both.min, both.max, both.max}}));
        ClearanceHistogram result;
        result.of_a = histogram_of(world->a, world->b, limits, unit, options.finest, context);
        result.of_b = histogram_of(world->b, world->a, limits, unit, options.finest, context);
        result.partial = context.cancelled();
        return result;
    });
}

} // namespace impinge::inline v0
