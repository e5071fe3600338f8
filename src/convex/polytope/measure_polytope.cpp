// SPDX-License-Identifier: Apache-2.0
//
// Planes and measures of a polytope. Normals come from twice the precision of double, so that thin
// faces far from the origin have good ones too.
#include "convex/polytope/building.hpp"
#include "math/measures.hpp"
#include "predicates/double_double.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impinge::inline v0 {
namespace {

using Vec3dd = Vec3<DoubleDouble>;

Vec3dd exact_vector(Vec3d from, Vec3d to) {
    return {exact_difference(to.x, from.x), exact_difference(to.y, from.y),
            exact_difference(to.z, from.z)};
}

/// Largest coordinate made 1 to 2, so that no square leaves the range of doubles.
Vec3d without_exponent(Vec3d v) {
    const double largest = largest_magnitude(v);
    const int exponent = largest > 0 ? std::ilogb(largest) : 0;
    return {std::scalbn(v.x, -exponent), std::scalbn(v.y, -exponent), std::scalbn(v.z, -exponent)};
}

Vec3d unit(Vec3d v) {
    const Vec3d scaled = without_exponent(v);
    const double norm = length(scaled);
    return {scaled.x / norm, scaled.y / norm, scaled.z / norm};
}

Vec3d corner(const PolytopeData& polytope, std::uint32_t place) {
    return polytope.vertices[polytope.face_corners[place]];
}

/// Twice the area of the face, along its normal.
Vec3d area_vector(const PolytopeData& polytope, std::size_t face) {
    const std::uint32_t begin = polytope.face_first[face];
    const Vec3d origin = corner(polytope, begin);
    Vec3dd sum;
    for (std::uint32_t i = begin + 1; i + 1 < polytope.face_first[face + 1]; ++i) {
        sum = sum + cross(exact_vector(origin, corner(polytope, i)),
                          exact_vector(origin, corner(polytope, i + 1)));
    }
    return {sum.x.head, sum.y.head, sum.z.head};
}

FacePlane plane_of(const PolytopeData& polytope, std::size_t face) {
    FacePlane plane{.normal = unit(area_vector(polytope, face))};
    plane.offset = dot(plane.normal, corner(polytope, polytope.face_first[face]));
    for (std::uint32_t i = polytope.face_first[face]; i < polytope.face_first[face + 1]; ++i) {
        plane.offset = std::max(plane.offset, dot(plane.normal, corner(polytope, i)));
    }
    return plane;
}

} // namespace

void lay_planes(PolytopeData& polytope) {
    for (const PolytopeEdge& edge : polytope.edges) {
        polytope.edge_vectors.push_back(polytope.vertices[edge.head] -
                                        polytope.vertices[edge.tail]);
    }
    for (std::size_t face = 0; face + 1 < polytope.face_first.size(); ++face) {
        polytope.planes.push_back(plane_of(polytope, face));
        for (std::uint32_t i = polytope.face_first[face]; i < polytope.face_first[face + 1]; ++i) {
            const std::uint32_t edge = polytope.face_edges[i];
            const bool along = polytope.edges[edge].left == face;
            const Vec3d direction = polytope.edge_vectors[edge] * (along ? 1.0 : -1.0);
            const Vec3d inward =
                unit(cross(polytope.planes.back().normal, without_exponent(direction)));
            polytope.face_sides.push_back({inward, dot(inward, corner(polytope, i))});
        }
    }
}

// --- measures ----------------------------------------------------------------------------------
//
// Bounds of rounding: a computed dot product of a unit vector (to rounding) and a vertex is wrong
// by at most 3 u |x|_1 <= 3 sqrt(3) u reach < 6 u reach, u = 2^-53.

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
        polytope.reach = std::max(polytope.reach, largest_magnitude(v));
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
