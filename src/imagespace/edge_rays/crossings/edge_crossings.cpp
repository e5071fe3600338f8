// SPDX-License-Identifier: Apache-2.0
#include "imagespace/edge_rays/crossings/edge_crossings.hpp"

#include "base/parallel.hpp"
#include "geometry/projection.hpp"
#include "imagespace/edge_rays/crossings/edge_crossing_points.hpp"
#include "imagespace/edge_rays/crossings/edge_crossing_search.hpp"
#include "mesh/volume.hpp"
#include "predicates/exact_number.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace impinge::inline v0::imagespace {
namespace {

Expected<WorldMesh> body_in_world(std::span<const Body> bodies, std::uint32_t index,
                                  const Context& context) {
    return to_world(bodies[index], "body " + std::to_string(index), context);
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
