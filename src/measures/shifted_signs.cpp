// SPDX-License-Identifier: Apache-2.0
#include "measures/shifted_signs.hpp"

#include "mesh/surroundings.hpp"
#include "predicates/exact_number.hpp"

namespace impinge::inline v0 {
namespace {

/// The sign of a component of (p2 - p1) x (q2 - q1).
Sign cross_component(Vec3d p1, Vec3d p2, Vec3d q1, Vec3d q2, int axis) {
    const int u = (axis + 1) % 3;
    const int v = (axis + 2) % 3;
    const auto difference = [](Vec3d from, Vec3d to, int along) {
        return ExactNumber(to[along]) - ExactNumber(from[along]);
    };
    return compare(difference(p1, p2, u) * difference(q1, q2, v),
                   difference(p1, p2, v) * difference(q1, q2, u));
}

/// orient3d of an edge of the first body and one of the second; 0 only if they are parallel.
Sign edge_against_edge(Vec3d first_from, Vec3d first_to, Vec3d second_from, Vec3d second_to) {
    if (const Sign sign = orient3d(first_from, first_to, second_from, second_to)) {
        return sign;
    }
    for (const int axis : {1, 2, 0}) {
        if (const Sign sign = cross_component(first_from, first_to, second_from, second_to, axis)) {
            return sign;
        }
    }
    return 0;
}

} // namespace

Sign shifted_side(Owner owner, Vec3d point, const Triangle& triangle) {
    if (const Sign sign = orient3d(triangle[0], triangle[1], triangle[2], point)) {
        return sign;
    }
    const Sign of_first = side_of_neighbour(triangle);
    return owner == Owner::First ? of_first : static_cast<Sign>(-of_first);
}

Sign shifted_passage(Owner owner, Vec3d p, Vec3d q, Sign side_p, Sign side_q,
                     const Triangle& triangle) {
    if (side_p == side_q || side_p == 0 || side_q == 0) {
        return 0;
    }
    const auto around = [&](int from, int to) {
        return owner == Owner::First ? edge_against_edge(p, q, triangle[from], triangle[to])
                                     : edge_against_edge(triangle[from], triangle[to], p, q);
    };
    const Sign first = around(0, 1);
    if (first == 0 || around(1, 2) != first || around(2, 0) != first) {
        return 0;
    }
    return side_q;
}

} // namespace impinge::inline v0
