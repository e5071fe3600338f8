// SPDX-License-Identifier: Apache-2.0
//
// Random pairs of solids that are pushed into each other by a known way, for the open question of
// Myszkowski, Okunev and Kunii (1995): how many planes of projection?
#pragma once

#include "impinge/collide.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace impinge::bench {

inline constexpr std::array body_kinds{"polytopes", "boxes", "bumpy balls",
                                       "knots",     "combs", "blades"};

/// How far B was moved beyond contact, in radii of the bodies.
struct DepthClass {
    const char* name;
    double least;
    double most;
};
inline constexpr std::array depth_classes{
    DepthClass{"grazing", 0.001, 0.003}, DepthClass{"shallow", 0.01, 0.03},
    DepthClass{"deep", 0.1, 0.3}, DepthClass{"apart", -0.0003, -0.00001}};

/// Of random shape, poses and direction of contact. Radii are about 1.
struct PlanesPair {
    Mesh a;
    Mesh b;
    Rigid pose_a;
    Rigid pose_b;
    bool interferes = false; ///< by the exact engine
    double area = 0;         ///< of the surface of what they have in common; 0 unless measurable

    [[nodiscard]] Body body_a() const { return {a.view(), pose_a}; }
    [[nodiscard]] Body body_b() const { return {b.view(), pose_b}; }
};

/// A function of its arguments: kinds and depths by their index above.
Expected<PlanesPair> planes_pair(std::size_t kind, std::size_t depth, std::uint64_t seed);

} // namespace impinge::bench
