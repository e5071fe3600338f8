// SPDX-License-Identifier: Apache-2.0
//
// Bounds of rounding: a computed dot product of a unit vector (to rounding) and a vertex is wrong
// by at most 3 u |x|_1 <= 3 sqrt(3) u reach < 6 u reach, u = 2^-53.
#include "convex/polytope/assemble_polytope.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impinge::inline v0 {
namespace {

Vec3d mean(const std::vector<Vec3d>& points) {
    const double weight = 1 / static_cast<double>(points.size());
    Vec3d sum;
    for (const Vec3d& point : points) {
        sum = sum + point * weight;
    }
    return sum;
}

void measure_extent(PolytopeData& polytope) {
    polytope.centre = mean(polytope.vertices);
    for (const Vec3d& v : polytope.vertices) {
        polytope.radius = std::max(polytope.radius, length(v - polytope.centre));
        polytope.reach = std::max({polytope.reach, std::abs(v.x), std::abs(v.y), std::abs(v.z)});
    }
    // The difference, three squares, two sums and the root.
    polytope.radius *= 1 + 8 * unit_roundoff;
}

double volume_of(const PolytopeData& polytope) {
    double six_volumes = 0;
    for (const auto& [a, b, c] : polytope.triangles) {
        const Vec3d& p = polytope.vertices[a];
        six_volumes +=
            dot(p - polytope.centre, cross(polytope.vertices[b] - p, polytope.vertices[c] - p));
    }
    return six_volumes / 6;
}

void bound_planes(PolytopeData& polytope) {
    const double error = dot_error(polytope);
    polytope.centre_depth = std::numeric_limits<double>::infinity();
    double deepest = 0;
    for (std::size_t face = 0; face < polytope.planes.size(); ++face) {
        const auto& [normal, offset] = polytope.planes[face];
        for (std::uint32_t i = polytope.face_first[face]; i < polytope.face_first[face + 1]; ++i) {
            const Vec3d& corner = polytope.vertices[polytope.face_corners[i]];
            deepest = std::max(deepest, offset - dot(normal, corner));
        }
        polytope.centre_depth =
            std::min(polytope.centre_depth, offset - dot(normal, polytope.centre));
    }
    polytope.plane_error = deepest + 2 * error;
    // The exact mean, which lies inside for certain, is up to (n + 1) u reach sqrt(3) away.
    const double shift =
        2 * (static_cast<double>(polytope.vertices.size()) + 4) * unit_roundoff * polytope.reach;
    polytope.centre_depth -= 2 * error + shift;
}

/// The inward normals of the faces around a vertex, summed: no edge runs against one of them, and
/// each runs along all but two.
Vec3d inward_at(const PolytopeData& polytope, std::uint32_t vertex) {
    Vec3d sum;
    for (std::uint32_t i = polytope.vertex_first[vertex]; i < polytope.vertex_first[vertex + 1];
         ++i) {
        const PolytopeEdge& edge = polytope.edges[polytope.vertex_edges[i]];
        const std::uint32_t face = edge.tail == vertex ? edge.left : edge.right;
        sum = sum - polytope.planes[face].normal;
    }
    const double norm = length(sum);
    return norm > 0 ? sum * (1 / norm) : Vec3d{};
}

double slope_of(const PolytopeData& polytope) {
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t vertex = 0; vertex < polytope.vertices.size(); ++vertex) {
        const Vec3d inward = inward_at(polytope, vertex);
        for (std::uint32_t i = polytope.vertex_first[vertex]; i < polytope.vertex_first[vertex + 1];
             ++i) {
            const Vec3d& neighbour = polytope.vertices[polytope.vertex_neighbours[i]];
            least = std::min(least, dot(inward, neighbour - polytope.vertices[vertex]));
        }
    }
    // The difference of two vertices is up to twice as long as they are; the vector is a unit one
    // to rounding.
    return std::max(0.0, least - 4 * dot_error(polytope));
}

} // namespace

void measure_polytope(PolytopeData& polytope) {
    measure_extent(polytope);
    polytope.volume = volume_of(polytope);
    bound_planes(polytope);
    polytope.slope = slope_of(polytope);
}

} // namespace impinge::inline v0
