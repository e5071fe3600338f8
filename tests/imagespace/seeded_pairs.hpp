// SPDX-License-Identifier: Apache-2.0
//
// Pairs of small solids by the thousand, in classes that make different work for methods which look
// along rays: convex or not, one in the other, exactly touching, many layers.
#pragma once

#include "base/random.hpp"
#include "scenes/assembly.hpp"
#include "scenes/boxes.hpp"
#include "scenes/brick_solid.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/comb.hpp"
#include "scenes/polytope.hpp"
#include "scenes/torus_knot.hpp"
#include "tests/imagespace/oracle.hpp"
#include "tests/support/integer_polytope.hpp"
#include "tests/support/meshing.hpp"

#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace impinge::tests {

enum class PairClass : std::uint8_t {
    ConvexConvex,
    ConvexConcave,
    ConcaveConcave,
    Nested,
    Tangent,
    ManyLayers,
};

inline constexpr std::array all_pair_classes{PairClass::ConvexConvex,   PairClass::ConvexConcave,
                                             PairClass::ConcaveConcave, PairClass::Nested,
                                             PairClass::Tangent,        PairClass::ManyLayers};

inline const char* to_string(PairClass pair_class) {
    constexpr std::array names{"convex-convex", "convex-concave", "concave-concave",
                               "nested",        "tangent",        "many layers"};
    return names[static_cast<std::size_t>(pair_class)];
}

/// Two bodies, and the direction to look along unless it is to be chosen.
struct SeededPair {
    PlacedMesh a;
    PlacedMesh b;
    std::optional<Vec3d> direction;
};

inline Vec3d random_direction(Random& random) {
    for (;;) {
        const Vec3d v = random.in_box({-1, -1, -1}, {1, 1, 1});
        if (squared_length(v) > 0.01 && squared_length(v) <= 1) {
            return v * (1 / length(v));
        }
    }
}

inline Vec3d random_axis(Random& random) {
    const double sign = random.below(2) == 0 ? 1 : -1;
    constexpr std::array axes{Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}};
    return axes[random.below(3)] * sign;
}

inline Rigid random_turn(Random& random) {
    const Vec3d axis = random_direction(random);
    return rotation(axis, random.uniform(-3, 3));
}

/// Turned, and moved by at most `reach`.
inline Rigid random_pose(Random& random, double reach) {
    Rigid pose = random_turn(random);
    pose.translation = random_direction(random) * random.uniform(0, reach);
    return pose;
}

inline Mesh random_convex(Random& random) {
    const Vec3d radii = random.in_box({0.4, 0.4, 0.4}, {1, 1, 1});
    const auto triangles = static_cast<std::size_t>(random.integer(6, 40));
    return scenes::random_polytope({triangles, radii, random.next()});
}

/// A ring of radius 0.9 around the z axis.
inline Mesh random_ring(Random& random) {
    return scenes::posed(scenes::torus_knot({.turns_around = 1,
                                             .turns_through = 0,
                                             .tube_radius = random.uniform(0.3, 0.8),
                                             .triangles = 120}),
                         {.scale = 0.3});
}

/// Around the origin, about as large as random_convex.
inline Mesh random_concave(Random& random) {
    switch (random.below(4)) {
    case 0:
        return scenes::bumpy_sphere({.triangles = 80, .amplitude = 0.45, .seed = random.next()});
    case 1:
        return random_ring(random);
    case 2:
        return scenes::posed(scenes::moved(scenes::crossed_hooks().a, {-2, -2, -0.5}),
                             {.scale = 0.4});
    default: {
        const int plates = random.integer(2, 4);
        const double thickness = random.uniform(0.1, 0.5);
        const Mesh body =
            scenes::comb({.plates = plates, .plate_thickness = thickness, .gap = 0.3 + thickness});
        return scenes::posed(scenes::moved(body, {-2, -2, -1}), {.scale = 0.35});
    }
    }
}

/// Three in four times; else it is to be chosen.
inline void look_somewhere(Random& random, SeededPair& pair) {
    if (random.below(4) != 0) {
        pair.direction = random_direction(random);
    }
}

inline SeededPair scattered_pair(Random& random, Mesh a, Mesh b) {
    SeededPair pair{{std::move(a), random_pose(random, 1)}, {std::move(b)}, std::nullopt};
    pair.b.pose = random_turn(random);
    pair.b.pose.translation =
        pair.a.pose.translation + random_direction(random) * random.uniform(0.8, 2);
    look_somewhere(random, pair);
    return pair;
}

/// A ring, and in its hole a convex body or another ring: seen from most sides one lies between two
/// parts of the other.
inline SeededPair linked_pair(Random& random, Mesh second) {
    const Rigid pose = random_pose(random, 1);
    Rigid placed = rotation({1, 0, 0}, random.uniform(1, 2));
    placed.scale = random.uniform(0.5, 1);
    placed.translation = random_direction(random) * random.uniform(0, 0.6);
    SeededPair pair{{random_ring(random), pose}, {std::move(second), compose(pose, placed)}, {}};
    look_somewhere(random, pair);
    return pair;
}

/// The second lies in the first, or in a cavity of it, or reaches just out of it.
inline SeededPair nested_pair(Random& random) {
    const std::uint64_t seed = random.next();
    const auto ball = [&](double radius) {
        return scenes::bumpy_sphere(
            {.triangles = 70, .radius = radius, .amplitude = 0.4, .seed = seed});
    };
    const Rigid pose = random_pose(random, 2);
    SeededPair pair{{ball(1), pose}, {ball(random.uniform(0.2, 0.95)), pose}, std::nullopt};
    if (random.below(2) == 0) {
        const double hollow = random.uniform(0.5, 0.9);
        pair.a.mesh = scenes::joined({ball(1), scenes::turned_over(ball(hollow))});
        pair.b.mesh = ball(hollow * random.uniform(0.8, 1.02));
    }
    if (random.below(2) == 0) {
        std::swap(pair.a, pair.b);
    }
    look_somewhere(random, pair);
    return pair;
}

