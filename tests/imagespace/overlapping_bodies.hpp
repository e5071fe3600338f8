// SPDX-License-Identifier: Apache-2.0
//
// Solids whose own surface winds around points more than once, or the wrong way round: parts that
// overlap, faces that are there twice, parts nested in each other outward, surfaces that cross
// themselves. A ray that counts layers by parity is wrong about each of them somewhere. All pass
// diagnose() as solids.
#pragma once

#include "base/random.hpp"
#include "scenes/assembly.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/polytope.hpp"
#include "scenes/torus_knot.hpp"
#include "tests/imagespace/seeded_pairs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace impinge::tests {

enum class OverlapKind : std::uint8_t {
    OverlappingParts, ///< two to four convex parts that share much of their insides
    DoubledFaces,     ///< every face twice, or all faces of one part of two
    NestedOutward,    ///< parts within parts, all with outward normals, some with a cavity
    SelfCrossing,     ///< one part that crosses itself: windings of 2, 0 and -1 inside
};

inline constexpr std::array all_overlap_kinds{OverlapKind::OverlappingParts,
                                              OverlapKind::DoubledFaces, OverlapKind::NestedOutward,
                                              OverlapKind::SelfCrossing};

inline const char* to_string(OverlapKind kind) {
    constexpr std::array names{"overlapping parts", "doubled faces", "nested outward",
                               "self-crossing"};
    return names[static_cast<std::size_t>(kind)];
}

/// On a grid of half units, so that faces of parts are often flush; about as large as a unit ball.
inline Mesh half_unit_box(Random& random) {
    Vec3d low;
    Vec3d high;
    for (int axis = 0; axis < 3; ++axis) {
        low[axis] = random.integer(-2, 0) * 0.5;
        high[axis] = low[axis] + random.integer(1, 4) * 0.5;
    }
    return scenes::box(low, high);
}

/// Boxes of one grid, or polytopes anywhere near the origin.
inline Mesh overlapping_parts(Random& random) {
    const bool boxes = random.below(2) == 0;
    std::vector<Mesh> parts;
    const int count = random.integer(2, 4);
    for (int i = 0; i < count; ++i) {
        parts.push_back(boxes ? half_unit_box(random)
                              : scenes::posed(random_convex(random), random_pose(random, 0.5)));
    }
    return scenes::joined(parts);
}

inline Mesh doubled_faces(Random& random) {
    const Mesh first = random.below(2) == 0 ? half_unit_box(random) : random_concave(random);
    std::vector<Mesh> parts{first, first};
    if (random.below(2) == 0) {
        parts.push_back(half_unit_box(random));
    }
    return scenes::joined(parts);
}

/// The smaller one lies within the larger, with nothing cut away; a cavity may lie in all of them.
inline Mesh nested_outward(Random& random) {
    const std::uint64_t seed = random.next();
    const auto ball = [&](double radius) {
        return scenes::bumpy_sphere(
            {.triangles = 70, .radius = radius, .amplitude = 0.3, .seed = seed});
    };
    double radius = 1;
    std::vector<Mesh> parts{ball(radius)};
    const int shells = random.integer(1, 3);
    for (int i = 0; i < shells; ++i) {
        radius *= random.uniform(0.6, 0.95);
        parts.push_back(ball(radius));
    }
    const int cavities = random.integer(0, shells + 1); // only as many reach down to the outside
    for (int i = 0; i < cavities; ++i) {
        radius *= random.uniform(0.6, 0.95);
        parts.push_back(scenes::turned_over(ball(radius)));
    }
    return scenes::joined(parts);
}

/// A ball whose corners were moved about until its faces cross each other.
inline Mesh crumpled_ball(Random& random) {
    Mesh mesh = scenes::bumpy_sphere({.triangles = 70, .amplitude = 0.3, .seed = random.next()});
    const double reach = random.uniform(0.2, 0.6);
    for (Vec3d& position : mesh.positions) {
        position = position + random.in_box({-reach, -reach, -reach}, {reach, reach, reach});
    }
    return mesh;
}

