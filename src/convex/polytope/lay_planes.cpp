// SPDX-License-Identifier: Apache-2.0
//
// Normals come from twice the precision of double, so that thin faces far from the origin have good
// ones too.
#include "convex/polytope/assemble_polytope.hpp"
#include "predicates/double_double.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0 {
namespace {

using Vec3dd = Vec3<DoubleDouble>;

Vec3dd exact_vector(Vec3d from, Vec3d to) {
    return {exact_difference(to.x, from.x), exact_difference(to.y, from.y),
            exact_difference(to.z, from.z)};
}

/// Largest coordinate made 1 to 2, so that no square leaves the range of doubles.
Vec3d without_exponent(Vec3d v) {
    const double largest = std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
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

} // namespace impinge::inline v0