/// Boxes between planes of a coarse grid: often flush, aligned or sharing edges.
inline Mesh grid_box(Random& random) {
    Vec3d low;
    Vec3d high;
    const auto interval = [&](double& from, double& to) {
        from = random.integer(0, 4) * 0.5;
        to = from + random.integer(1, 4) * 0.5;
    };
    interval(low.x, high.x);
    interval(low.y, high.y);
    interval(low.z, high.z);
    return scenes::box(low, high);
}

/// Convex bodies on the integer grid, the second pushed away until it touches, if it then does.
inline std::optional<std::array<Mesh, 2>> touching_polytopes(Random& random) {
    const IntegerPolytope a = random_polytope(random, 7, 6);
    IntegerPolytope b = random_polytope(random, 7, 6);
    while (separation(a, b) == Separation::Overlapping) {
        for (Vec3i& corner : b.corners) {
            ++corner.x;
        }
    }
    if (separation(a, b) == Separation::Apart) {
        return std::nullopt;
    }
    return std::array{meshed(polygons_of(a)), meshed(polygons_of(b))};
}

/// Exact contact, in places along the view: then surfaces have equal depths or share outlines.
inline SeededPair tangent_pair(Random& random) {
    SeededPair pair;
    switch (random.below(5)) {
    case 0: { // the block fills the gap of the comb, sometimes more
        const double low = random.below(4) == 0 ? 0.375 : 0.5;
        const std::array plate{Box3{{0.5, -0.5, low}, {5, 3.5, 1}}};
        pair.a.mesh = scenes::union_of_bricks(plate);
        pair.b.mesh = scenes::comb({});
        break;
    }
    case 1: // a body and its copy, or the core that fills a cavity
        pair.a.mesh = random_concave(random);
        pair.b.mesh = pair.a.mesh;
        if (random.below(2) == 0) {
            pair.a.mesh = scenes::joined(
                {scenes::box({-4, -4, -4}, {4, 4, 4}), scenes::turned_over(pair.a.mesh)});
        }
        break;
    case 2:
        if (auto touching = touching_polytopes(random)) {
            pair.a.mesh = std::move((*touching)[0]);
            pair.b.mesh = std::move((*touching)[1]);
            break;
        }
        [[fallthrough]];
    default:
        pair.a.mesh = grid_box(random);
        pair.b.mesh = grid_box(random);
        break;
    }
    if (random.below(2) == 0) {
        std::swap(pair.a, pair.b);
    }
    const std::uint64_t look = random.below(8);
    if (look != 0) {
        pair.direction = look < 5 ? random_axis(random) : random_direction(random);
    }
    return pair;
}

/// Up to twenty plates each, mostly fewer, alternating or pushed into each other, seen across the
/// plates.
inline SeededPair layered_pair(Random& random) {
    const int plates = random.below(5) == 0 ? random.integer(8, 20) : random.integer(2, 7);
    scenes::CombPair combs = scenes::interlocked_combs(plates);
    SeededPair pair{{std::move(combs.a)}, {std::move(combs.b)}, std::nullopt};
    switch (random.below(4)) {
    case 0: // alternate
        break;
    case 1: // plate through plate
        pair.b.pose.translation = {0, 0, random.uniform(0.13, 0.37)};
        break;
    case 2: // into the back
        pair.b.pose.translation = {random.uniform(-0.9, 0.4), 0, random.integer(-1, 1) * 0.5};
        break;
    default: // another number of plates
        pair.b.mesh = scenes::comb({.plates = random.integer(1, plates),
                                    .plate_thickness = random.uniform(0.05, 0.2),
                                    .gap = random.uniform(0.2, 0.6)});
        pair.b.pose.translation = random.in_box({-1, -1, -0.2}, {3, 3, 0.2});
        break;
    }
    const double tilt = random.below(2) == 0 ? 0 : 0.3;
    pair.direction =
        random.in_box({-tilt, -tilt, 1}, {tilt, tilt, 1}) * (random.below(2) == 0 ? 1.0 : -1.0);
    return pair;
}

inline SeededPair seeded_pair(PairClass pair_class, std::uint64_t seed) {
    Random random(seed);
    switch (pair_class) {
    case PairClass::ConvexConvex: {
        Mesh first = random_convex(random);
        return scattered_pair(random, std::move(first), random_convex(random));
    }
    case PairClass::ConvexConcave: {
        Mesh first = random_convex(random);
        SeededPair pair = random.below(3) == 0
                              ? linked_pair(random, std::move(first))
                              : scattered_pair(random, std::move(first), random_concave(random));
        if (random.below(2) == 0) {
            std::swap(pair.a, pair.b);
        }
        return pair;
    }
    case PairClass::ConcaveConcave: {
        if (random.below(2) == 0) {
            return linked_pair(random, scenes::moved(random_ring(random), {0.9, 0, 0}));
        }
        Mesh first = random_concave(random);
        return scattered_pair(random, std::move(first), random_concave(random));
    }
    case PairClass::Nested:
        return nested_pair(random);
    case PairClass::Tangent:
        return tangent_pair(random);
    case PairClass::ManyLayers:
        break;
    }
    return layered_pair(random);
}

} // namespace impinge::tests
