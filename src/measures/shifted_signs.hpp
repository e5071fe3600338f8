// SPDX-License-Identifier: Apache-2.0
//
// Two bodies of which the first is moved by (e^3, e, e^2), e > 0 infinitely small. Then nothing of
// one lies in a plane or on an edge of the other: edges pass through triangles or miss them, in one
// way for every triangle that shares the edge. What is measured of an overlap changes infinitely
// little by it, so that flush walls, touching edges and equal bodies need no cases of their own.
//
// The signs are those of surroundings.hpp: each is affine in the shift, so where it is zero the
// slope along y tells, then that along z, then x.
#pragma once

#include "impinge/predicates.hpp"
#include "impinge/triangle.hpp"

namespace impinge::inline v0 {

/// Which of the two bodies something belongs to.
enum class Owner : std::uint8_t { First, Second };

constexpr Owner other(Owner owner) { return owner == Owner::First ? Owner::Second : Owner::First; }

/// On which side of the triangle, which belongs to the other body, a point of `owner` lies: +1 that
/// of the normal, -1 the other, and 0 only if the triangle has no area.
Sign shifted_side(Owner owner, Vec3d point, const Triangle& triangle);

/// How the edge from p to q of `owner` passes through a triangle of the other body: -1 against the
/// normal, +1 along it, 0 if it misses it. The sides are those of p and q.
Sign shifted_passage(Owner owner, Vec3d p, Vec3d q, Sign side_p, Sign side_q,
                     const Triangle& triangle);

} // namespace impinge::inline v0
