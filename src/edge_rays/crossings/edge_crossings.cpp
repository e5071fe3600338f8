// SPDX-License-Identifier: Apache-2.0
#include "edge_rays/crossings/edge_crossings.hpp"

#include "base/body_name.hpp"
#include "base/parallel.hpp"
#include "edge_rays/crossings/edge_crossing_points.hpp"
#include "exact/world_mesh.hpp"
#include "geometry/bvh.hpp"
#include "geometry/projection.hpp"
#include "mesh/volume.hpp"
#include "predicates/exact_number.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace impinge::inline v0::imagespace {
namespace {

/// Which triangles of a surface come near a segment, for many segments.
class NearTriangles {
  public:
    /// For the chosen ones of the segments, and no others. Must not be used when cancelled.
    NearTriangles(const WorldMesh& surface, std::span<const Segment> segments,
                  std::span<const std::size_t> chosen, const Context& context);

    [[nodiscard]] bool is_empty() const { return tree_.is_empty(); }
    /// Every triangle that meets the segment, and some that only come near.
    void find(const Segment& segment, std::vector<std::uint32_t>& near) const;

  private:
    std::vector<std::uint32_t> triangles_;
    Bvh tree_;
};

Box3 box_of(const Segment& segment) {
    return {min(segment.from, segment.to), max(segment.from, segment.to)};
}

double greatest_coordinate(const Box3& box) {
    double greatest = 0;
    for (int axis = 0; axis < 3; ++axis) {
        greatest = std::max({greatest, std::fabs(box.min[axis]), std::fabs(box.max[axis])});
    }
    return greatest;
}

/// A segment that can be asked about many boxes. Boxes of long segments hold much that the segments
/// themselves do not come near; so it is also seen along the axes, as a line beside a rectangle.
class SegmentProbe {
  public:
    explicit SegmentProbe(const Segment& segment)
        : from_(segment.from), way_(segment.to - segment.from), box_(box_of(segment)),
          greatest_(greatest_coordinate(box_)) {}

    /// False only if no point of the segment lies in the box.
    [[nodiscard]] bool may_meet(const Box3& box) const {
        if (!boxes_overlap(box_, box)) {
            return false;
        }
        const double greatest = std::max(greatest_, greatest_coordinate(box));
        // Products of larger numbers would overflow; there the boxes alone decide.
        constexpr double largest_product_of_two = 0x1p500;
        return greatest > largest_product_of_two ||
               (line_meets(box, 0, 1, greatest) && line_meets(box, 1, 2, greatest) &&
                line_meets(box, 2, 0, greatest));
    }

  private:
    /// Whether the corners of the rectangle do not all lie on one side of the line: its centre is
    /// no farther from the line than it reaches across. Each of the dozen roundings is off by less
    /// than 2^-52 of the product of a coordinate and the way.
    [[nodiscard]] bool line_meets(const Box3& box, int i, int j, double greatest) const {
        const double centre_i = 0.5 * (box.min[i] + box.max[i]) - from_[i];
        const double centre_j = 0.5 * (box.min[j] + box.max[j]) - from_[j];
        const double aside = std::fabs(way_[i] * centre_j - way_[j] * centre_i);
        const double way_i = std::fabs(way_[i]);
        const double way_j = std::fabs(way_[j]);
        const double reach =
            0.5 * (way_i * (box.max[j] - box.min[j]) + way_j * (box.max[i] - box.min[i]));
        const double rounding = 0x1p-46 * greatest * (way_i + way_j) + 0x1p-1000;
        return aside <= reach + rounding;
    }