/// A prism over a polygon whose top is turned against its bottom by more than its sides can bear.
inline Mesh twisted_prism(Random& random) {
    const auto corners = static_cast<std::uint32_t>(random.integer(3, 6));
    const double twist = random.uniform(1.5, 4.5);
    const double top_size = random.uniform(0.2, 1);
    Mesh mesh;
    for (std::uint32_t i = 0; i < 2 * corners; ++i) {
        const bool top = i >= corners;
        const double angle = 6.283185307179586 * (i % corners) / corners + (top ? twist : 0);
        const double size = top ? top_size : 1;
        mesh.positions.push_back(
            {size * std::cos(angle), size * std::sin(angle), top ? 0.7 : -0.7});
    }
    for (std::uint32_t i = 0; i < corners; ++i) {
        const std::uint32_t j = (i + 1) % corners;
        mesh.triangles.push_back({i, j, i + corners});
        mesh.triangles.push_back({j, j + corners, i + corners});
        if (i > 0 && j > 0) {
            mesh.triangles.push_back({0, j, i});
            mesh.triangles.push_back({corners, i + corners, j + corners});
        }
    }
    return mesh;
}

/// A knot whose tube is thicker than the room between its turns.
inline Mesh fat_knot(Random& random) {
    return scenes::posed(scenes::torus_knot({.turns_around = 2,
                                             .turns_through = random.integer(1, 2) * 2 - 1,
                                             .tube_radius = random.uniform(0.8, 1.6),
                                             .triangles = 260}),
                         {.scale = 0.3});
}

inline Mesh self_crossing(Random& random) {
    switch (random.below(3)) {
    case 0:
        return crumpled_ball(random);
    case 1:
        return twisted_prism(random);
    default:
        return fat_knot(random);
    }
}

/// Closed and consistently oriented; sometimes with a winding number of 2 or more, 0 or less than 0
/// inside. Around the origin, about as large as a unit ball.
inline Mesh overlapping_body(OverlapKind kind, Random& random) {
    for (;;) {
        Mesh mesh = kind == OverlapKind::OverlappingParts ? overlapping_parts(random)
                    : kind == OverlapKind::DoubledFaces   ? doubled_faces(random)
                    : kind == OverlapKind::NestedOutward  ? nested_outward(random)
                                                          : self_crossing(random);
        const auto diagnosis = diagnose(mesh.view());
        if (diagnosis && diagnosis->solid()) {
            return mesh;
        }
    }
}

/// What the second body is of a pair whose first one winds around itself: a smaller solid within or
/// near it, a body of the same kind, or one that only comes near. One in eight is inside out, one
/// in eight stands in a mirror: neither changes what is inside.
inline SeededPair overlapping_pair(OverlapKind kind, std::uint64_t seed) {
    Random random(seed);
    SeededPair pair{{overlapping_body(kind, random), random_pose(random, 1)}, {}, std::nullopt};
    const bool aligned = random.below(3) == 0; // then surfaces are often flush with the view
    if (aligned) {
        pair.a.pose = {};
    }
    Rigid placed = aligned ? Rigid{} : random_pose(random, 0.4);
    const std::uint64_t what = random.below(4);
    if (what == 0) {
        pair.b.mesh = overlapping_body(kind, random);
        placed.translation = random_direction(random) * random.uniform(0, 2.5);
    } else {
        pair.b.mesh = what == 1 ? random_concave(random) : random_convex(random);
        placed.scale = random.uniform(0.05, 0.8);
        placed.translation = random_direction(random) *
                             (what == 3 ? random.uniform(0.9, 1.8) : random.uniform(0, 0.7));
    }
    if (aligned && random.below(2) == 0) { // boxes of one grid, or the same body again
        pair.b.mesh = what == 0 ? pair.a.mesh : half_unit_box(random);
        placed.scale = what == 0 || random.below(2) == 0 ? 1 : 0.5;
        placed.translation = random_axis(random) * (std::max(random.integer(-2, 2), 0) * 0.5);
    }
    pair.b.pose = compose(pair.a.pose, placed);
    for (PlacedMesh* body : {&pair.a, &pair.b}) {
        if (random.below(8) == 0) {
            body->mesh = scenes::turned_over(std::move(body->mesh));
        }
        if (random.below(8) == 0) {
            body->pose.row_x = -body->pose.row_x;
        }
    }
    if (random.below(2) == 0) {
        std::swap(pair.a, pair.b);
    }
    if (aligned && random.below(2) == 0) {
        pair.direction = random_axis(random);
    } else {
        look_somewhere(random, pair);
    }
    return pair;
}

} // namespace impinge::tests
