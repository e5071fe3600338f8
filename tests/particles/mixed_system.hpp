// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "impinge/particles.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace impinge::tests {

/// Every kind of collider, flight and response.
inline ParticleSystem mixed_system(double share = 1) {
    Emitter rain{.particles = 3000,
                 .origin = {-6, -6, 8},
                 .edge_u = {12, 0, 0},
                 .edge_v = {0, 12, 0},
                 .velocity = {0, 0, -6},
                 .velocity_spread = {0.5, 0.5, 0.5},
                 .life = 3,
                 .seed = 4};
    Emitter hail = rain;
    hail.acceleration = {0, 0, -9.81};
    hail.particles = 1500;
    Emitter snow = hail;
    snow.particles = 100;
    snow.air = Air{.drag = 2, .wind = [](Vec3d p, double t) {
                       return Vec3d{1 + 0.1 * p.y, 0.2 * t, 0};
                   }};
    std::vector<Collider> colliders{
        {.name = "floor", .shape = rectangle({-9, -9, 0}, {18, 0, 0}, {0, 18, 0})},
        {.name = "disc", .shape = disc({3, 3, 1}, {0.2, 0, 1}, 1.5, 0.3)},
        {.name = "ball", .shape = moved(ellipsoid({1, 1.5, 0.8}), translation({-3, 2, 2}))},
        {.name = "cylinder",
         .shape = moved(cylinder(1, 1, -2, 2),
                        compose(translation({3, -3, 1.5}), rotation({1, 0, 0}, 1.2)))},
        {.name = "cone", .shape = moved(cone(1, 1, -2, 0), translation({-3, -3, 3}))},
        {.name = "blend", .shape = Blend{{{{0, 0, 1}, 1.5, 1}, {{0.8, 0, 1}, 1, 1}}, 0.4}},
        {.name = "frame",
         .shape = polygon({.origin = {0, 4, 2},
                           .loops = {{{-2, -1}, {2, -1}, {2, 1}, {-2, 1}},
                                     {{-1, -0.5}, {1, -0.5}, {0, 0.5}}}})}};
    Mesh roof;
    roof.positions = {{-6, -6, 2}, {-3, -6, 3}, {-3, -4, 3}, {-6, -4, 2}};
    roof.triangles = {{0, 1, 2}, {0, 2, 3}};
    colliders.push_back({.name = "roof", .shape = roof});
    colliders.push_back({.name = "lift", .shape = rectangle({5, 5, 1}, {2, 0, 0}, {0, 2, 0})});
    colliders.back().velocity = {-0.5, 0, 0.3};
    for (Collider& collider : colliders) {
        collider.response = Response::Bounce;
        collider.friction = 0.2;
    }
    colliders[1].response = Response::Stick;
    colliders[2].response = Response::Eliminate;
    std::vector<Emitter> emitters{rain, hail, snow};
    for (Emitter& emitter : emitters) {
        emitter.particles = static_cast<std::uint32_t>(emitter.particles * share);
    }
    auto system = ParticleSystem::make(emitters, colliders);
    EXPECT_TRUE(system) << (system ? "" : system.error().message);
    return *system;
}

} // namespace impinge::tests