    Vec3d from_;
    Vec3d way_;
    Box3 box_;
    double greatest_;
};

NearTriangles::NearTriangles(const WorldMesh& surface, std::span<const Segment> segments,
                             std::span<const std::size_t> chosen, const Context& context) {
    Box3 region;
    for (const std::size_t segment : chosen) {
        region = united(region, box_of(segments[segment]));
    }
    std::vector<Box3> boxes;
    for (std::size_t triangle = 0; triangle < surface.triangles.size(); ++triangle) {
        const Box3 box = box_of(surface.triangle(triangle));
        if (boxes_overlap(box, region)) {
            triangles_.push_back(static_cast<std::uint32_t>(triangle));
            boxes.push_back(box);
        }
    }
    tree_ = Bvh(boxes, context);
}

void NearTriangles::find(const Segment& segment, std::vector<std::uint32_t>& near) const {
    near.clear();
    const SegmentProbe probe(segment);
    const auto bound = [&](const Box3& box) {
        return probe.may_meet(box) ? 0 : std::numeric_limits<double>::infinity();
    };
    visit_nearest_first(tree_, 0, bound, [&](std::uint32_t item) {
        near.push_back(triangles_[item]);
        return 0.0;
    });
}

Expected<WorldMesh> body_in_world(std::span<const Body> bodies, std::uint32_t index,
                                  const Context& context) {
    return to_world(bodies[index], body_number(index), context);
}

/// The edges where they stand in the world.
Expected<std::vector<Segment>> segments_of(std::span<const Body> bodies,
                                           std::span<const NamedEdge> edges,
                                           const Context& context) {
    std::vector<Segment> segments;
    segments.reserve(edges.size());
    while (segments.size() < edges.size()) {
        const std::uint32_t body = edges[segments.size()].body;
        const auto world = body_in_world(bodies, body, context);
        if (!world) {
            return world.error();
        }
        for (; segments.size() < edges.size() && edges[segments.size()].body == body;) {
            const auto [from, to] = edges[segments.size()].corners;
            segments.push_back({world->vertices[from], world->vertices[to]});
        }
    }
    return segments;
}

/// -1 if the surface encloses a negative volume: inside out, or placed by a pose that mirrors.
Sign outward_sign(const WorldMesh& surface) {
    const Components all_as_one{std::vector<std::uint32_t>(surface.triangles.size(), 0), 1};
    return volume_signs(surface.vertices, surface.triangles, all_as_one).front() < 0 ? -1 : 1;
}

/// From the exact cross product, so that slivers have a normal too.
Vec3d unit_normal(const Triangle& t) {
    std::array<ExactNumber::Approximation, 3> parts;
    long top = std::numeric_limits<long>::min();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto seen = [&](Vec3d p) { return project(p, static_cast<int>(axis)); };
        parts[axis] = exact_orient2d(seen(t[0]), seen(t[1]), seen(t[2])).approximate();
        top = parts[axis].mantissa != 0 ? std::max(top, parts[axis].exponent) : top;
    }
    const auto scaled = [&](std::size_t axis) {
        const long shift = std::max(parts[axis].exponent - top, -2000L);
        return std::ldexp(parts[axis].mantissa, static_cast<int>(shift));
    };
    const Vec3d normal{scaled(0), scaled(1), scaled(2)};
    const double size = length(normal);
    return {normal.x / size, normal.y / size, normal.z / size};
}

struct FoundCrossing {
    std::size_t edge = 0; ///< which of the named edges
    EdgeCrossing crossing;
};

/// All edges that are to be looked at with one surface.
std::vector<FoundCrossing> crossings_with(const WorldMesh& surface,
                                          std::span<const NamedEdge> edges,
                                          std::span<const Segment> segments,
                                          std::span<const std::size_t> chosen,
                                          const Context& context) {
    const NearTriangles search(surface, segments, chosen, context);
    if (search.is_empty() || context.cancelled()) {
        return {};
    }
    const Sign outward = outward_sign(surface);
    constexpr std::size_t edges_per_chunk = 256;
    const auto look = [&](const Chunk& chunk) {
        std::vector<FoundCrossing> found;
        std::vector<std::uint32_t> near;
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            const NamedEdge& edge = edges[chosen[i]];
            const Segment& segment = segments[chosen[i]];
            search.find(segment, near);
            for (const CrossingPoint& point : crossing_points(segment, surface, near, outward)) {
                const Vec3d normal = unit_normal(surface.triangle(point.triangle)) * outward;
                found.push_back({chosen[i],
                                 {edge.body, edge.edge, edge.penetrated, point.triangle,
                                  point.position, normal}});
            }
        }
        return found;
    };
    return gather_chunks<FoundCrossing>(context, chosen.size(), edges_per_chunk, look);
}

} // namespace

Expected<std::vector<EdgeCrossing>> edge_crossings(std::span<const Body> bodies,
                                                   std::span<const NamedEdge> edges,
                                                   const Context& context) {
    const auto segments = segments_of(bodies, edges, context);
    if (!segments) {
        return segments.error();
    }
    std::vector<std::size_t> order(edges.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
        return edges[left].penetrated < edges[right].penetrated;
    });
    std::vector<FoundCrossing> found;
    for (std::span<const std::size_t> rest = order; !rest.empty() && !context.cancelled();) {
        const std::uint32_t penetrated = edges[rest.front()].penetrated;
        const auto end = std::find_if(rest.begin(), rest.end(), [&](std::size_t edge) {
            return edges[edge].penetrated != penetrated;
        });
        const auto chosen = rest.first(static_cast<std::size_t>(end - rest.begin()));
        rest = rest.subspan(chosen.size());
        const auto surface = body_in_world(bodies, penetrated, context);
        if (!surface) {
            return surface.error();
        }
        const auto part = crossings_with(*surface, edges, *segments, chosen, context);
        found.insert(found.end(), part.begin(), part.end());
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const FoundCrossing& left, const FoundCrossing& right) {
                         return left.edge < right.edge;
                     });
    std::vector<EdgeCrossing> crossings;
    crossings.reserve(found.size());
    std::transform(found.begin(), found.end(), std::back_inserter(crossings),
                   [](const FoundCrossing& one) { return one.crossing; });
    return crossings;
}

} // namespace impinge::inline v0::imagespace
