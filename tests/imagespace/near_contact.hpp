// SPDX-License-Identifier: Apache-2.0
//
// Pairs of bodies pushed together to about a wanted depth of contact: what pixels miss first, and
// what rounding may invent.
#pragma once

#include "impinge/collide.hpp"
#include "tests/imagespace/seeded_pairs.hpp"

#include <cmath>

namespace impinge::tests {

inline bool interferes(Verdict verdict) {
    return verdict != Verdict::Apart && verdict != Verdict::Touching;
}

inline Verdict exact_verdict(const SeededPair& pair) {
    return collide({pair.a.mesh.view(), pair.a.pose}, {pair.b.mesh.view(), pair.b.pose})
        .value()
        .verdict;
}

/// Moves b along the direction to where it just stops to interfere with a, to 2^-48; at the start
/// it must interfere and four units away it must not.
inline void push_to_contact(SeededPair& pair, Vec3d direction) {
    const Vec3d start = pair.b.pose.translation;
    double inside = 0;
    double outside = 4;
    while (outside - inside > 0x1p-48) {
        const double middle = (inside + outside) / 2;
        pair.b.pose.translation = start + direction * middle;
        (interferes(exact_verdict(pair)) ? inside : outside) = middle;
    }
    pair.b.pose.translation = start + direction * outside;
}

/// Bodies of about one unit's radius. Three in four reach into each other, by 0.0003 to 0.3 along
/// some direction; the others leave a gap of 10^-7 to 0.1.
inline SeededPair near_contact_pair(std::uint64_t seed) {
    Random random(seed);
    const auto body = [&] {
        return random.below(2) == 0
                   ? random_convex(random)
                   : scenes::bumpy_sphere(
                         {.triangles = 120, .amplitude = 0.35, .seed = random.next()});
    };
    SeededPair pair;
    pair.a = {body(), random_pose(random, 1)};
    pair.b = {body(), random_turn(random)};
    pair.b.pose.translation = pair.a.pose.translation;
    const Vec3d direction = random_direction(random);
    push_to_contact(pair, direction);
    const double depth = random.below(4) != 0 ? std::pow(10, random.uniform(-3.5, -0.5))
                                              : -std::pow(10, random.uniform(-7, -1));
    pair.b.pose.translation = pair.b.pose.translation - direction * depth;
    return pair;
}

/// A body in a cavity of its own shape, all around it a gap of 10^-6 to 0.03.
inline SeededPair narrow_gap_pair(std::uint64_t seed) {
    Random random(seed);
    const std::uint64_t shape = random.next();
    const auto ball = [&](double radius) {
        return scenes::bumpy_sphere(
            {.triangles = 120, .radius = radius, .amplitude = 0.35, .seed = shape});
    };
    const Rigid pose = random_pose(random, 1);
    const double gap = std::pow(10, random.uniform(-6, -1.5));
    return {{scenes::joined({ball(1.25), scenes::turned_over(ball(1))}), pose},
            {ball(1 - gap), pose},
            std::nullopt};
}

/// What pixels of one size make of all pairs.
struct PixelShare {
    int resolution = 0;
    std::size_t interfering = 0; ///< by the exact engine
    std::size_t missed = 0;
    std::size_t clear = 0; ///< apart or touching by the exact engine
    std::size_t invented = 0;
    double worst_gap = 0;  ///< of what was invented, in pixels
    double pixel_size = 0; ///< mean, or sum on the way to it
};

} // namespace impinge::tests
